import type { Storage } from '../archive/storage.ts';
import type { Database } from '../ports/database.ts';

/** What the database knows that an operator watches. */
export interface StorageMeasures {
  /** accepted runs that nobody does yet */
  readonly queuedRuns: number;
  /** accepted runs that somebody does */
  readonly runningRuns: number;
  /** since the oldest run that waits was accepted, s; 0: none waits */
  readonly oldestQueuedSeconds: number;
  readonly packages: number;
  readonly archiveBytes: number;
  /** of packages without an account */
  readonly publicArchiveBytes: number;
  /** of the disk that packages lie on; null: they lie elsewhere */
  readonly diskFreeBytes: number | null;
  readonly diskSizeBytes: number | null;
  readonly rawUploadBytes: number;
  readonly remoteCopiesPending: number;
  readonly remoteCopiesAwaitingPurge: number;
  /** bytes that are to be removed and were not yet */
  readonly removalsPending: number;
}

/** @throws StorageUnavailable */
export async function measureStorage({
  store,
  blobs,
  now,
}: Pick<Storage, 'store' | 'blobs' | 'now'>): Promise<StorageMeasures> {
  const db = store.read();
  const runs = await db
    .selectFrom('runs')
    .select((select) => [
      'status',
      select.fn.countAll<number>().as('count'),
      select.fn.min('created_at').as('oldest'),
    ])
    .where('status', 'in', ['queued', 'running'])
    .groupBy('status')
    .execute();
  const space = await blobs.space();
  const raw = await db
    .selectFrom('raw_uploads')
    .select((select) => select.fn.sum<number>('bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  const copies = await db
    .selectFrom('remote_copies')
    .select((select) => ['state', select.fn.countAll<number>().as('count')])
    .where('state', 'in', ['pending', 'awaiting_purge'])
    .groupBy('state')
    .execute();
  const removals = await db
    .selectFrom('blob_removals')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const queued = runs.find(({ status }) => status === 'queued');
  const countOf = (rows: readonly { state: string; count: number }[], state: string): number =>
    Number(rows.find((row) => row.state === state)?.count ?? 0);
  return {
    queuedRuns: Number(queued?.count ?? 0),
    runningRuns: Number(runs.find(({ status }) => status === 'running')?.count ?? 0),
    oldestQueuedSeconds: queued ? Math.max(0, (now().getTime() - Date.parse(queued.oldest)) / 1000) : 0,
    ...(await measurePackages(db)),
    diskFreeBytes: space?.freeBytes ?? null,
    diskSizeBytes: space?.sizeBytes ?? null,
    rawUploadBytes: Number(raw.bytes ?? 0),
    remoteCopiesPending: countOf(copies, 'pending'),
    remoteCopiesAwaitingPurge: countOf(copies, 'awaiting_purge'),
    removalsPending: Number(removals.count),
  };
}

async function measurePackages(
  db: Database,
): Promise<Pick<StorageMeasures, 'packages' | 'archiveBytes' | 'publicArchiveBytes'>> {
  const all = db
    .selectFrom('packages')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('bytes').as('bytes')]);
  const { count, bytes } = await all.executeTakeFirstOrThrow();
  const ofPublic = await all.where('requester', '=', 'public').executeTakeFirstOrThrow();
  return {
    packages: Number(count),
    archiveBytes: Number(bytes ?? 0),
    publicArchiveBytes: Number(ofPublic.bytes ?? 0),
  };
}
