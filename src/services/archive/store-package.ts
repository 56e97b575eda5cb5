import { resolved, type BlobContent, type Later } from '../ports/blobs.ts';
import type { Database } from '../ports/database.ts';
import type { Summary } from './summary.ts';
import { appendToLog } from './append-to-log.ts';
import { keyParameters } from './key-parameters.ts';
import { labelColumns, UNLABELLED } from './labels.ts';
import { publishBlobs, type NewBlob } from './publish-blobs.ts';
import type { ArchivedPackage, Storage } from './storage.ts';

/** A package that is to be archived: what is known of it, and its ZIP in order. */
export interface NewPackage extends Omit<ArchivedPackage, 'blob_key' | 'summary' | 'sha256' | 'bytes'> {
  /** null: it is computed while it is written */
  readonly sha256: Later<string> | null;
  readonly bytes: Later<number>;
  readonly summary: Later<Summary>;
  /** of the hologram, where an account is to find it again */
  readonly file_name?: string | null;
  /** of a sequence */
  readonly frames?: number | null;
  readonly zip: BlobContent;
}

/** What else becomes true at the very moment the package does: more blobs, and the rows for them and for others. */
export interface Alongside {
  readonly blobs?: readonly NewBlob[];
  /** runs in the transaction that archives; can run several times */
  readonly rows?: (trx: Database) => Promise<unknown>;
  /** of the package's own blob; others than the usual only where an earlier one has that */
  readonly blobKey?: string;
}

/** Archives a package: returns once it would survive a loss of power; before that nobody can find it. */
export async function storePackage(
  storage: Storage,
  { zip, summary: later, sha256: said, bytes, file_name = null, frames = null, ...known }: NewPackage,
  alongside: Alongside = {},
): Promise<ArchivedPackage> {
  const blob_key = alongside.blobKey ?? `archive/${known.archive_id}.zip`;
  const { archive_id, requester } = known;
  const blob = { key: blob_key, chunks: zip, sha256: said, bytes };
  return publishBlobs(
    storage,
    [blob, ...(alongside.blobs ?? [])],
    async (trx, [sha256 = '']) => {
      const summary = resolved(later);
      const row = { ...known, bytes: resolved(bytes), sha256, blob_key, summary: JSON.stringify(summary) };
      const labels = labelColumns({ ...UNLABELLED, file_name });
      const parameters = JSON.stringify(keyParameters(summary, frames));
      await trx
        .insertInto('packages')
        .values({ ...row, ...labels, parameters })
        .execute();
      const event = { kind: 'archived', archive_id, checksum: sha256, requester, actor: requester } as const;
      await appendToLog(trx, storage.now(), [event]);
      await alongside.rows?.(trx);
      return row;
    },
    { chain: true },
  );
}
