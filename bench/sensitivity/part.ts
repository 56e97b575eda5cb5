import type { Outcome } from './stage.ts';

type Cases<S> = Readonly<Record<string, (settings: S) => Outcome>>;

/** Cases of a whole settings value, for a stage that varies a part of it. */
export function withPart<S extends object, P extends Partial<S>>(cases: Cases<S>, whole: S): Cases<P> {
  const names = Object.entries(cases);
  return Object.fromEntries(names.map(([name, run]) => [name, (part: P) => run({ ...whole, ...part })]));
}
