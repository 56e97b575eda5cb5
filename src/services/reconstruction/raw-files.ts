import { mintId } from '../mint-id.ts';
import type { NewBlob } from '../archive/publish-blobs.ts';
import type { Database } from '../ports/database.ts';
import type { ReceivedFile } from './received-file.ts';

/** The parts of an upload that are files. */
export type Part = 'hologram' | 'background';

/** A file that its account keeps. */
export interface RawFile extends Pick<ReceivedFile, 'name' | 'sha256' | 'bytes'> {
  readonly part: Part;
  readonly blob_key: string;
}

/** A blob for a file that its account keeps. Its memory is a copy: computing takes that of the file over. */
export function rawBlob(part: Part, { name, sha256, bytes, blocks }: ReceivedFile, time: Date) {
  const key = rawKey(time);
  const file: RawFile = { ...{ part, name, sha256, bytes }, blob_key: key };
  const blob: NewBlob = { ...{ key, sha256, bytes }, chunks: blocks.map((block) => block.slice()) };
  return { file, blob };
}

export function rawKey(time: Date): string {
  return `raw/${mintId('raw', time)}`;
}

/** Whose it is, and what was made of it. */
export type RawOwner = { readonly account_id: string } & (
  { readonly evidence_report_id: string } | { readonly profile_id: string }
);

/** The rows by which kept files are found: part of the transaction that stores what was made of them. */
export async function insertRawUploads(
  trx: Database,
  owner: RawOwner,
  files: readonly RawFile[],
  time: Date,
): Promise<void> {
  if (files.length === 0) return;
  const created_at = time.toISOString();
  const rows = files.map((file) => ({
    ...file,
    ...{ raw_upload_id: mintId('raw', time), evidence_report_id: null, profile_id: null },
    ...owner,
    created_at,
  }));
  await trx.insertInto('raw_uploads').values(rows).execute();
}
