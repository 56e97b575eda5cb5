/** Every number that was chosen in telling by how much the distances of a stack are off. */
export interface HeightsSettings {
  /** share of the nearest distance that all are looked for within */
  readonly farthest: number;
}

/** Chosen on stacks of a simulator that was written apart: cells, red blood cells, a phase chart and tissue, of three or four heights. */
export const heightsSettings: HeightsSettings = {
  farthest: 0.5,
};
