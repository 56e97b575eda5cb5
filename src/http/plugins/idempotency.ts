import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  claimKey,
  KEY_LEASE_MS,
  releaseClaim,
  renewClaim,
  settleClaim,
  type KeyClaim,
  type IdempotencyServices,
} from '../../services/idempotency/claim-key.ts';
import { boundAnswers } from '../../services/idempotency/bound-answers.ts';
import { sealedBytes } from '../../services/idempotency/seal-answer.ts';
import type { Database } from '../../services/ports/database.ts';
import { clientOf } from '../limits/client-address.ts';
import { HttpProblem } from '../problems/http-problem.ts';

/** What is answered, in a form that can be kept and given again. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON */
  readonly body?: unknown;
  /** instead of a body: the package of this evidence report is the answer */
  readonly package_of?: string;
}

/**
 * Keeps the answer in the transaction that does what was asked: then a crash leaves both or nothing. It encrypts and
 * updates one row, so a transaction that is tried again can call it again.
 */
export type Settle = (trx: Database, answer: Answer) => Promise<void>;

const KEY = /^[\x21-\x7e]{1,255}$/;

/** For the schema of every POST that creates something. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(KEY)
    .optional()
    .describe(
      'a text of your own, such as a UUID, new for each thing to be created. The same request with the same key gets ' +
        'the first answer again, for 24 hours, and nothing is created twice. Of an account the newest 16 MiB of answers ' +
        'are kept',
    ),
});

/**
 * Does `work` once for each Idempotency-Key of the scope; the same request gets the same answer again for 24 hours,
 * with the header Idempotency-Replayed. A refusal is not kept: nothing was created, and the key is free again.
 * @param scope the account, or `publicScope(request)`
 * @param requestDigest of everything that the client asked for; `jsonDigest` where that is a JSON body
 * @param work calls `settle` in its own transaction where it has one; the answer is kept after it otherwise
 * @throws HttpProblem MALFORMED_REQUEST; Refusal IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS; what work throws
 */
export async function withIdempotency(
  services: IdempotencyServices,
  request: FastifyRequest,
  scope: string,
  requestDigest: string,
  work: (settle: Settle) => Promise<Answer>,
): Promise<Answer> {
  const key = idempotencyKey(request);
  if (key === null) return work(async () => {});
  // the address of a client without an account is part of what the digest hides
  const [group, client = ''] = scope.split(' ');
  const found = await claimKey(services, group!, { key: `${client} ${key}`, requestDigest });
  if ('answer' in found) {
    const answer = JSON.parse(found.answer) as Answer;
    return { ...answer, headers: { ...answer.headers, 'idempotency-replayed': 'true' } };
  }
  return settleOnce(services, request, found.claim, work);
}

async function settleOnce(
  services: IdempotencyServices,
  request: FastifyRequest,
  claim: KeyClaim,
  work: (settle: Settle) => Promise<Answer>,
): Promise<Answer> {
  const ignore = (err: unknown): void => request.log.warn({ err }, 'an Idempotency-Key stays taken');
  const renewal = setInterval(() => void renewClaim(services, claim).catch(ignore), KEY_LEASE_MS / 3);
  let settled = false;
  try {
    const answer = await work(async (trx, answer) => {
      await settleClaim(trx, claim, JSON.stringify(answer));
      settled = true;
    });
    const text = JSON.stringify(answer);
    if (!settled) await services.store.transaction((trx) => settleClaim(trx, claim, text));
    const bytes = sealedBytes(text);
    await boundAnswers(services.store, claim.scope, bytes).catch((err: unknown) =>
      request.log.warn({ err }, 'old answers could not be deleted'),
    );
    return answer;
  } catch (error) {
    await releaseClaim(services, claim).catch(ignore);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** The scope of requests without an account: one client can't learn what another was answered. */
export function publicScope(request: FastifyRequest): string {
  return `public ${clientOf(request.ip)}`;
}

/** null: the client sent none. @throws HttpProblem MALFORMED_REQUEST */
export function idempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new HttpProblem('MALFORMED_REQUEST', 'Idempotency-Key is a text of 1 to 255 characters of ASCII.');
}

/** Of a JSON request: the order of its fields and the space between them don't matter. */
export function jsonDigest({ method, url }: FastifyRequest, body: unknown): string {
  return createHash('sha256')
    .update(`${method} ${url}\n${sortedJson(body)}`)
    .digest('hex');
}

function sortedJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  );
}

/** Sends what is JSON, or empty. */
export function sendAnswer(reply: FastifyReply, { status, headers = {}, body }: Answer): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send(body);
}
