import type { RatePolicy, RateState } from './rate-counter.ts';

/** Requests that no longer count are forgotten so many at a time: of a large quota each would move all the others. */
const FORGET_AT = 256;

/**
 * One more request over a sliding window.
 * @param times ms since 1970 of the requests that were let through before, oldest first; belongs to this function now
 * @param options count: false: only looked at
 * @returns what to remember instead of them, and whether this one is let through
 */
export function slideWindow(
  { quota, windowMs }: RatePolicy,
  times: number[],
  now: number,
  { count = true } = {},
): { readonly times: number[]; readonly state: RateState } {
  // a clock that is set back makes nobody wait until it comes by again: what lies ahead of it was now
  for (let k = times.length - 1; k >= 0 && times[k]! > now; k--) times[k] = now;
  const first = times.findIndex((time) => time > now - windowMs);
  const over = first === -1 ? times.length : first;
  const kept = over === times.length || over >= FORGET_AT ? times.slice(over) : times;
  const counted = times.length - over;
  const allowed = counted < quota;
  const resetMs = (times[over] ?? now) + windowMs - now;
  if (allowed && count) kept.push(now);
  const remaining = quota - counted - (allowed && count ? 1 : 0);
  return { times: kept, state: { allowed, remaining, resetMs } };
}
