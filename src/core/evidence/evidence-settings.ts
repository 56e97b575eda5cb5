/** From where on a thing is there, whichever stage asks: each stage's settings hold this one. */
export interface EvidenceSettings {
  /** share of a frame's pixels at its largest value from which on its range cut something off */
  readonly saturated: number;
  /**
   * Share of the squared misfit that a disc in the optics, a weak copy of the frame, or offsets of several must take away to be there. Measured in line:
   * discs of any radius take at most 0.003 of it where a sample has nothing so fine, and 0.05 to 0.4 on charts; in calibrations,
   * where all that a target sends lies well inside, some disc always fits the noise a little better (up to 0.006), and its rim,
   * near an order, draws the pitch along (0.16 %), while one that cuts something off takes 0.02 and more.
   */
  readonly worth: number;
  /**
   * share of a frame's pixels of which more are not worth going on with: full ones in a calibration. Where more stay bright or dark
   * whatever light they get, they are something else
   */
  readonly spoilt: number;
  /** share of a frame's pixels that may have no phase that is trusted, or none better than a radian, without a word */
  readonly untrusted: number;
  /**
   * share to which light is known: frames that differ by less are left as they are, and light below this share of its median is not
   * divided by as it is
   */
  readonly slack: number;
  /**
   * rad: less phase than this is nothing: a structure that is smaller is none, of parts that are open by less nobody is told, and a
   * background that is smaller may as well be the sample's. Down to a thousand photo-electrons light was estimated well with less
   */
  readonly phase: number;
  /** equal parts of a frame's side, of which what is smooth, light or phase, must foretell those it was not fitted to */
  readonly parts: number;
  /** standard deviations from which a residual is no noise any more, and loses its weight */
  readonly reach: number;
  /** standard deviations by which a value must differ that was asked for … */
  readonly clear: number;
  /** … by which one of some hundred must, … */
  readonly proven: number;
  /** … and one of all the pixels of a frame: chance never does */
  readonly sure: number;
}

export const evidenceSettings: EvidenceSettings = {
  saturated: 0.002,
  worth: 0.01,
  spoilt: 0.01,
  untrusted: 0.02,
  slack: 0.02,
  phase: 0.05,
  parts: 4,
  reach: 4,
  clear: 3,
  proven: 6,
  sure: 8,
};
