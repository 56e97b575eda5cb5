import { inject } from 'vitest';
import { brief, ONE_IN } from './brief-form.ts';
import type { SetUp } from './backends/set-ups.ts';

/** Before a release (`npm run test:long`) everything is gone through; else a short form. */
export const thorough = inject('thorough');

/** All cases before a release, else one in so many, and before a commit one in thrice as many; where there are fewer, one of them. */
export const oneIn = <T>(step: number, cases: readonly T[], from = 0): T[] => {
  const apart = brief ? ONE_IN * step : step;
  const first = from % Math.min(apart, cases.length);
  return cases.filter((_, k) => thorough || k % apart === first);
};

/**
 * Both set-ups before a release, else the one that says more about what is tested: what differs between them is in the
 * adapters, and these and the services are tested on either. `scaled` where transactions, queues or stores that refuse
 * texts matter, if it is installed.
 */
export function mainlyOn(name: SetUp['name'], setUps: readonly SetUp[]): SetUp[] {
  const one = setUps.find((setUp) => setUp.name === name) ?? setUps[0]!;
  return setUps.filter((setUp) => thorough || setUp === one);
}
