import { evidenceSettings, type EvidenceSettings } from '../../evidence/evidence-settings.ts';

/** When a frame, a fit and what it says are believed. */
export interface JudgeSettings {
  /** how many pixels may be saturated */
  readonly evidence: EvidenceSettings;
  /** share of the frame’s structure that the drawing of single parts must explain */
  readonly explained: number;
  /**
   * Of a lattice, which shows itself in images along the light and in multiples of its period, nearly all: simulated frames of
   * half the period, or at three times the distance, were explained to 0.89, right ones to 0.99 and, with rows along the frame
   * under uneven light, to 0.9.
   */
  readonly nearly: number;
  /** different parts that are many: where nearly all were found, one by one, less needs to be explained: real charts carry figures and speckle */
  readonly many: number;
  /** share of the expected parts that must be found, and of the structure that must be explained where many parts are */
  readonly found: number;
  /** periods, or their lines, that must be in view */
  readonly leastPeriods: number;
  /** how much narrower or wider than assumed lines of unpublished width may be, times */
  readonly width: number;
  /** half a period is no assumption of a ruling: it may be etched a little off, by this share */
  readonly bandWidthOff: number;
  readonly features: FeatureSettings;
  readonly view: ViewSettings;
  readonly doubt: DoubtSettings;
}

/** When a part of a target counts as found. */
export interface FeatureSettings {
  /** correlation with its drawing, at least */
  readonly alike: number;
  /** cells from where the fit puts it: what is farther is an outlier */
  readonly far: number;
}

/** Which parts of a target a frame shows whole and resolved. */
export interface ViewSettings {
  /** px: what comes nearer to the frame’s edge than this is cut off */
  readonly edge: number;
  /** the narrowest bar that is resolved: off-axis, cycles of the rim of what passes; in-line, cells */
  readonly bar: { readonly cycles: number; readonly cells: number };
}

/** When the distance of a lattice, which casts images of itself along the light, is not known. */
export interface DoubtSettings {
  /** another distance that fits this well, of what the best one does, can’t be told from it */
  readonly asGood: number;
  /**
   * Nor can one that leaves this many times as much unexplained: blur, contrast and width were fitted to the best one,
   * and an image that is not what the frame shows leaves a few per cent, the right place next to nothing.
   */
  readonly unfitted: number;
  /** of half a depth of field: what lies nearer is within the uncertainty */
  readonly same: number;
  /** a distance given without a range may be wrong by this factor, and still look right in an image */
  readonly wrongBy: number;
}

export const judgeSettings: JudgeSettings = {
  evidence: evidenceSettings,
  explained: 0.8,
  nearly: 0.9,
  many: 20,
  found: 0.6,
  leastPeriods: 4,
  width: 2.2,
  bandWidthOff: 0.25,
  features: { alike: 0.7, far: 1.5 },
  view: { edge: 2, bar: { cycles: 0.4, cells: 2 } },
  doubt: { asGood: 0.995, unfitted: 4, same: 0.06, wrongBy: 4 },
};
