import { logHead } from '../archive/append-to-log.ts';
import { labelColumns, UNLABELLED } from '../archive/labels.ts';
import { noteRemovals } from '../archive/remove-blobs.ts';
import { isHeld } from '../hold/is-held.ts';
import type { Database } from '../ports/database.ts';
import { countUnderWay, giveUpRuns } from '../run/give-up-runs.ts';
import { deletePackages, doomedColumns, type Deletion } from './delete-packages.ts';
import { eraseSequences } from './erase-sequences.ts';
import { deleteAll, inSlices, SLICE } from './in-slices.ts';

export interface Erasure {
  readonly counts: {
    readonly deleted: number;
    readonly held: number;
    readonly remote_copies_pending: number;
    readonly raw_uploads_deleted: number;
    readonly feedback_deleted: number;
    readonly usage_events_deleted: number;
    /** they go on, and may leave results afterwards */
    readonly runs_in_progress: number;
    readonly runs_cancelled: number;
  };
  /** entry_hash of the log's last entry */
  readonly log_head: string;
  /** noted for removal */
  readonly blobKeys: readonly string[];
  readonly cancelledRuns: readonly string[];
}

export interface ErasureOptions {
  /** whether runs that have not ended are given up */
  readonly cancelRuns: boolean;
}

/**
 * Deletes everything that an account has stored and that no hold keeps: packages, raw uploads, feedback, usage events,
 * the runs that are over, and the others where that is asked for. A hold keeps a package with its run, nothing else.
 * @param trx a transaction begun with `chain: true`
 */
export async function eraseAccountData(
  trx: Database,
  account_id: string,
  deletion: Deletion,
  { cancelRuns }: ErasureOptions,
): Promise<Erasure> {
  const given = cancelRuns ? await giveUpRuns(trx, account_id, deletion.time) : { runIds: [], blobKeys: [] };
  const packages = await trx
    .selectFrom('packages')
    .where('requester', '=', account_id)
    .select(doomedColumns)
    .select((table) => isHeld(table).as('held'))
    .orderBy('evidence_report_id')
    .execute();
  const free = packages.filter(({ held }) => !held);
  // counted before the feedback of each package goes with it
  const feedback_deleted = await deleteAll(() => someFeedback(trx, account_id));
  const usage_events_deleted = await deleteAll(() => someUsageEvents(trx, account_id));
  const raw = await deleteRawUploads(trx, account_id, deletion.time);
  // while it is known which of their runs go on
  const frames = await eraseSequences(trx, account_id, deletion.time);
  const remote_copies_pending = await deletePackages(trx, free, deletion);
  await deleteRuns(trx, account_id);
  await eraseLabels(trx, account_id);
  const counts = {
    deleted: free.length,
    held: packages.length - free.length,
    remote_copies_pending,
    raw_uploads_deleted: raw.length,
    ...{ feedback_deleted, usage_events_deleted },
    runs_in_progress: await countUnderWay(trx, account_id),
    runs_cancelled: given.runIds.length,
  };
  const { entry_hash: log_head } = await logHead(trx);
  const blobKeys = [...raw, ...frames, ...free.map(({ blob_key }) => blob_key), ...given.blobKeys];
  return { counts, log_head, blobKeys, cancelledRuns: given.runIds };
}

const someFeedback = (trx: Database, account_id: string) =>
  trx
    .deleteFrom('feedback')
    .where('feedback_id', 'in', (query) =>
      query.selectFrom('feedback').select('feedback_id').where('account_id', '=', account_id).limit(SLICE),
    )
    .executeTakeFirst();

const someUsageEvents = (trx: Database, account_id: string) =>
  trx
    .deleteFrom('usage_events')
    .where('usage_event_id', 'in', (query) =>
      query
        .selectFrom('usage_events')
        .select('usage_event_id')
        .where('account_id', '=', account_id)
        .limit(SLICE),
    )
    .executeTakeFirst();

/** @returns the keys of their blobs */
async function deleteRawUploads(trx: Database, account_id: string, time: Date): Promise<string[]> {
  const uploads = await trx
    .selectFrom('raw_uploads')
    .select(['raw_upload_id', 'blob_key'])
    .where('account_id', '=', account_id)
    .execute();
  for await (const some of inSlices(uploads)) {
    const ids = some.map(({ raw_upload_id }) => raw_upload_id);
    await trx.deleteFrom('raw_uploads').where('raw_upload_id', 'in', ids).execute();
  }
  const keys = uploads.map(({ blob_key }) => blob_key);
  await noteRemovals(trx, time, keys);
  return keys;
}

/** What the account has said of packages that a hold keeps, as its feedback on them: a hold is on the package. */
async function eraseLabels(trx: Database, account_id: string): Promise<void> {
  await trx
    .updateTable('packages')
    .set(labelColumns(UNLABELLED))
    .where('requester', '=', account_id)
    .execute();
}

/** Those that are over, with what they were asked; that of a held package is part of what is held. */
async function deleteRuns(trx: Database, account_id: string): Promise<void> {
  await deleteAll(() =>
    trx
      .deleteFrom('runs')
      .where('run_id', 'in', (query) =>
        query
          .selectFrom('runs')
          .select('run_id')
          .where('requester', '=', account_id)
          .where('status', 'in', ['succeeded', 'failed', 'cancelled'])
          .where('evidence_report_id', 'not in', (held) =>
            held
              .selectFrom('packages')
              .select('packages.evidence_report_id')
              .where('packages.requester', '=', account_id),
          )
          .limit(SLICE),
      )
      .executeTakeFirst(),
  );
}
