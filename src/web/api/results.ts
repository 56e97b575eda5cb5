import { answerTo, ask } from './ask.ts';
import { Cancelled, Refused, Unreachable } from './problem.ts';

/** A result as the account's list shows it. */
export interface Result {
  readonly evidence_report_id: string;
  readonly archive_id: string;
  readonly created_at: string;
  readonly holography_mode: string;
  readonly calibration_profile_id: string | null;
  readonly input_sha256: string;
  /** of the hologram as it was sent */
  readonly file_name: string | null;
  readonly sample: string | null;
  readonly note: string | null;
  readonly parameters: {
    readonly wavelength_um: number | null;
    readonly pixel_pitch_um: number | null;
    readonly magnification: number | null;
    readonly z_mm: number | null;
    /** of a sequence; null: of one hologram */
    readonly frames: number | null;
    /** whether the package has pictures */
    readonly previews: boolean;
  };
  readonly held: boolean;
  readonly package: { readonly sha256: string; readonly bytes: number };
}

/** A list is read page by page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** @param apiKey null: a result without an account, whose identifier is its key */
export function packageAddress(evidenceReportId: string, apiKey: string | null): string {
  return `${resultAddress(evidenceReportId, apiKey)}/package`;
}

function resultAddress(evidenceReportId: string, apiKey: string | null): string {
  return `${apiKey === null ? '/public' : ''}/results/${encodeURIComponent(evidenceReportId)}`;
}

/** One file of a package, as `data/phase.tif`. @throws Refused, Unreachable, Cancelled */
export async function fetchFile(evidenceReportId: string, path: string, fetching: Fetching): Promise<Blob> {
  return new Blob([await download(fileAddress(evidenceReportId, path, fetching), fetching)]);
}

/** 0.4 s at 10 Mbit/s: what is wanted in between waits no longer. */
const PART_BYTES = 1 << 19;

/**
 * A large file, in parts.
 * @param between waited for before each part: something may be wanted sooner
 * @throws Refused, Unreachable, Cancelled
 */
export async function fetchInParts(
  evidenceReportId: string,
  path: string,
  fetching: Fetching,
  between: () => Promise<void>,
): Promise<Blob> {
  const { apiKey, signal } = fetching;
  const address = fileAddress(evidenceReportId, path, fetching);
  let whole: Uint8Array<ArrayBuffer> | null = null;
  let at = 0;
  do {
    await between();
    const headers = { range: `bytes=${at}-${at + PART_BYTES - 1}` };
    const answer = await answerTo(address, { apiKey, signal, headers });
    const total = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1];
    // who takes no ranges sends all of it
    if (answer.status !== 206) return new Blob([await readAll(answer, fetching)]);
    if (total === undefined) return new Blob([await download(address, fetching)]);
    whole ??= new Uint8Array(Number(total));
    const before = at;
    at = await readInto(whole, at, answer, fetching);
    if (at === before) throw new Unreachable();
  } while (at < whole.byteLength);
  return new Blob([whole]);
}

function fileAddress(evidenceReportId: string, path: string, { apiKey }: Fetching): string {
  return `${resultAddress(evidenceReportId, apiKey)}/files/${path}`;
}

/** So many bytes of a file, from a place on. @throws Refused, Unreachable, Cancelled */
export async function filePart(
  evidenceReportId: string,
  path: string,
  { from, length }: { readonly from: number; readonly length: number },
  fetching: Fetching,
): Promise<ArrayBuffer> {
  const { apiKey, signal } = fetching;
  const headers = { range: `bytes=${from}-${from + length - 1}` };
  const answer = await answerTo(fileAddress(evidenceReportId, path, fetching), { apiKey, signal, headers });
  const bytes = await answer.arrayBuffer().catch(() => null);
  // who has answered with something else has sent no part of it
  if (answer.status !== 206 || bytes?.byteLength !== length) throw new Unreachable();
  return bytes;
}

export function fileBytes(evidenceReportId: string, path: string, fetching: Fetching): Promise<number> {
  return bytesAt(fileAddress(evidenceReportId, path, fetching), fetching);
}

/** Of the whole ZIP. @throws Refused, Unreachable, Cancelled */
export function packageBytes(evidenceReportId: string, fetching: Fetching): Promise<number> {
  return bytesAt(packageAddress(evidenceReportId, fetching.apiKey), fetching);
}

