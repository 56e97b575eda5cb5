import { randomBytes } from 'node:crypto';
import type { Database, Store } from '../ports/database.ts';
import { Refusal } from '../refusal.ts';
import { keyDigest, openAnswer, requestMark, sealAnswer, type AnswerSecret } from './seal-answer.ts';

/** How long an answer is given again. */
const REPLAY_MS = 24 * 3_600_000;
/** A process that has not said for so long that it still works on a request has died. */
export const KEY_LEASE_MS = 30_000;

export interface IdempotencyServices {
  readonly store: Store;
  readonly now: () => Date;
}

/** An attempt to do what was asked under an Idempotency-Key; nobody else makes one at the same time. */
export interface KeyClaim {
  readonly scope: string;
  readonly secret: AnswerSecret;
  readonly attempt: string;
  /** ms since 1970 */
  readonly began: number;
}

/**
 * Takes an Idempotency-Key for this request.
 * @param scope the account, or `public`
 * @returns the answer of an earlier request that was the same, or the claim
 * @throws Refusal IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS; StorageUnavailable
 */
export async function claimKey(
  { store, now }: IdempotencyServices,
  scope: string,
  secret: AnswerSecret,
): Promise<{ readonly answer: string } | { readonly claim: KeyClaim }> {
  const began = now().getTime();
  const claim = { scope, secret, attempt: randomBytes(16).toString('hex'), began };
  const answer = await store.transaction(async (trx) => {
    const known = await rowOf(trx, claim).selectAll().executeTakeFirst();
    if (known && known.expires_at > timeText(began)) return answerOf(known, secret);
    await trx
      .deleteFrom('idempotency')
      .where('scope', '=', scope)
      .where('key_sha256', '=', keyDigest(secret))
      .execute();
    const row = {
      scope,
      key_sha256: keyDigest(secret),
      request_sha256: requestMark(secret),
      state: 'in_progress' as const,
      attempt: claim.attempt,
      response: null,
      created_at: timeText(began),
      expires_at: timeText(began + KEY_LEASE_MS),
    };
    await trx.insertInto('idempotency').values(row).execute();
    return null;
  });
  return answer === null ? { claim } : { answer };
}

/** Says that the attempt is still being worked on. */
export async function renewClaim({ store, now }: IdempotencyServices, claim: KeyClaim): Promise<void> {
  const expires_at = timeText(now().getTime() + KEY_LEASE_MS);
  await store.transaction((trx) => ours(trx, claim).set({ expires_at }).execute());
}

/**
 * Keeps the answer, best in the transaction that does what was asked: then either both are there or nothing.
 * @throws Refusal IDEMPOTENCY_IN_PROGRESS where another attempt has followed this one
 */
export async function settleClaim(trx: Database, claim: KeyClaim, answer: string): Promise<void> {
  const { numUpdatedRows } = await ours(trx, claim)
    .set({
      state: 'done',
      response: sealAnswer(answer, claim.secret),
      expires_at: timeText(claim.began + REPLAY_MS),
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw inProgress();
}

/** Gives the key back: nothing was done under it. */
export async function releaseClaim({ store }: IdempotencyServices, claim: KeyClaim): Promise<void> {
  await store.transaction((trx) =>
    trx
      .deleteFrom('idempotency')
      .where('scope', '=', claim.scope)
      .where('key_sha256', '=', keyDigest(claim.secret))
      .where('attempt', '=', claim.attempt)
      .where('state', '=', 'in_progress')
      .execute(),
  );
}

/**
 * Deletes the answers that are not given again, and the marks of attempts that ended with their process.
 * @param nobodyElse nobody uses this storage yet: every attempt that has not ended did
 */
export async function forgetAnswers(
  { store, now }: IdempotencyServices,
  { nobodyElse = false } = {},
): Promise<void> {
  await store.transaction(async (trx) => {
    await trx.deleteFrom('idempotency').where('expires_at', '<=', now().toISOString()).execute();
    if (nobodyElse) await trx.deleteFrom('idempotency').where('state', '=', 'in_progress').execute();
  });
}

function answerOf(
  row: { state: string; request_sha256: string; response: string | null },
  secret: AnswerSecret,
): string {
  if (row.request_sha256 !== requestMark(secret)) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key came with another request before. A new request needs a new key.',
    );
  }
  if (row.state === 'in_progress') throw inProgress();
  return openAnswer(row.response!, secret);
}

function inProgress(): Refusal {
  return new Refusal(
    'IDEMPOTENCY_IN_PROGRESS',
    'The first request with this Idempotency-Key is still being worked on. Ask again when it is done.',
  );
}

function rowOf(trx: Database, { scope, secret }: KeyClaim) {
  return trx.selectFrom('idempotency').where('scope', '=', scope).where('key_sha256', '=', keyDigest(secret));
}

function ours(trx: Database, { scope, secret, attempt }: KeyClaim) {
  return trx
    .updateTable('idempotency')
    .where('scope', '=', scope)
    .where('key_sha256', '=', keyDigest(secret))
    .where('attempt', '=', attempt)
    .where('state', '=', 'in_progress');
}

function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
