/** Every number that was chosen in taking phase and absorption of a part of the sample to go together. */
export interface CoupledSettings {
  /** |x − 1| from which on something belongs to a part */
  readonly least: number;
  /** samples of that resolution: what lies nearer to each other is one part. Measured: with half of √(λz) cells of unequal ratio were taken for one */
  readonly reach: number;
  /** rad: a part of less absorption over its phase delays light only, and the bound |x| ≤ 1 settles its phase better */
  readonly leastAngle: number;
  /** rad: a part's angle to begin with lies between the least and this. Without any bound it takes long to find one; from a large one it does not come down again */
  readonly mostFirst: number;
  /** λ to begin with: the twin image is gone at once. With that of other resolutions dyed cells came out 14 and 20 % worse */
  readonly firstWeight: number;
  readonly iterations: number;
  /** iterations after which parts find their ratio of absorption to phase, and the light is fitted; from one fit of it to the next as many */
  readonly settled: number;
  /** share of the way to its best that an angle goes in an iteration */
  readonly angleStep: number;
}

export const coupledSettings: CoupledSettings = {
  ...{ least: 0.15, reach: 1, leastAngle: 0.04 },
  ...{ mostFirst: 0.5, firstWeight: 0.05 },
  ...{ iterations: 150, settled: 20, angleStep: 0.5 },
};
