import { ask } from './ask.ts';
import type { Page } from './results.ts';
import type { Run } from './runs.ts';
import { upload, type Uploading } from './upload.ts';

/** Frames from one to another, both included. */
export interface FrameRange {
  readonly from: number;
  readonly to: number;
}

/** A sequence as a list of them shows it. */
export interface ListedSequence {
  readonly sequence_id: string;
  /** open: it takes frames; expired: nobody started it, and its frames are deleted */
  readonly status: 'open' | 'expired' | Run['status'];
  readonly frames: number;
  readonly received: { readonly count: number };
  readonly created_at: string;
  readonly expires_at?: string;
  readonly run_id?: string;
  readonly evidence_report_id?: string;
}

export interface Sequence extends ListedSequence {
  readonly received: ListedSequence['received'] & { readonly ranges: readonly FrameRange[] };
}

/** A sequence whose frames are still to come. */
export interface NewSequence {
  readonly fields: Readonly<Record<string, string>>;
  readonly background: File | null;
  readonly profileId: string | null;
}

/** @throws Refused, Unreachable, Cancelled */
export function createSequence(
  { fields, background, profileId }: NewSequence,
  sending: Pick<Uploading, 'apiKey' | 'signal' | 'headers'>,
): Promise<Sequence> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (background) form.append('background', background, background.name);
  const query = profileId === null ? '' : `?calibration_profile_id=${encodeURIComponent(profileId)}`;
  return upload<Sequence>(`/sequences${query}`, form, { ...sending, onProgress: () => {} });
}

export function findSequence(id: string, apiKey: string, signal?: AbortSignal): Promise<Sequence> {
  return ask(`/sequences/${encodeURIComponent(id)}`, { apiKey, signal });
}

export function listSequences(apiKey: string): Promise<Page<ListedSequence>> {
  return ask('/sequences?limit=200', { apiKey });
}

/** A file of a sequence: one frame, or several from the first one on. */
export interface FramesFile {
  readonly first: number;
  /** null: the file is one frame */
  readonly count: number | null;
  /** the result is called as the first one is */
  readonly file: File;
}

/** @throws Refused, Unreachable, Cancelled */
export function putFrames(
  id: string,
  { first, count, file }: FramesFile,
  uploading: Uploading,
): Promise<{ readonly already_there: boolean }> {
  const form = new FormData();
  form.append('hologram', file, file.name);
  const query = count === null ? '' : `?count=${count}`;
  const path = `/sequences/${encodeURIComponent(id)}/frames/${first}${query}`;
  return upload(path, form, { ...uploading, method: 'PUT' });
}

export function reconstructSequence(id: string, apiKey: string, signal?: AbortSignal): Promise<Run> {
  return ask(`/sequences/${encodeURIComponent(id)}/start`, { method: 'POST', apiKey, signal });
}

/** Cancels it, and forgets its frames; a result that exists stays. */
export async function forgetSequence(id: string, apiKey: string): Promise<void> {
  await ask(`/sequences/${encodeURIComponent(id)}`, { method: 'DELETE', apiKey });
}
