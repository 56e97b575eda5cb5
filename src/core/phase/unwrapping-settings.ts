import { evidenceSettings, type EvidenceSettings } from '../evidence/evidence-settings.ts';

/** How a phase is unwrapped, and which of its turns are to be doubted. */
export interface UnwrappingSettings {
  /** residues per pixel from which joining by reliability loses to least squares; see `bench/unwrap.ts` */
  readonly dense: number;
  /** rad: where the phase noise exceeds this, wraps and noise can't be told apart */
  readonly usefulSigma: number;
  /** a phase that runs faster than this share of the filter's rim is at the edge of what is resolved … */
  readonly steepShare: number;
  /** … where the modulus is this many times the least that carries a phase */
  readonly steepModulus: number;
  /** rad: pixels this close to the background's phase, 0, tell how many turns it got; any value above the noise does */
  readonly nearBackground: number;
  /** how often the phase is drawn again from its uncertainty to see which turns are chance */
  readonly draws: number;
  readonly evidence: EvidenceSettings;
}

export const unwrappingSettings: UnwrappingSettings = {
  dense: 0.01,
  usefulSigma: 0.8,
  steepShare: 0.8,
  steepModulus: 4,
  nearBackground: 0.6,
  draws: 6,
  evidence: evidenceSettings,
};
