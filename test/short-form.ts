import { inject } from 'vitest';

/** Before a release (`npm run test:long`) everything is gone through; else a short form that `npm test` has time for. */
export const thorough = inject('thorough');

/** All cases before a release, else one in so many; where there are fewer, one of them. */
export const oneIn = <T>(step: number, cases: readonly T[], from = 0): T[] => {
  const first = from % Math.min(step, cases.length);
  return cases.filter((_, k) => thorough || k % step === first);
};
