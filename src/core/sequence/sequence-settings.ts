import { offAxisSettings, type OffAxisSettings } from '../off-axis/off-axis-settings.ts';

/** How a sequence's frames are brought together. Chosen on simulated drift and on the frames of its tests. */
export interface SequenceSettings {
  readonly offAxis: OffAxisSettings;
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
}

export const sequenceSettings: SequenceSettings = {
  offAxis: offAxisSettings,
  referenceFrames: 9,
  weakReference: 0.1,
  leastCoherence: 0.3,
  agreeing: 0.5,
  leastAgreement: 0.4,
  leastLight: 0.05,
  light: { min: 0.4, max: 2.5 },
  mostShift: 0.02,
  steep: 1.5,
};
