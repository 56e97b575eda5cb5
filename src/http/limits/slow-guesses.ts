import { setTimeout as sleep } from 'node:timers/promises';
import type { RateCounter, RatePolicy } from '../../services/ports/rate-counter.ts';
import { Refusal } from '../../services/refusal.ts';
import type { HttpProblem } from '../problems/http-problem.ts';
import { tooMany } from './limit-rate.ts';

/** Between two guesses once there were many: a person hardly notices, whoever tries a list needs years. */
const BETWEEN_MS = 2000;
/** More that wait for their turn are sent away until later: they may be one who guesses with many connections. */
const MOST_WAITING = 8;
const waiting = new Map<string, number>();

export interface Guesser {
  readonly counter: RateCounter;
  readonly now: () => Date;
  /** wrong passwords that are answered at once */
  readonly policy: RatePolicy;
  /** whose wrong passwords count together */
  readonly client: string;
}

/**
 * Checks a password so that nobody finds it by trying, and nobody keeps its owner out: beyond the quota of wrong ones,
 * one every two seconds is looked at, whoever sends it, and the right one wipes out the count.
 * @param check throws Refusal INVALID_CREDENTIALS where the password is wrong
 * @throws HttpProblem RATE_LIMITED; what `check` throws
 */
export async function slowGuesses<T>(guesser: Guesser, check: () => Promise<T>): Promise<T> {
  const { counter, now, policy, client } = guesser;
  const { remaining } = await counter.look(policy, client, now().getTime());
  if (remaining === 0) await waitForTurn(guesser);
  try {
    const made = await check();
    await counter.forget(policy, client);
    return made;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INVALID_CREDENTIALS') {
      const { allowed } = await counter.take(policy, client, now().getTime());
      if (!allowed) throw tooManyGuesses(BETWEEN_MS);
    }
    throw error;
  }
}

async function waitForTurn({ counter, now, policy, client }: Guesser): Promise<void> {
  const turns = { name: `${policy.name}-turn`, quota: 1, windowMs: BETWEEN_MS };
  const already = waiting.get(client) ?? 0;
  waiting.set(client, already + 1);
  try {
    // whoever waits may be overtaken by another
    for (let k = 0; ; k++) {
      const { allowed, resetMs } = await counter.take(turns, client, now().getTime());
      if (allowed) return;
      if (already >= MOST_WAITING || k > MOST_WAITING) {
        throw tooManyGuesses(resetMs);
      }
      await sleep(resetMs);
    }
  } finally {
    const left = waiting.get(client)! - 1;
    if (left > 0) waiting.set(client, left);
    else waiting.delete(client);
  }
}

function tooManyGuesses(resetMs: number): HttpProblem {
  return tooMany('Many wrong passwords were sent for this account: few more are looked at.', resetMs);
}
