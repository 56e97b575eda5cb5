/** Every number that was chosen in taking phase and absorption of a part of the sample to go together. */
export interface CoupledSettings {
  /**
   * Share of what both absorbs and delays light, at the resolution it is solved at, from which on it is tried. What does only one has
   * nothing to gain: clear cells and balls come to 0.01 to 0.06, dyed cells to 0.05 to 0.4.
   */
  readonly mixedShare: number;
  /** samples over the sensor, at most, of the resolution that it is solved at: what is open is broad */
  readonly mostSamples: number;
  /** |x − 1| from which on something belongs to a part */
  readonly least: number;
  /** samples of that resolution: what lies nearer to each other is one part. Measured: with half of √(λz) cells of unequal ratio were taken for one */
  readonly reach: number;
  /** rad: a part of less absorption over its phase delays light only, and the bound |x| ≤ 1 settles its phase better */
  readonly leastAngle: number;
  /**
   * Share of the sample, by Σ q², that is in parts of more than that: where most of it delays light only, what absorbs in the rest are
   * edges that are too sharp. Measured: a phase chart 0.02, dyed cells 0.85 and more.
   */
  readonly mixing: number;
  /** rad: bounds of a part's angle to begin with. Without any it takes long to find one; from a large one it does not come down again */
  readonly leastFirst: number;
  readonly mostFirst: number;
  /** λ to begin with: the twin image is gone at once */
  readonly firstWeight: number;
  readonly iterations: number;
  /** iterations after which parts find their ratio of absorption to phase, and the light is fitted; from one fit of it to the next as many */
  readonly settled: number;
  /** of the polynomial that the amplitude of the light is taken for: without it what is uneven looks like absorption, and the ratio came out at nothing */
  readonly lightDegree: number;
  /** share of the way to its best that an angle goes in an iteration */
  readonly angleStep: number;
}

export const coupledSettings: CoupledSettings = {
  ...{ mixedShare: 0.04, mostSamples: 40_000, least: 0.15, reach: 1, leastAngle: 0.04, mixing: 0.5 },
  ...{ leastFirst: 0.05, mostFirst: 0.5, firstWeight: 0.05 },
  ...{ iterations: 150, settled: 20, lightDegree: 4, angleStep: 0.5 },
};
