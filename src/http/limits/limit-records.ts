import type { FastifyReply } from 'fastify';
import type { RateCounter } from '../../services/ports/rate-counter.ts';
import { countRequest } from './limit-rate.ts';

const HOUR_MS = 3_600_000;

/** Counts one thing of an account that stays. @throws HttpProblem RATE_LIMITED */
export type CountRecord = (reply: FastifyReply, accountId: string) => Promise<void>;

/** What an account leaves costs next to nothing to make, and no quota of bytes counts it: so many an hour are taken. */
export function limitRecords(
  { rates: counter, now }: { readonly rates: RateCounter; readonly now: () => Date },
  name: string,
  quota: number,
): CountRecord {
  const policy = { name, quota, windowMs: HOUR_MS };
  return async (reply, client) => countRequest(reply, { counter, policy, now, client, whose: 'account' });
}
