/** How a target is looked for in a frame. */
export interface LocateSettings {
  readonly poses: {
    /** correlation of a drawing with itself, turned, from which it looks the same: on coarse cells it never is 1 */
    readonly symmetric: number;
  };
  /** share explained, or of the expected parts found, from which nothing is missing: no pupil, no other sideband is looked for, and nobody warned */
  readonly clear: number;
  /**
   * times by which finer cells explain more than the coarsest, and the last fit more than these, at most: a frame that can't come to what
   * is asked for is given up. Right charts explain 0.78 to 0.99 on the coarsest cells (40 rigs of the second simulator), others below 0.1
   */
  readonly gain: number;
  /** what a distance outside the range costs, up to the farthest one that is allowed: more than noise explains */
  readonly outsideCosts: number;
  readonly ends: EndSettings;
  readonly images: ImageSettings;
}

/** Where a lattice is compared with images of itself. */
export interface ImageSettings {
  /**
   * depths of field to either side of an image that it is looked for in: a fit in one of them ends a little beside it. Chosen on
   * two rigs of the second simulator that failed (seeds 5 and 8), and seen on two that did not (6 and 9)
   */
  readonly beside: number;
}

/** Where the lines of a scale end. */
export interface EndSettings {
  /** samples along a line over which it is looked at together: noise, and the twin's fringes, are narrower */
  readonly window: number;
}

export const locateSettings: LocateSettings = {
  poses: { symmetric: 0.985 },
  clear: 0.93,
  gain: 2,
  outsideCosts: 0.05,
  ends: { window: 5 },
  images: { beside: 3 },
};
