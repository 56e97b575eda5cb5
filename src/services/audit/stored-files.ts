import type { Store } from '../ports/database.ts';
import { readRequest, stagedFiles } from '../run/accepted-request.ts';

const PAGE = 200;

/** A blob that a row names. */
export interface NamedBlob {
  /** in words, with the identifier that people know it by */
  readonly what: string;
  readonly blob_key: string;
  readonly sha256: string;
  readonly bytes: number;
}

type NextPage = (store: Store, last: string) => Promise<(NamedBlob & { readonly id: string })[]>;

const packages: NextPage = async (store, last) => {
  const rows = await store
    .read()
    .selectFrom('packages')
    .select(['evidence_report_id as id', 'archive_id', 'blob_key', 'sha256', 'bytes'])
    .where('evidence_report_id', '>', last)
    .orderBy('evidence_report_id')
    .limit(PAGE)
    .execute();
  return rows.map((row) => ({ ...row, what: `package ${row.archive_id} (${row.id})` }));
};

const rawUploads: NextPage = async (store, last) => {
  const rows = await store
    .read()
    .selectFrom('raw_uploads')
    .select(['raw_upload_id as id', 'blob_key', 'sha256', 'bytes'])
    .where('raw_upload_id', '>', last)
    .orderBy('raw_upload_id')
    .limit(PAGE)
    .execute();
  return rows.map((row) => ({ ...row, what: `raw upload ${row.id}` }));
};

const overlays: NextPage = async (store, last) => {
  const rows = await store
    .read()
    .selectFrom('profiles')
    .select(['profile_id as id', 'blob_key', 'sha256', 'bytes'])
    .where('profile_id', '>', last)
    .orderBy('profile_id')
    .limit(PAGE)
    .execute();
  return rows.map((row) => ({ ...row, what: `overlay of profile ${row.id}` }));
};

export const storedKinds = { packages, raw_uploads: rawUploads, overlays };

export async function* storedFiles(store: Store, nextPage: NextPage): AsyncIterable<NamedBlob> {
  for (let last = ''; ;) {
    const rows = await nextPage(store, last);
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.id;
  }
}

/** Frames of sequences, and what was computed of them so far. */
export async function stagedForSequences(store: Store): Promise<NamedBlob[]> {
  const db = store.read();
  const columns = ['sequence_id', 'blob_key', 'sha256', 'bytes'] as const;
  const files = await db.selectFrom('sequence_files').select(columns).execute();
  const shards = await db.selectFrom('sequence_shards').select(columns).execute();
  const named = (word: string, rows: typeof files): NamedBlob[] =>
    rows.map(({ sequence_id, ...blob }) => ({ ...blob, what: `${word} of ${sequence_id}` }));
  return [...named('frames', files), ...named('shard', shards)];
}

/** The files of accepted runs that have not ended. */
export async function stagedForRuns(store: Store): Promise<NamedBlob[]> {
  const runs = await store
    .read()
    .selectFrom('runs')
    .select(['run_id', 'request'])
    .where('status', 'in', ['queued', 'running'])
    .execute();
  return runs.flatMap(({ run_id, request }) =>
    stagedFiles(readRequest(request)).map((file) => ({ ...file, what: `upload of ${run_id}` })),
  );
}

/** Which of these keys a row names, those being written or removed included. */
export async function namedKeys(store: Store, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const db = store.read();
  const named = new Set<string>();
  for (const table of [
    'unpublished_blobs',
    'blob_removals',
    'packages',
    'raw_uploads',
    'profiles',
    'sequence_files',
    'sequence_shards',
  ] as const) {
    const rows = await db.selectFrom(table).select('blob_key').where('blob_key', 'in', keys).execute();
    for (const { blob_key } of rows) named.add(blob_key);
  }
  if (named.size < keys.length) for (const file of await stagedForRuns(store)) named.add(file.blob_key);
  return named;
}
