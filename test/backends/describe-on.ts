import { describe } from 'vitest';
import type { SetUp, SetUps } from './set-ups.ts';

/**
 * What a service does on each set-up. What differs between them is in the adapters, so `npm test` goes through it with
 * SQLite and files, and `npm run test:further` with PostgreSQL and S3.
 */
export function describeOn({ all }: SetUps, what: string, tests: (setUp: SetUp) => void): void {
  for (const setUp of all) {
    const tags = setUp.name === 'scaled' ? ['further/set-up'] : [];
    describe(`${what}, ${setUp.name}`, { tags }, () => tests(setUp));
  }
}
