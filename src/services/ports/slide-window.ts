import type { RatePolicy, RateState } from './rate-counter.ts';

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
  const isOver = (time: number) => time <= now - windowMs;
  const counted = times.some(isOver) ? times.filter((time) => !isOver(time)) : times;
  const allowed = counted.length < quota;
  if (allowed && count) counted.push(now);
  const resetMs = (counted[0] ?? now) + windowMs - now;
  return { times: counted, state: { allowed, remaining: quota - counted.length, resetMs } };
}
