/** What a case comes to under some settings. */
export interface Outcome {
  /** a digest of what the user would get: the same text means the same bits */
  readonly bits: string;
  /** how far the result lies from the truth, in the unit that the stage names; 0 where there is none to compare with */
  readonly error: number;
  /** what was decided, e.g. flags or the code of a refusal; empty where nothing is */
  readonly verdict: string;
}

/** A stage whose settings can be varied, and the cases that show what they do. */
export interface Stage<S extends object> {
  /** what `error` measures, with its unit */
  readonly error: string;
  readonly settings: S;
  readonly cases: Readonly<Record<string, (settings: S) => Outcome>>;
}
