import { evidenceSettings, type EvidenceSettings } from '../../evidence/evidence-settings.ts';
import type { RingingCycles } from '../model/margin.ts';

/** How a drawing is fitted to a frame. */
export interface FitSettings {
  /**
   * residuals lose weight from its reach on: dust, reflections, what the drawing lacks; it says what a disc or a copy is worth; and, one σ, as light
   * is known to its slack, how much of it carries no hologram in line: of black levels and scattered light, what is left where nobody takes a dark frame
   */
  readonly evidence: EvidenceSettings;
  readonly iterations: IterationSettings;
  /** a quarter less of the second and a chart off-axis is refused; a quarter more makes error over σ of four targets 0.9 to 2.2 times what it is, a quarter of the first 0.6 to 1.1 times */
  readonly ringing: RingingCycles;
  /** parts of the frame along its shorter side whose residuals count as independent of each other */
  readonly parts: number;
  readonly final: FinalSettings;
  readonly refit: RefitSettings;
}

/** Steps of Gauss and Newton at most. */
export interface IterationSettings {
  /** from one of several places that a fit may start from, and after something was added: a pupil, a degree of the aberration, places of parts of their own */
  readonly then: number;
  /**
   * on cells that leave little to be done, of the last fit, and of a disc, whose rim moves on with it. As often is what cameras and
   * filters make of the fitted field beside what the model has taken off and everything fitted again: what is left after once is of
   * second order, after twice below noise
   */
  readonly last: number;
}

/** What a rig may have that a fit takes for perfect, one σ of each term: what makers call good, before a frame is seen. */
export interface RefitSettings {
  /** waves: 0.05 in all is a Strehl ratio of 0.9 (Maréchal), shared by seven terms of a lens */
  readonly lens: number;
  /** share of half the frame by which each term moves what lies at its edge: of any lens that is sold for measuring */
  readonly distortion: number;
  /** share of a disc's radius by which it lies aside, in the middle of the frame and more so at half its side: of light that a person takes for straight and even */
  readonly offCentre: number;
  /** share of a disc's radius by which it is moved to see what that does: as wide as its rim is drawn */
  readonly discMoved: number;
  /** share of the amplitude by which pixels weaken what is recorded, from the middle of the band to its rim */
  readonly pixels: number;
  /** in-line: share of what a pixel collects beyond the square of its field's mean, by which it differs from one that uses all of its area */
  readonly area: number;
  /** rad, and share of the amplitude: what each term of weak copies adds to a frequency */
  readonly reflections: number;
  /**
   * of those terms over what passes: a copy that lies up to a dozen pixels aside goes through no more than a turn or two
   * over what off-axis filters pass
   */
  readonly reflectionDegree: number;
  /** share of their own width by which bars of a chart are wider than drawn beside what all of them are wider by: makers state several per cent of the finest */
  readonly bars: number;
  /** share of the amplitude of light, by each smooth term beyond what is fitted */
  readonly light: number;
  /** rad: phase at the sensor, by each term of the next degree */
  readonly phase: number;
  /** rad over half the frame: an order of a lattice whose slope noise alone would make larger is not seen, and tells nothing of how far a lens passes light */
  readonly orderSeen: number;
}

/** The last fit, of everything at once, at the finest cells. */
export interface FinalSettings {
  /** by how many times its share of the data a further term of the aberration, or in-line of a chart's light, must lower the residuals */
  readonly worthATerm: number;
  /** in-line: contrast of parts that are drawn as dense as they are comes out nearer to 1, with the right pupil */
  readonly contrastOff: number;
}

export const fitSettings: FitSettings = {
  evidence: evidenceSettings,
  iterations: { then: 4, last: 2 },
  ringing: { found: 3, measured: 12 },
  parts: 16,
  final: {
    worthATerm: 12,
    contrastOff: 0.003,
  },
  refit: {
    lens: 0.02,
    distortion: 0.02,
    offCentre: 0.05,
    discMoved: 0.01,
    pixels: 0.08,
    area: 0.5,
    reflections: 0.03,
    reflectionDegree: 4,
    bars: 0.05,
    light: 0.1,
    phase: 0.3,
    orderSeen: 0.1,
  },
};
