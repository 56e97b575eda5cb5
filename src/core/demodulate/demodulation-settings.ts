/** How the sideband becomes a field, and a background frame is divided out of it. */
export interface DemodulationSettings {
  /**
   * cycles of the filter's rim over which the frame fades at its edges: a few resolution lengths, so that the fade's own
   * spectrum passes the filter
   */
  readonly fadeCycles: number;
  /** share of the frame's shorter side that the faded margin takes at most, of tiny frames */
  readonly mostMargin: number;
  /** share of the frame's typical amplitude: a weaker background frame is regularised rather than divided by */
  readonly weakBackground: number;
  /**
   * pixels at the frame's largest value from which on it may be clipped: the spot that a bead out of focus gathers its light in
   * is small, and decides on the bead
   */
  readonly leastClipped: number;
  /** share of full pixels beyond which hardly anything of a fringe is left, and by what its amplitude fell can't be said */
  readonly mostClipped: number;
}

export const demodulationSettings: DemodulationSettings = {
  fadeCycles: 1.5,
  mostMargin: 1 / 8,
  weakBackground: 0.05,
  leastClipped: 9,
  mostClipped: 0.8,
};
