/** The fit of the dark rings of a hologram's spectrum. */
export interface RingSettings {
  /**
   * share of the rings' depth that a pure object of either kind shows: they never vanish altogether, as no camera
   * resolves them to the end and what is not weak fills them
   */
  readonly modulation: number;
  /** weight of the squared second differences of the object's spectrum: decides only where there is no signal */
  readonly stiffness: number;
  readonly scan: {
    /** how often the step around a minimum is halved: by then parabolas fit */
    readonly refinements: number;
  };
}

export const ringSettings: RingSettings = {
  modulation: 0.98,
  stiffness: 0.01,
  scan: { refinements: 3 },
};
