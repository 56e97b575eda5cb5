/** A short retrieval, of which only what it leaves counts: for a camera's response, and for the distances of a stack. */
export interface TrialSettings {
  /** px along a side of the part of the frame that is tried */
  readonly side: number;
  /**
   * iterations at half and at full resolution, and at a quarter: with ten times as many the least misfit is at the same power, with three
   * times as many the cost of stacks is least at the same distances
   */
  readonly iterations: { readonly fine: number; readonly quarter: number };
}

/** Every number that was chosen in telling whether a camera's counts are a power of the light. */
export interface ResponseSettings extends TrialSettings {
  /**
   * so many times longer are the retrievals that confirm what the short ones speak for: those of a bead of 3 rad (`leith simulate`,
   * 256 px, seed 7001) leave 1.32 of linear counts and 1.14 with a power of 0.62, longer ones 1.03 and 1.04
   */
  readonly settled: number;
  /** the first power that is tried beside 1, and one over it: with a larger one a sample that delays light already seems to amplify it */
  readonly first: number;
  /** ratio of one power that is tried to the next */
  readonly step: number;
  /** how often the step is halved about the best: no power is known better than to the last of them */
  readonly halvings: number;
  /** what a power must take of the squared misfit, over what it leaves of it unexplained, to be believed: 1, as much again … */
  readonly worth: number;
  /**
   * … where at least so much of it, over the noise's, may be the noise being estimated wrongly. Powers are as good as the best that
   * leave more by less than this, as `worth` counts it; the usual one is a doubt from here on
   */
  readonly noiseDoubt: number;
  /**
   * below this it says nothing; between the two the power is a doubt. 1 must take as much over the usual one to be told, and a power is as good as 1
   * that leaves as much more of what is left beyond the noise's doubt
   */
  readonly least: number;
}

/**
 * Chosen on frames of the second simulator, seeds 1001001 to 1003701, 1051001 on, 1061001 on and 1081001, and a few of our own. Of
 * linear ones a wrong power took up to 1.2 (1.16 for 1); counts as they are take 0.86 or more over the usual gamma where the
 * sample is more than specks or a rim, and 0.02 at most where the camera has that gamma.
 */
export const responseSettings: ResponseSettings = {
  ...{ side: 256, iterations: { fine: 20, quarter: 100 } },
  settled: 4,
  ...{ first: 1.1, step: 1.25, halvings: 2 },
  ...{ worth: 1, noiseDoubt: 0.05, least: 0.3 },
};
