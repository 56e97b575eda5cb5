import { evidenceSettings, type EvidenceSettings } from '../evidence/evidence-settings.ts';

/** Which requests a profile is for, and what of it is worth a word. */
export interface ApplySettings {
  /** share of the wavelength: laser diodes wander by less, light of another source differs by more */
  readonly sameWavelength: number;
  /** share: best guesses of one rig’s pitch agree this well; another camera or another lens seldom does */
  readonly samePitch: number;
  /** A picture is said to be sheared beyond both of these. */
  readonly shear: {
    /** standard uncertainties */
    readonly sigmas: number;
    readonly rad: number;
  };
  readonly evidence: EvidenceSettings;
}

export const applySettings: ApplySettings = {
  sameWavelength: 2e-3,
  samePitch: 0.05,
  shear: { sigmas: 3, rad: 1e-3 },
  evidence: evidenceSettings,
};
