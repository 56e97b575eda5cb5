import { responseSettings } from '../inline/response/response-settings.ts';
import { inlineSettings, type InlineSettings } from '../inline/inline-settings.ts';
import type { WarmSettings } from '../inline/retrieve/warm-retrieval.ts';
import { offAxisSettings, type OffAxisSettings } from '../off-axis/off-axis-settings.ts';

/** How a sequence's frames are brought together. Chosen on simulated drift and on the frames of its tests. */
export interface SequenceSettings {
  /**
   * Frames fade over 4 cycles of the filter's rim, single ones over 1.5: what their edges ring through the filter is the same in
   * each and stays in a mean (docs/decisions/0012). Chosen on beads of 6 rad, seeds 774111 and 774112.
   */
  readonly offAxis: OffAxisSettings;
  readonly inline: InlineSettings;
  /** in-line frames that start each from the one before: as many lie in a chunk of the result */
  readonly inlineGroup: number;
  /**
   * In-line, a frame that starts from the one before. Measured on cells and beads that move by 1 to 4 px a frame, 256 and
   * 320 px: errors are 0.85 to 1.12 times those of frames by themselves after 16 iterations, and no less after 28. They were
   * chosen on seeds 1, 2 and 21; 31 says the same.
   */
  readonly warm: WarmSettings;
  /**
   * In-line, where the frame before explains wrongly less than the share `change` of the contrast, squared; where it is more,
   * the solution is first moved to where the sample lies now, if it has moved as a whole. Measured on cells
   * that lie still or move by half a pixel, 320 px: errors after 12 iterations are those of frames by themselves.
   */
  readonly still: WarmSettings & { readonly change: number };
  /**
   * In-line: a frame is retrieved by itself where the frame before explains wrongly more than the share `change` of its
   * contrast, squared, or in the end more is left than `misfit` times what the start left. Measured on cells, 1.5 mm away, in
   * frames of 128 and 224 px: with a share of 0.05 to 0.07 (moved by 1 px) errors are 0.85 to 1.07 times those of frames by
   * themselves, with 0.17 to 0.23 (2 px) 0.95 to 2, with 0.8 (5 px) 1.15 to 1.3, with 1.8 (another sample) 1.4; all that
   * before the solution moved with the sample.
   */
  readonly restart: { readonly change: number; readonly misfit: number };
  /** in-line: with more left than so, over the start's, nothing in one plane explains the frame */
  readonly poorMisfit: number;
  /** frames that the mean is made of, spread evenly; odd, so that a median is one of them */
  readonly referenceFrames: number;
  /** share of the reference's usual modulus below which its phase is not divided by */
  readonly weakReference: number;
  /** tiles whose mean keeps less than this share of their power hold no common phase */
  readonly leastCoherence: number;
  /** rad: a tile whose phase is this close to the drift's surface agrees with the reference */
  readonly agreeing: number;
  /** a frame of which fewer tiles agree does not belong: of one without any likeness 0.5 / π do by chance */
  readonly leastAgreement: number;
  /** light of a frame over the reference's, below which it has no fringes */
  readonly leastLight: number;
  /** light of a frame over the reference's, the least and the most that belongs */
  readonly light: { readonly min: number; readonly max: number };
  /** share of the filter's radius: a sideband that lies further off is demodulated where it lies */
  readonly mostShift: number;
  /** rad across a tile: a drift that is steeper is taken out before tiles are averaged */
  readonly steep: number;
  /**
   * The sample's own light is taken out of the frames where it puts more than `leastShare` of the noise's variance into the
   * filter (less would change σ by half a percent) and is seen by `certain` of its standard deviations. Neither was chosen
   * on a case.
   */
  readonly objectLight: { readonly leastShare: number; readonly certain: number };
}

export const sequenceSettings: SequenceSettings = {
  offAxis: { ...offAxisSettings, demodulation: { ...offAxisSettings.demodulation, fadeCycles: 4 } },
  // frames are taken as they are, as what one of them tells is not told to the others: a gamma is a doubt, however clearly it shows
  inline: { ...inlineSettings, response: { ...responseSettings, worth: Infinity } },
  inlineGroup: 8,
  warm: { maxIterations: 16, window: 8, tolerance: 0.003 },
  still: { change: 0.02, maxIterations: 12, window: 8, tolerance: 0.003 },
  restart: { change: 0.1, misfit: 1.1 },
  poorMisfit: 1.5,
  referenceFrames: 9,
  weakReference: 0.1,
  leastCoherence: 0.3,
  agreeing: 0.5,
  leastAgreement: 0.4,
  leastLight: 0.05,
  light: { min: 0.4, max: 2.5 },
  mostShift: 0.02,
  steep: 1.5,
  objectLight: { leastShare: 0.01, certain: 3 },
};