async function bytesAt(address: string, { apiKey, signal }: Fetching): Promise<number> {
  const answer = await answerTo(address, { method: 'HEAD', apiKey, signal });
  return Number(answer.headers.get('content-length') ?? 0);
}

export interface FetchedPackage {
  readonly zip: Uint8Array<ArrayBuffer>;
  /** null: the result has no account */
  readonly apiKey: string | null;
}

export interface Fetching {
  readonly apiKey: string | null;
  /** @param share of the package, 0 to 1 */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * The whole package: that of the account, or one without an account.
 * @throws Refused, Unreachable, Cancelled
 */
export async function fetchPackage(evidenceReportId: string, fetching: Fetching): Promise<FetchedPackage> {
  const { apiKey } = fetching;
  if (apiKey !== null) {
    try {
      return { zip: await download(packageAddress(evidenceReportId, apiKey), fetching), apiKey };
    } catch (error) {
      const elsewhere = error instanceof Refused && error.problem.code === 'RESULT_NOT_FOUND';
      if (!elsewhere) throw error;
    }
  }
  const zip = await download(packageAddress(evidenceReportId, null), { ...fetching, apiKey: null });
  return { zip, apiKey: null };
}

async function download(path: string, fetching: Fetching): Promise<Uint8Array<ArrayBuffer>> {
  const { apiKey, signal } = fetching;
  return readAll(await answerTo(path, { apiKey, signal }), fetching);
}

async function readAll(response: Response, fetching: Fetching): Promise<Uint8Array<ArrayBuffer>> {
  const length = Number(response.headers.get('content-length') ?? 0);
  if (length === 0) {
    // a proxy has left the length out: there is no share to tell
    const bytes = await response.arrayBuffer().catch(() => null);
    if (bytes) return new Uint8Array(bytes);
    throw fetching.signal?.aborted ? new Cancelled() : new Unreachable();
  }
  const whole = new Uint8Array(length);
  if ((await readInto(whole, 0, response, fetching)) < length) throw new Unreachable();
  return whole;
}

/** @returns how far `whole` is filled then. @throws Unreachable, Cancelled */
async function readInto(
  whole: Uint8Array<ArrayBuffer>,
  from: number,
  response: Response,
  { onProgress, signal }: Fetching,
): Promise<number> {
  let at = from;
  try {
    const reader = response.body!.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return at;
      whole.set(value, at);
      at += value.byteLength;
      onProgress?.(at / whole.byteLength);
    }
  } catch {
    throw signal?.aborted ? new Cancelled() : new Unreachable();
  }
}

/** Which results are wanted, as the service's query has it; what is empty is not sent. */
export interface ResultQuery {
  readonly q: string;
  readonly sort: string;
  readonly holography_mode: string;
}

const PAGE = 20;

export function listResults(
  apiKey: string,
  cursor: string | null,
  wanted: ResultQuery,
): Promise<Page<Result>> {
  const given = Object.entries({ limit: String(PAGE), ...wanted, cursor: cursor ?? '' });
  const query = new URLSearchParams(given.filter(([, value]) => value !== ''));
  return ask(`/results?${query}`, { apiKey });
}

/** What is known of one of the account's. @throws Refused, Unreachable */
export function findResult(apiKey: string, evidenceReportId: string): Promise<Result> {
  return ask(`/results/${encodeURIComponent(evidenceReportId)}`, { apiKey });
}

/** @returns the result as it is then */
export function labelResult(
  apiKey: string,
  evidenceReportId: string,
  labels: Pick<Result, 'sample' | 'note'>,
): Promise<Result> {
  return ask(`/results/${evidenceReportId}`, { method: 'PATCH', apiKey, body: labels });
}

export async function deleteResult(apiKey: string, evidenceReportId: string): Promise<void> {
  await ask(`/results/${evidenceReportId}`, { method: 'DELETE', apiKey });
}

export interface Feedback {
  readonly rating: number | null;
  /** as stored: without email addresses and phone numbers */
  readonly comment: string;
}

export function giveFeedback(
  apiKey: string,
  evidenceReportId: string,
  feedback: Feedback,
): Promise<Feedback> {
  return ask(`/results/${evidenceReportId}/feedback`, { method: 'POST', apiKey, body: feedback });
}
