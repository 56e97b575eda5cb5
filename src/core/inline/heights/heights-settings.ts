/** Every number that was chosen in telling by how much the distances of a stack are off. */
export interface HeightsSettings {
  /** depths of field, of the first step to either side */
  readonly step: number;
  /** share of the nearest distance that all are looked for within */
  readonly farthest: number;
  /** depths of field to either side, within which the misfit's own minimum is looked for; a bound of the work */
  readonly compared: number;
  /** px at the edges of a frame that do not tell a single distance: light from beyond comes in there */
  readonly rim: number;
}

/** Chosen on stacks of a simulator that was written apart: cells, red blood cells, a phase chart and tissue, of three or four heights. */
export const heightsSettings: HeightsSettings = {
  ...{ step: 0.5, farthest: 0.5, compared: 4, rim: 8 },
};
