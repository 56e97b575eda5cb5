/** How the smooth phase and amplitude of the background are told from the sample. */
export interface BackgroundSettings {
  /** a higher degree of the amplitude must bring the residual down by this factor, or it fits the sample rather than the light */
  readonly worthADegree: number;
  /** tiles darker than this share of the median carry no phase */
  readonly leastModulus: number;
  /** tiles less coherent than this share of what is usual here mix two levels of a sample: their mean is neither */
  readonly coherentShare: number;
  /** tiles without which there is no fit: too little of the frame carries phase */
  readonly leastTiles: number;
}

/** What each does: `bench/sensitivity.ts off-axis background`. */
export const backgroundSettings: BackgroundSettings = {
  worthADegree: 0.8,
  leastModulus: 0.15,
  coherentShare: 0.9,
  leastTiles: 12,
};
