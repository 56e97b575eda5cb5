import { inject } from 'vitest';

/** Before a commit (`npm run verify`); else `npm test`, what it leaves out, or what is done before a release. */
export const brief = inject('brief') ?? false;

/** Before a commit so few of what goes through one piece of code. */
export const ONE_IN = 3;

/** All cases, and before a commit the first, the fourth and so on. */
export const someOf = <T>(cases: readonly T[]): T[] => cases.filter((_, k) => !brief || k % ONE_IN === 0);
