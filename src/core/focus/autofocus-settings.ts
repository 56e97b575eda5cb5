/** How the distance is searched at which a field is sharpest. Lengths in depths of field. */
export interface AutofocusSettings {
  readonly search: {
    /** distances on the first level */
    readonly steps: number;
    /** step of the last level */
    readonly finest: number;
    /** candidates that go on to the next level: by the variation of the field … */
    readonly keptByVariation: number;
    /** … and by its excess of light */
    readonly keptByExcess: number;
    /** steps of a level that the next one looks on either side of a candidate */
    readonly reach: number;
    /** how many times finer the next level steps */
    readonly refinement: number;
    /** steps of a level that its low-passed field has as depth of field */
    readonly depthInSteps: number;
  };
  /** Which of two distances, or of two twins, is the focus. */
  readonly choice: {
    /** a field with less than this share of the sparser one's excess of light is the sample in focus */
    readonly clearlyDimmer: number;
    /** far away less of the band reaches the frame, and all metrics sink: below this share they can't be compared */
    readonly comparableBand: number;
    /** samples on either side that a dip of the excess is compared with */
    readonly dipNeighbours: number;
    /** twins whose sharpness differs by less than this share are not told apart */
    readonly distinctTwins: number;
  };
  /** What a person should look at. */
  readonly doubts: {
    /** a second minimum this deep, relative to the best, is a second focus */
    readonly rivalDepth: number;
    /** how far away a second focus is another one */
    readonly rivalApart: number;
    /** a metric that varies less than this over the range, relative to itself, is flat */
    readonly leastProminence: number;
    /** a bright field is told from the sample in focus without a doubt by an excess of less than this share of its own */
    readonly clearShare: number;
    /** how far from the focus metrics of the amplitude may have their extremum */
    readonly amplitudeReach: number;
  };
  /** standard uncertainty at least, of strong lenses, whose steep rims the pupil cuts off: such beads came out 0.1 to 0.4 off */
  readonly lensSigma: number;
}

export const autofocusSettings: AutofocusSettings = {
  search: {
    steps: 48,
    finest: 1 / 6,
    keptByVariation: 3,
    keptByExcess: 2,
    reach: 1.5,
    refinement: 4,
    depthInSteps: 2,
  },
  choice: { clearlyDimmer: 0.4, comparableBand: 0.6, dipNeighbours: 6, distinctTwins: 2e-4 },
  doubts: {
    rivalDepth: 0.7,
    rivalApart: 2,
    leastProminence: 1e-4,
    clearShare: 0.15,
    amplitudeReach: 3,
  },
  lensSigma: 1 / 4,
};
