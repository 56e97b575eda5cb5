import type { BlurSettings } from '../spectrum/frame-blur.ts';
/** How the sideband is found, measured and, where there is none, refused. */
export interface SidebandSettings {
  /**
   * cycles per camera pixel: fringes wider than 22 px leave a filter of a few Fourier pixels, and what gathers there belongs
   * to the sample or to the autocorrelation term
   */
  readonly leastCarrier: number;
  /** Where power gathers beyond what its distance from DC explains. */
  readonly candidates: {
    /** cells, half width over which power is gathered: a few bins for a sharp carrier, more for a curved one */
    readonly reach: number;
    /** how many times the median of its ring around DC a cell must hold before it counts */
    readonly medians: number;
    /** share of their power that cells on an axis count with: stripes of the camera and of the frame's edges lie there */
    readonly axisWeight: number;
    /** below this share of its surroundings' power a peak is not the carrier: one curved by 40 rad has only a centre */
    readonly peakShare: number;
  };
  /** How far the sideband reaches, ring by ring around the carrier. */
  readonly extent: {
    /** a ring counts as signal when it exceeds what is beside it by this many standard errors … */
    readonly standardErrors: number;
    /** … and by this share */
    readonly excess: number;
    /** it ends where this many rings in a row are not signal */
    readonly silentRings: number;
    /** share of the carrier: a smaller filter would blur what the optics resolve, however quiet the rest of the frame */
    readonly leastShare: number;
    /** share to which its radius is known: rings are as wide, and a field that is cut off costs more than noise */
    readonly radiusError: number;
    /** share of the carrier: no larger filter keeps away from DC */
    readonly mostShare: number;
    /** power within a rim over that beyond it from which on it is a lens's, and not a spectrum that fades away */
    readonly sharp: number;
    /** cosine of the half angle of the sectors that profiles leave out: towards DC, or towards the carrier and its twin */
    readonly sectorCosine: number;
  };
  /** What a gathering must show to be a sideband. */
  readonly proof: {
    /**
     * power over that in the same disc turned about DC, which has the same autocorrelation term. With noise alone in
     * that disc, a plane wave of contrast c has a phase noise of √(8 / c) rad: 50 is at the edge of use. A patch of speckle
     * needs as much; die-rough has 360
     */
    readonly contrast: number;
    /** the same on an axis of the camera, where bars and squares of a sample put their power: steps seen in-line have 50 to 200 */
    readonly contrastOnAxis: number;
    /** power over that on the way to DC: real and simulated sidebands have above 8, bars of a chart below 4 */
    readonly aboveWay: number;
    /** places on the way, as shares of it: squares need the farther one, rulings the nearer */
    readonly onTheWay: readonly number[];
    /** radius of the discs that are compared, as a share of the filter's */
    readonly discShare: number;
    /** where the caller says that one lies: mean power in the filter over the noise in it */
    readonly givenSignalToNoise: number;
  };
  /** What a patch of speckle without a peak must show to be a rough object's sideband. Chosen on die-rough and simulated ones. */
  readonly patch: {
    /** median over mean of the power in the filter: speckle has 0.7 to 1 */
    readonly even: number;
    /** how bins differ from their neighbours: speckle has 0.67, a smooth spectrum near 0 */
    readonly grain: number;
    /** power of the highest bin over the mean in a disc of `discShare` around it, from which on it is a peak: speckle has 8 to 18 */
    readonly peak: number;
    /** power in its middle over the least on the way to DC, from where an autocorrelation term falls off; die-rough has 2 */
    readonly rise: number;
    /** share of the filter's radius that an object fills which is not round */
    readonly innerShare: number;
    /** share of the distance from DC over which power draws the centre: a patch and its twin don't meet within it */
    readonly drawnFrom: number;
  };
  /** How a frame that was smoothed is told by its noise. */
  readonly blur: BlurSettings;
  /** power relative to the sideband's: weaker rivals are not worth a word */
  readonly notableRival: number;
}

/** What each does: `bench/sensitivity.ts sideband`. */
export const sidebandSettings: SidebandSettings = {
  leastCarrier: 0.045,
  candidates: { reach: 3, medians: 2, axisWeight: 0.05, peakShare: 0.08 },
  extent: {
    ...{
      standardErrors: 4,
      excess: 0.1,
      silentRings: 3,
      leastShare: 1 / 4,
      mostShare: 0.9,
      radiusError: 0.03,
      sharp: 5,
    },
    sectorCosine: 0.5,
  },
  proof: {
    ...{ contrast: 50, contrastOnAxis: 200, aboveWay: 5, givenSignalToNoise: 2 },
    ...{ onTheWay: [0.5, 0.7], discShare: 0.25 },
  },
  patch: {
    ...{ even: 0.5, grain: 0.3, peak: 30, rise: 1.5, innerShare: 0.6, drawnFrom: 0.6 },
  },
  blur: { least: 0.5, leastAboveRounding: 0.8, alike: 0.25, beyondHeard: 1.2, knownTo: 0.15 },
  notableRival: 0.2,
};
