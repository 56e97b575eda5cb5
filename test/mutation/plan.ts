import type { Numbered } from './instrument.ts';

/** A setting with another value, and the number that switches it on. */
export interface Moved {
  readonly id: number;
  /** as in bench/sensitivity/settings-of.ts */
  readonly stage: string;
  readonly setting: readonly string[];
  readonly value: number;
}

/** What one process of tests is to try, in the file that LEITH_FAULTS names. */
export interface Plan {
  /** all that are put into the code, each behind its switch */
  readonly mutants: readonly (Numbered | Moved)[];
  /** test files, the quick ones first */
  readonly tests: readonly string[];
  /** those to be tried, one after the other */
  readonly open: readonly number[];
  /** instead: this one, from the start to the end */
  readonly always?: number;
  /** where the process writes what it finds, one Told a line */
  readonly told: string;
}

/** What a process says about a test and faults. */
export interface Told {
  readonly file: string;
  readonly test: string;
  /**
   * - `imports`: a module passes through them when it is loaded, for all files from here on
   * - `loads`: its file passes through them before the test, or in an earlier one whose result it keeps
   * - `passes`: the test passes through them
   * - `tries`: it runs with this one, and if it is noticed, `notices` follows
   * - `doubts`: it fails without any, so what it noticed may be none of theirs
   * - `ends`: it is over
   */
  readonly what: 'imports' | 'loads' | 'passes' | 'tries' | 'notices' | 'doubts' | 'ends';
  readonly ids: readonly number[];
}
