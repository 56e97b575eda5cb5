import { bearer } from './ask.ts';
import { Cancelled, refusalFrom, Unreachable } from './problem.ts';

export interface Uploading {
  readonly apiKey: string | null;
  readonly method?: 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  /** @param share of the upload, 0 to 1 */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a form with files and gives the JSON of the answer.
 * @throws Refused, Unreachable, Cancelled
 */
export function upload<Answer>(path: string, form: FormData, uploading: Uploading): Promise<Answer> {
  const { apiKey, method = 'POST', headers = {}, onProgress, signal } = uploading;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Cancelled());
    // fetch can't tell how much of an upload is sent
    const request = new XMLHttpRequest();
    request.open(method, path);
    const all = { accept: 'application/json', ...headers, ...bearer(apiKey) };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status < 200 || status > 299) {
        reject(refusalFrom(status, responseText, request.getResponseHeader('retry-after')));
      } else {
        const answer = parsed<Answer>(responseText);
        if (answer === null) reject(new Unreachable());
        else resolve(answer);
      }
    });
    request.addEventListener('error', () => reject(new Unreachable()));
    request.addEventListener('abort', () => reject(new Cancelled()));
    const stop = (): void => request.abort();
    signal.addEventListener('abort', stop);
    // of many uploads under one signal none is held on to
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    request.send(form);
  });
}

/** null: something else than the service has answered */
function parsed<Answer>(text: string): Answer | null {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return null;
  }
}
