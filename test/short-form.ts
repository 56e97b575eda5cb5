import { inject } from 'vitest';

/** Before a release (`npm run test:long`) everything is gone through; else a short form that `npm test` has time for. */
export const thorough = inject('thorough');

/** All cases before a release, else one in so many, beginning with the first. */
export const oneIn = <T>(step: number, cases: readonly T[]): T[] =>
  cases.filter((_, k) => thorough || k % step === 0);
