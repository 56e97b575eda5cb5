/** A smooth phase: Legendre coefficients (rad) in the order of {@link legendreTerms}. */
export interface SmoothPhase {
  readonly degree: number;
  readonly coefficients: Float64Array;
}

/** A surface, and the share of its squared distance from the one that was taken that counts as variance. */
export interface PossiblePhase extends SmoothPhase {
  readonly share: number;
}
