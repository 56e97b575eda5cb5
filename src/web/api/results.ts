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
  return new Blob([
    await download(`${resultAddress(evidenceReportId, fetching.apiKey)}/files/${path}`, fetching),
  ]);
}

/** Of the whole ZIP. @throws Refused, Unreachable, Cancelled */
export async function packageBytes(
  evidenceReportId: string,
  { apiKey, signal }: Pick<Fetching, 'apiKey' | 'signal'>,
): Promise<number> {
  const answer = await answerTo(packageAddress(evidenceReportId, apiKey), { method: 'HEAD', apiKey, signal });
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

async function download(
  path: string,
  { apiKey, onProgress, signal }: Fetching,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await answerTo(path, { apiKey, signal });
  const length = Number(response.headers.get('content-length') ?? 0);
  let at = 0;
  const whole = new Uint8Array(length);
  try {
    // a proxy has left the length out: there is no share to tell
    if (length === 0) return new Uint8Array(await response.arrayBuffer());
    const reader = response.body!.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      whole.set(value, at);
      at += value.byteLength;
      onProgress?.(at / whole.byteLength);
    }
  } catch {
    throw signal?.aborted ? new Cancelled() : new Unreachable();
  }
  if (at < whole.byteLength) throw new Unreachable();
  return whole;
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
