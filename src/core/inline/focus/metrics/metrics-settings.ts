/**
 * The focus metrics: where they are taken, and what counts as evidence. Chosen on simulated holograms of
 * `bench/accuracy/inline-focus.ts` and the recordings of `bench/accuracy/inline-sets.ts`. Depths are depths of field
 * λ / NA² of what is resolved at the distance; strengths are depths of extrema, 0 … 1.
 */
export interface MetricsSettings {
  /**
   * depths, the last step of a search, and that of a scan of rings, which come in no smaller ones. Two distances within one are the same. What a single way tells is known to half of it,
   * and so near another way must lie to confirm weak evidence, or that of a single object, which may deceive
   */
  readonly step: number;
  /** share of the distance: a depth of field that is longer says nothing, and no step is longer than that */
  readonly longest: number;
  readonly sweep: SweepSettings;
  readonly extrema: ExtremaSettings;
  readonly strength: StrengthSettings;
  readonly follow: FollowSettings;
  readonly parts: PartsSettings;
  readonly uncertainty: FocusUncertaintySettings;
}

/** Distances and places at which the metrics are taken. */
export interface SweepSettings {
  /** depths, from one distance to the next */
  readonly step: number;
  /** depths: nearer to the sensor nothing is told from its own twin */
  readonly nearest: number;
  /** depths beyond the range, so that a focus at its end is a minimum and not an end */
  readonly beyond: number;
  /** tiles a side: each may vote for a focus of its own */
  readonly mostTiles: number;
  /** samples a side of the hologram, of one tile */
  readonly leastTile: number;
  /** share of each side that the metrics leave out: the contrast fades there */
  readonly margin: number;
  /**
   * ε of the division by an object's contrast c, c / (c² + ε): with 0.1, what is seen at less than a third of the full
   * contrast is not amplified further
   */
  readonly contrastFloor: number;
}

/** When a metric has an extremum, and two have the same. */
export interface ExtremaSettings {
  /** a dip's rims are looked for within this factor of its distance */
  readonly window: number;
  /** depths: extrema of two metrics, or of one and of the model's cost, this near each other mean the same focus; strong phase bars of 512 px fail with 1 */
  readonly same: number;
  /** what is as good as flat: where one metric has no extremum a slope may hide one of this depth, and a cost that rises by less says nothing */
  readonly flat: number;
}

export interface StrengthSettings {
  /** what is weaker is often chance, what is stronger is clear */
  readonly clear: number;
  /** evidence that is so many times stronger wins over other evidence; what is so many times weaker than what is clear says nothing */
  readonly clearer: number;
}

/** From the first sweep's resolution to the hologram's. */
export interface FollowSettings {
  /**
   * by how much the resolution grows from one level to the next, where the window is a depth of its own to either side. A grid of
   * trials that is coarser than the metrics by more than a level does not correct their distance
   */
  readonly finer: number;
  /** depths, half width of the window of a level that is the first and the last */
  readonly lastWindow: number;
}

/** Parts of the frame that are in focus elsewhere. */
export interface PartsSettings {
  /** tiles that agree on a distance are a focus where one of them is this strong */
  readonly strong: number;
  /** or there are this many */
  readonly agreeing: number;
  /** of an average tile's gradient: tiles with less hold nothing */
  readonly leastEnergy: number;
  /** of the frame's gradient: foci with less are left out */
  readonly leastShare: number;
  /**
   * probability of parts that agree by chance, at any distance of the range, below which they are believed. One in a thousand would do
   * were they independent; they are not quite: neighbours share light, and slow trends of the metric are in all of them
   */
  readonly chance: number;
}

/** What is stated, in depths of field. */
export interface FocusUncertaintySettings {
  /** no focus is stated better, and none lies nearer to the sensor: objects are not altogether weak, and grids not endlessly fine */
  readonly least: number;
}

export const metricsSettings: MetricsSettings = {
  step: 0.25,
  longest: 0.3,
  sweep: {
    step: 0.4,
    nearest: 0.3,
    beyond: 2,
    mostTiles: 6,
    leastTile: 40,
    margin: 1 / 16,
    contrastFloor: 0.1,
  },
  extrema: { window: 2.5, same: 0.75, flat: 0.002 },
  strength: { clear: 0.1, clearer: 1.5 },
  follow: { finer: 2, lastWindow: 1 },
  parts: {
    strong: 0.2,
    agreeing: 3,
    leastEnergy: 0.4,
    leastShare: 0.03,
    chance: 1e-5,
  },
  uncertainty: { least: 0.05 },
};

/** Depths of field, at least, of a focus that is not certain: it is looked for a window to either side, and half of that is as likely as not. */
export function openFocus({ follow }: Pick<MetricsSettings, 'follow'>): number {
  return follow.lastWindow / 2;
}
