/**
 * Trials of phase retrieval at several distances, and how their costs decide. Chosen on simulated holograms of
 * `bench/accuracy/inline-focus.ts` and the recordings of `bench/accuracy/inline-sets.ts`. Depths are depths of field
 * λ / NA² of what is resolved at the distance; what a trial costs more than the cheapest is a share of the cheapest.
 */
export interface ModelSettings {
  readonly cost: CostSettings;
  readonly grid: GridSettings;
  readonly choice: ChoiceSettings;
  /** rms of the contrast: of holograms with less the metrics' own model is exact, and little noise decides the cost */
  readonly weakContrast: number;
}

/** One trial, with the weights of the retrieval: distances are told apart long before the field has converged. */
export interface CostSettings {
  readonly coarseIterations: number;
  readonly fineIterations: number;
}

/** What trials are made on. */
export interface GridSettings {
  /** samples a side of the whole frame, of the parts that local foci are tried on, and of that for the last candidates */
  readonly side: number;
}

/** Which candidates go on. */
export interface ChoiceSettings {
  /** candidates of the metrics that are tried: with three, strong phase bars were taken for absorbing ones */
  readonly most: number;
  /** minima of the scan that are tried, and candidates of both that go on to the finest grid */
  readonly mostFinalists: number;
  /** none weaker than this share of the strongest, and no rival of the focus */
  readonly ofTheStrongest: number;
  /** what costs so much more is excluded, but in weak holograms, whose costs are trusted less; less could as well be the focus where the metrics show it */
  readonly excluded: number;
  /** costs this near each other do not decide: the strongest for its distance is taken; one that rises by more over a third of a depth tells the distance */
  readonly asCheap: number;
  /**
   * share of the fringes' aperture: from farther away, where the frame catches less, it is light from outside the frame
   * that explains them, and cheaply; where the metrics are clear that is no rival
   */
  readonly leastCaught: number;
}

export const modelSettings: ModelSettings = {
  cost: { coarseIterations: 15, fineIterations: 8 },
  grid: { side: 256 },
  choice: {
    most: 4,
    mostFinalists: 3,
    ofTheStrongest: 0.3,
    excluded: 0.12,
    asCheap: 0.02,
    leastCaught: 0.5,
  },
  weakContrast: 0.04,
};
