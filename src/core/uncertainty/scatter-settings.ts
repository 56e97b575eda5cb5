import { evidenceSettings, type EvidenceSettings } from '../evidence/evidence-settings.ts';
/** Which parts of a frame hold no sample, and what their scatter says. */
export interface ScatterSettings {
  /** a tile whose phase is not clearly off by the tiles' standard deviation is background */
  readonly evidence: EvidenceSettings;
  /** standard deviations beyond which it is sample, and its neighbours are not asked either: edges reach into them */
  readonly beyond: number;
  /** tiles darker than this share of the median carry no phase */
  readonly leastModulus: number;
  /** width of the neighbourhood that a place is compared with, in the frame's longer side */
  readonly neighbourhood: number;
  /** a tile counts at most this many times the typical scatter: what samples add lies above it */
  readonly mostScatter: number;
  /** tiles scatter as most do by less than this factor more or less, and of the other part no more */
  readonly alike: number;
  /** width that the density of the logarithms of variances is smoothed over: that of some twenty degrees of freedom */
  readonly smoothed: number;
  /** share of the tiles of a block that must be background */
  readonly mostly: number;
  /**
   * Of light from out of focus: where the phase has more than this many times the power of the modulus, a sample is there, and where
   * it has less than as small a part, something absorbs; it stands out where it has this many times the power that is accounted for; and a wave of modulus 1 comes close to the field in so many rounds.
   * Chosen on rigs of the second simulator, seeds 790001 to 791902.
   */
  readonly differMost: number;
  readonly standsOut: number;
  readonly strayRounds: number;
}

/** With what tells the background's tiles where it was fitted. */
export interface QuietSettings extends ScatterSettings {
  /** tiles without which nothing can be said */
  readonly leastTiles: number;
  /** rad, bandwidth of the density of the tiles' phases */
  readonly bandwidth: number;
}

/** What is asked of all of a frame. */
export interface FrameSettings extends QuietSettings {
  /** of the highest surface that a rig is asked for */
  readonly terms: number;
}

/** Chosen on seventeen recordings of other groups (docs/accuracy/recordings.md); rectangles of others judge it. */
export const scatterSettings: ScatterSettings = {
  evidence: evidenceSettings,
  beyond: 5,
  leastModulus: 0.3,
  neighbourhood: 1 / 6,
  mostScatter: 4,
  alike: 1.6,
  smoothed: 0.35,
  mostly: 0.75,
  differMost: 4,
  standsOut: 2,
  strayRounds: 3,
};
