/** How the smooth phase and amplitude of the background are told from the sample. */
export interface BackgroundSettings {
  /** a higher degree must bring the residual down by this factor, or it fits the sample rather than the instrument */
  readonly worthADegree: number;
  /** tiles darker than this share of the median carry no phase */
  readonly leastModulus: number;
  /** |mean| / root mean square below which a tile carries no phase: it turns, or is noise */
  readonly leastCoherence: number;
  /** tiles less coherent than this share of what is usual here mix two levels of a sample: their mean is neither */
  readonly coherentShare: number;
  /** what is usual: this quantile of the tiles */
  readonly usualQuantile: number;
  /** tiles without which there is no fit */
  readonly leastTiles: number;
  /** rad: tiles whose phase lies within this of the most frequent one start as background */
  readonly startWithin: number;
  /** classes of the phase, over a turn, whose fullest is the most frequent … */
  readonly modeClasses: number;
  /** … each counted with this many on either side */
  readonly modeReach: number;
  /** rad: tile phases are not known better */
  readonly leastScale: number;
  /** share of its mean below which the amplitude is never taken to be: in corners without background a series runs wild */
  readonly leastAmplitude: number;
}

export const backgroundSettings: BackgroundSettings = {
  worthADegree: 0.8,
  leastModulus: 0.15,
  leastCoherence: 0.3,
  coherentShare: 0.9,
  usualQuantile: 0.75,
  leastTiles: 12,
  startWithin: 0.6,
  modeClasses: 90,
  modeReach: 3,
  leastScale: 2e-4,
  leastAmplitude: 0.2,
};
