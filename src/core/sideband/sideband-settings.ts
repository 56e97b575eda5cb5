/** How the sideband is found, measured and, where there is none, refused. Frequencies in cycles per camera pixel. */
export interface SidebandSettings {
  /** Where power gathers beyond what its distance from DC explains. */
  readonly candidates: {
    /** how many are tried */
    readonly count: number;
    /** nearer to DC a carrier can't be told from the autocorrelation term */
    readonly least: number;
    /** beyond this, along either axis, sampling artefacts of the camera sit on the Nyquist lines */
    readonly most: number;
    /** cells, half width over which power is gathered: a few bins for a sharp carrier, more for a curved one */
    readonly reach: number;
    /** rings around DC whose medians are taken off */
    readonly rings: number;
    /** how many times its ring's median a cell must hold before it counts */
    readonly medians: number;
    /** cells: nearer to an axis lie stripes of the camera and of the frame's edges … */
    readonly axisCells: number;
    /** … which count as this share of their power */
    readonly axisWeight: number;
    /** how far around a candidate its peak may lie */
    readonly peakReach: number;
    /** below this share of its surroundings' power a peak is not the carrier: a curved one has no peak, only a centre */
    readonly peakShare: number;
  };
  /** How far the sideband reaches, ring by ring around the carrier. */
  readonly extent: {
    /** width of a ring, at least */
    readonly ringStep: number;
    /** a ring counts as signal when it exceeds what is beside it by this many standard errors … */
    readonly standardErrors: number;
    /** … and by this share */
    readonly excess: number;
    /** it ends where this many rings in a row are not signal */
    readonly silentRings: number;
    /** share of the carrier: a smaller filter would blur what the optics resolve, however quiet the rest of the frame */
    readonly leastShare: number;
    /** share of the carrier: no larger filter keeps away from DC */
    readonly mostShare: number;
    /** degrees about DC: turned by these, a disc sees the same autocorrelation term but not the sideband */
    readonly beside: readonly number[];
    /** cosine of the half angle of the sectors that profiles leave out: towards DC, or towards the carrier and its twin */
    readonly sectorCosine: number;
  };
  /** What a gathering must show to be a sideband. */
  readonly proof: {
    /** mean power in the filter over the noise in it */
    readonly signalToNoise: number;
    /**
     * power over that in the same disc turned about DC, which has the same autocorrelation term. With noise alone in
     * that disc, a plane wave of contrast c has a phase noise of √(8 / c) rad: 50 is at the edge of use
     */
    readonly contrast: number;
    /** the same on an axis of the camera, where bars and squares of a sample put their power */
    readonly contrastOnAxis: number;
    /** nearer to an axis is on it */
    readonly axisWidth: number;
    /** power over that on the way to DC: real and simulated sidebands have above 8, bars of a chart below 4 */
    readonly aboveWay: number;
    /** places on that way, as shares of it */
    readonly wayShares: readonly number[];
    /** radius of the discs that are compared there, as a share of the filter's */
    readonly wayDisc: number;
    /** fringes wider than 22 px leave a filter of a few Fourier pixels; what gathers there belongs to the sample */
    readonly leastCarrier: number;
  };
  /** power relative to the sideband's: weaker rivals are not worth a word */
  readonly notableRival: number;
  /** the smallest filter that may be asked for: a few Fourier pixels */
  readonly leastFilter: number;
}

/** Chosen on 24 simulated carriers, inline frames and charts of `sideband.test.ts` and on the recordings of `bench/accuracy/real-set.ts`. */
export const sidebandSettings: SidebandSettings = {
  candidates: {
    count: 6,
    least: 0.03,
    most: 0.487,
    reach: 3,
    rings: 96,
    medians: 2,
    axisCells: 1.5,
    axisWeight: 0.05,
    peakReach: 4 / 256,
    peakShare: 0.08,
  },
  extent: {
    ringStep: 0.003,
    standardErrors: 4,
    excess: 0.1,
    silentRings: 3,
    leastShare: 1 / 4,
    mostShare: 0.9,
    beside: [60, 90, 120],
    sectorCosine: 0.5,
  },
  proof: {
    signalToNoise: 2,
    contrast: 50,
    contrastOnAxis: 200,
    axisWidth: 0.005,
    aboveWay: 5,
    wayShares: [0.5, 0.7],
    wayDisc: 0.25,
    leastCarrier: 0.045,
  },
  notableRival: 0.2,
  leastFilter: 0.005,
};
