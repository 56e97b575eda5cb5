import { evidenceSettings, type EvidenceSettings } from '../evidence/evidence-settings.ts';
/** Every number that was chosen in estimating the light without a sample and the noise of a frame. */
export interface LightSettings {
  readonly fit: LightFitSettings;
  readonly noise: FrameNoiseSettings;
  readonly pixels: PixelSettings;
  readonly evidence: EvidenceSettings;
}

/** The smooth light that is estimated from the hologram itself. */
export interface LightFitSettings {
  /** a higher degree must bring the residual down by this factor, or it follows the sample rather than the light */
  readonly worthADegree: number;
  /** factor by which a degree up to 2 must bring the error of its prediction of parts left out down */
  readonly betterPrediction: number;
  /** quantile of the tiles at which a prediction is better: a sample hides more than half of some frames */
  readonly atQuantile: number;
  /**
   * Degree of the series that a light which bends is looked for from, before higher ones may follow it: with more it follows the sample, and does not
   * come back. Measured on 114 rigs of the second simulator (211001 on): with 0, 1, 2, 4 and 6 errors of the light are 1.06, 1.07, 1.02, 1.18 and
   * 1.31 times as large as with 3.
   */
  readonly bentFrom: number;
  /** a fit may not be brighter than the brightest tile by more than this factor anywhere on the frame */
  readonly brightest: number;
  /** quantile of the tiles that the climb goes to: a sample takes light and gives none */
  readonly upwards: number;
  /** scales at which Tukey's biweight reaches 0 */
  readonly reach: number;
  readonly tiles: {
    /** along a side, */
    readonly most: number;
    /** and pixels along a tile's side, at least */
    readonly least: number;
  };
  /** fringes and samples leave residuals that no degree brings down, where a better prediction decides: equal parts a side, of which one of each row is predicted from the others in turn */
  readonly evidence: EvidenceSettings;
}

/** The noise of the camera against the brightness. */
export interface FrameNoiseSettings {
  /** relative spread of brightness below which offset and slope can't be told apart: all noise is shot noise */
  readonly leastSpread: number;
  /** classes of like brightness so far above the line (relative) hold fringes as fine as the noise */
  readonly above: number;
  /** places of like brightness that are read together, of some 40,000 */
  readonly classes: number;
}

/** Pixels that stay bright or dark whatever light they get. */
export interface PixelSettings {
  /** one stands out of the noise, and by so many times what those around it differ by */
  readonly around: number;
}

/** Chosen on simulated charts, cells, stars and phase charts under light that falls off by up to 60 %, with and without dust. */
export const lightSettings: LightSettings = {
  fit: {
    worthADegree: 0.6,
    betterPrediction: 0.8,
    atQuantile: 0.4,
    bentFrom: 3,
    brightest: 1.25,
    upwards: 0.8,
    reach: 3.5,
    tiles: { most: 24, least: 12 },
    evidence: evidenceSettings,
  },
  noise: { leastSpread: 0.08, above: 0.25, classes: 48 },
  pixels: { around: 2 },
  evidence: evidenceSettings,
};
