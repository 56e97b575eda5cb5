/** How a drawing is fitted to a frame. */
export interface FitSettings {
  readonly residuals: {
    /** standard deviations from which residuals lose weight: dust, reflections, what the drawing lacks */
    readonly reach: number;
    /** intensity below which an amplitude is not told from 0: a root of noise would not average out */
    readonly dark: number;
  };
  readonly steps: {
    /** shortenings that are tried before a step counts as the last */
    readonly attempts: number;
    /** share by which a step must lower the residuals, else it may be the last */
    readonly settled: number;
    /** share of itself by which a step may turn or stretch the target: what is farther no slope foretells */
    readonly mostTurned: number;
    /** sides of the frame by which a step may move the target’s origin, which may lie far outside */
    readonly farthest: number;
  };
  /** parts of the frame along its shorter side whose residuals count as independent of each other */
  readonly parts: number;
  /** px²: the blur that a fit starts from */
  readonly blur: number;
  /**
   * share by which a disc in the optics must lower the residuals: where all that a target sends lies well inside, some
   * disc always fits the noise a little better (up to 0.6 % measured), and its rim, near an order, draws the pitch along
   * (0.16 %). A disc that cuts something off makes 2 % of it and more.
   */
  readonly worthADisc: number;
  readonly final: FinalSettings;
}

/** The last fit, of everything at once, at the finest cells. */
export interface FinalSettings {
  /** camera pixels at the frame’s edge: a step that moves nothing by more is the last */
  readonly enough: number;
  readonly iterations: {
    /** of the first fit with everything in it, and of one that starts anew */
    readonly first: number;
    /** after a pupil or a further degree of the aberration */
    readonly then: number;
    /** of the last one */
    readonly last: number;
    /** of the last one, where parts have places of their own */
    readonly lastOfPieces: number;
    /** of a ball’s last one: its size, distance and height do nearly the same, and steps go far along what they share */
    readonly lastOfBall: number;
  };
  /** times that the optics’ disc is looked for, each time beside what the fit before came to */
  readonly pupils: number;
  /** parts with a place of their own: more add work and hardly knowledge */
  readonly mostPieces: number;
  /** by how many times its share of the data a further term of the aberration must lower the residuals */
  readonly worthATerm: number;
  /** px²: off-axis, more than pixels and lenses blur; a fit that needs it is lost, or makes up for a pupil */
  readonly soft: number;
  /** in-line: contrast of parts that are drawn as dense as they are comes out nearer to 1, with the right pupil */
  readonly contrastOff: number;
}

export const fitSettings: FitSettings = {
  residuals: { reach: 4, dark: 0.01 },
  steps: { attempts: 5, settled: 1e-3, mostTurned: 0.5, farthest: 10 },
  parts: 16,
  blur: 0.1,
  worthADisc: 0.01,
  final: {
    enough: 0.003,
    iterations: { first: 6, then: 4, last: 2, lastOfPieces: 4, lastOfBall: 15 },
    pupils: 3,
    mostPieces: 12,
    worthATerm: 12,
    soft: 1,
    contrastOff: 0.003,
  },
};
