import { mintId } from '../mint-id.ts';
import type { NewBlob } from '../archive/publish-blobs.ts';
import type { Database } from '../ports/database.ts';
import type { ReceivedFile } from '../ports/received-file.ts';

/** The parts of an upload that are files. */
export type Part = 'hologram' | 'background';

/** A file that its account keeps. */
export interface RawFile extends Pick<ReceivedFile, 'name' | 'sha256' | 'bytes'> {
  readonly part: Part;
  readonly blob_key: string;
}

/** Blobs for the files that their account keeps. Their memory is a copy: computing takes that of the files over. */
export function rawBlobs({ hologram, further = [], background }: UploadedFiles, time: Date): RawBlob[] {
  const files = [hologram, ...further].map((file) => rawBlob('hologram', file, time));
  return background ? [...files, rawBlob('background', background, time)] : files;
}

export function rawBytes(files: readonly Pick<RawFile, 'bytes'>[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

interface UploadedFiles {
  readonly hologram: ReceivedFile;
  readonly further?: readonly ReceivedFile[];
  readonly background: ReceivedFile | null;
}

export interface RawBlob {
  readonly file: RawFile;
  readonly blob: NewBlob;
}

function rawBlob(part: Part, { name, sha256, bytes, blocks }: ReceivedFile, time: Date): RawBlob {
  const key = rawKey(time);
  const file: RawFile = { ...{ part, name, sha256, bytes }, blob_key: key };
  const blob: NewBlob = { ...{ key, sha256, bytes }, chunks: blocks.map((block) => block.slice()) };
  return { file, blob };
}

export function rawKey(time: Date): string {
  return `raw/${mintId('raw', time)}`;
}

/** Bounds a query's parameters. */
const ROWS_PER_QUERY = 500;

/** Whose it is, and what was made of it. */
export type RawOwner = { readonly account_id: string } & (
  | { readonly evidence_report_id: string }
  | { readonly profile_id: string }
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
  for (let start = 0; start < rows.length; start += ROWS_PER_QUERY)
    await trx
      .insertInto('raw_uploads')
      .values(rows.slice(start, start + ROWS_PER_QUERY))
      .execute();
}
