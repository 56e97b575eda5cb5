import { ProviderUnavailable } from '../../services/ports/identity-provider.ts';

const TIMEOUT_MS = 5000;
const MOST_BYTES = 262_144;

/**
 * One request to somebody else’s server: bounded in time and bytes, and led nowhere else.
 * @returns body: null where it is no JSON object
 * @throws ProviderUnavailable
 */
export async function boundedJson(
  url: string,
  init: RequestInit,
): Promise<{ readonly status: number; readonly body: object | null }> {
  try {
    const headers = { accept: 'application/json', ...(init.headers as Record<string, string>) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { ...init, headers, signal, redirect: 'error' });
    const text = await boundedText(response);
    return { status: response.status, body: objectIn(text) };
  } catch (cause) {
    throw new ProviderUnavailable('The provider does not answer.', { cause });
  }
}

async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
