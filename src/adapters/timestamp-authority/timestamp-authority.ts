import { createHash, randomBytes } from 'node:crypto';
import type { Timestamped } from '../../formats/package/dsse.ts';
import {
  readToken,
  signerOfToken,
  timestampQuery,
  tokenOfReply,
  type Authority,
} from '../../formats/timestamp/timestamp-token.ts';

export interface TimestampAuthorityOptions {
  /** may hold a user and a password */
  readonly url: string;
  /** whose answers are taken */
  readonly authorities: readonly Authority[];
  readonly timeoutMs?: number;
  readonly now?: () => number;
}

/** Some 300 bytes go there and a kilobyte comes back; whoever waits for the result waits for this, too. */
const TIMEOUT_MS = 5000;
/** One that fails is not asked again for so long: else every result would wait for one that is away. */
const REST_MS = 60_000;
const MOST_BYTES = 65_536;
/** A clock that is farther off than this is wrong, the authority's or ours. */
const SKEW_MS = 300_000;

/**
 * Asks an authority for timestamps (RFC 3161 over HTTP). Its answers are checked before they are taken. Where it is away
 * or answers something else, what was to be stamped goes out without.
 */
export function timestampAuthority(
  options: TimestampAuthorityOptions,
): (bytes: Uint8Array) => Promise<Timestamped> {
  const { now = Date.now } = options;
  let rest = { until: -Infinity, why: '' };
  return async (bytes) => {
    if (now() < rest.until) return { fault: `${rest.why}; it is not asked again for a minute` };
    try {
      return { token: await ask(bytes, options) };
    } catch (error) {
      rest = { until: now() + REST_MS, why: wordsFor(error as Error, options) };
      return { fault: rest.why };
    }
  };
}

async function ask(
  bytes: Uint8Array,
  { url, authorities, timeoutMs = TIMEOUT_MS, now = Date.now }: TimestampAuthorityOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const imprint = createHash('sha256').update(bytes).digest('hex');
  const nonce = randomBytes(8).readBigUInt64BE();
  const { href, headers } = addressOf(url);
  const response = await fetch(href, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', ...headers },
    body: timestampQuery(imprint, nonce),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  const bare = tokenOfReply(await bodyOf(response));
  const token = readToken(bare);
  if (token?.imprint !== imprint || token.nonce !== nonce)
    throw new Error('its answer is not of what was asked');
  if (!(await signerOfToken(token, Uint8Array.from(bytes), authorities)))
    throw new Error('its answer is not signed with a certificate of TIMESTAMP_CERTIFICATE_FILE');
  if (Math.abs(Date.parse(token.time) - now()) > SKEW_MS) throw new Error(`it says that it is ${token.time}`);
  return bare;
}

/** fetch takes no password in an address. */
function addressOf(url: string): { readonly href: string; readonly headers: Record<string, string> } {
  const address = new URL(url);
  const { username, password } = address;
  if (username === '') return { href: url, headers: {} };
  const name = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  address.username = address.password = '';
  return {
    href: address.href,
    headers: { authorization: `Basic ${Buffer.from(name).toString('base64')}` },
  };
}

async function bodyOf({ body }: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) throw new Error('its answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function wordsFor(error: Error, { url, timeoutMs = TIMEOUT_MS }: TimestampAuthorityOptions): string {
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
  const late = error.name === 'TimeoutError' ? `it did not answer within ${timeoutMs / 1000} s` : null;
  return `${new URL(url).host}: ${late ?? code ?? error.message}`;
}
