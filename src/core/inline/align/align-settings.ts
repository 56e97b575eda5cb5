import { evidenceSettings, type EvidenceSettings } from '../../evidence/evidence-settings.ts';
/** Every number that was chosen in finding the lateral drift between the frames of a stack. */
export interface AlignSettings {
  /** of a correlation's peak over the rms of the rest: frames of one sample come to 10 and more */
  readonly evidence: EvidenceSettings;
}

/** Chosen on simulated charts, cells, beads and mixtures at several heights, drifts up to 20 px. */
export const alignSettings: AlignSettings = { evidence: evidenceSettings };
