/** Every number that was chosen in telling by how much the distances of a stack are off. */
export interface HeightsSettings {
  /** px along a side of the part of the frames that is tried */
  readonly side: number;
  /** iterations of a trial at a quarter of the resolution, and at finer ones: with 60 and 300 the cost is least at the same distances */
  readonly iterations: { readonly quarter: number; readonly fine: number };
  /** depths of field, of the first step to either side */
  readonly step: number;
  /** share of the nearest distance that all are looked for within */
  readonly farthest: number;
  /** depths of field to either side, within which the misfit's own minimum is looked for; a bound of the work */
  readonly compared: number;
  /** px at the edges of a frame that do not tell a single distance: light from beyond comes in there */
  readonly rim: number;
  /** depths of field: no distance is stated better, as of a focus that is searched */
  readonly least: number;
}

/** Chosen on stacks of a simulator that was written apart: cells, red blood cells, a phase chart and tissue, of three or four heights. */
export const heightsSettings: HeightsSettings = {
  ...{ side: 256, iterations: { quarter: 100, fine: 20 } },
  ...{ step: 0.5, farthest: 0.5, compared: 4, least: 0.05, rim: 8 },
};
