import { Cancelled, refusalFrom, Unreachable } from './problem.ts';

export interface Asking {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** of the account; null: none */
  readonly apiKey?: string | null;
  /** sent as JSON */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One request to the service that this page came from.
 * @throws Refused, Unreachable, Cancelled
 */
export async function answerTo(path: string, asking: Asking = {}): Promise<Response> {
  const { method = 'GET', apiKey = null, body, signal } = asking;
  const headers = { ...asking.headers, ...bearer(apiKey) };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      // what is an account’s is kept in the page alone
      ...(apiKey === null ? {} : { cache: 'no-store' as const }),
      ...sent,
      headers: { ...headers, ...type },
      signal: signal ?? null,
    });
  } catch {
    throw signal?.aborted ? new Cancelled() : new Unreachable();
  }
  if (response.ok) return response;
  throw refusalFrom(response.status, await response.text(), response.headers.get('retry-after'));
}

/** The JSON of an answer; undefined where it has none. @throws Refused, Unreachable, Cancelled */
export async function ask<Answer>(path: string, asking: Asking = {}): Promise<Answer> {
  const response = await answerTo(path, asking);
  if (response.status === 204) return undefined as Answer;
  try {
    return (await response.json()) as Answer;
  } catch {
    throw asking.signal?.aborted ? new Cancelled() : new Unreachable();
  }
}

export function bearer(apiKey: string | null): Record<string, string> {
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
}

/** So that a request sent twice is done once. */
export function newIdempotencyKey(): string {
  // crypto.randomUUID is absent where the page came without TLS
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
