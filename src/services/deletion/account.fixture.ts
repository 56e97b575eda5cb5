import { createHash } from 'node:crypto';
import { smallPackage } from '../archive/archive.fixture.ts';
import { publishBlobs } from '../archive/publish-blobs.ts';
import type { ArchivedPackage, Storage } from '../archive/storage.ts';
import { storePackage, type NewPackage } from '../archive/store-package.ts';
import { mintId } from '../mint-id.ts';
import { recordUsage } from '../usage/record-usage.ts';

/** An account that nobody signed up for. */
export async function makeAccount({ store, now }: Storage, email = `${mintId('acc', now())}@example.org`) {
  const account_id = mintId('acc', now());
  const row = { account_id, email, password_hash: 'x', plan: 'research', retain_raw_inputs: 1 as const };
  const created_at = now().toISOString();
  await store.transaction(async (trx) => {
    await trx
      .insertInto('accounts')
      .values({ ...row, created_at, closed_at: null })
      .execute();
    const key = { key_id: mintId('key', now()), account_id, name: 'microscope', secret_sha256: 'x' };
    await trx
      .insertInto('api_keys')
      .values({ ...key, created_at, expires_at: null, revoked_at: null })
      .execute();
  });
  return account_id;
}

/** A package as a run leaves it: with the raw upload, the run, the usage event. */
export async function makeResult(
  storage: Storage,
  requester: string,
  known: Partial<NewPackage> = {},
): Promise<ArchivedPackage> {
  const time = storage.now();
  const run_id = mintId('run', time);
  const zip = [new TextEncoder().encode(run_id)];
  const [evidence_report_id, archive_id] = [mintId('evr', time), mintId('arc', time)];
  const raw = new TextEncoder().encode(`raw ${run_id}`);
  const sha256 = createHash('sha256').update(raw).digest('hex');
  const file = { sha256, bytes: raw.length, blob_key: `raw/${mintId('raw', time)}` };
  const created_at = time.toISOString();
  return storePackage(
    storage,
    { ...smallPackage(zip), ...{ evidence_report_id, archive_id, requester, run_id, created_at }, ...known },
    {
      blobs: requester === 'public' ? [] : [{ ...file, key: file.blob_key, chunks: [raw] }],
      async rows(trx) {
        await trx
          .insertInto('runs')
          .values({
            ...{
              run_id,
              requester,
              status: 'succeeded',
              stage: null,
              fraction: 1,
              evidence_report_id,
              archive_id,
            },
            ...{ request: '{}', problem: null, attempts: 1, leased_by: null, lease_until: null },
            ...{ cancel_requested: 0, created_at, started_at: created_at, finished_at: created_at },
          })
          .execute();
        if (requester === 'public') return;
        const upload = { raw_upload_id: mintId('raw', time), account_id: requester, evidence_report_id };
        await trx
          .insertInto('raw_uploads')
          .values({ ...upload, ...file, part: 'hologram', name: 'a.png', created_at })
          .execute();
        await recordUsage(trx, { account_id: requester, kind: 'reconstruction', time, run_id });
      },
    },
  );
}

export async function makeFeedback(
  { store, now }: Storage,
  account_id: string,
  evidence_report_id: string,
): Promise<void> {
  const feedback_id = mintId('fb', now());
  const row = { feedback_id, account_id, evidence_report_id, rating: 5, comment: 'clear' };
  await store.transaction((trx) =>
    trx
      .insertInto('feedback')
      .values({ ...row, created_at: now().toISOString() })
      .execute(),
  );
}

/** A run that waits, with the file that it waits with. */
export async function makeQueuedRun(storage: Storage, requester: string): Promise<string> {
  const time = storage.now();
  const run_id = mintId('run', time);
  const chunks = [new TextEncoder().encode(run_id)];
  const sha256 = createHash('sha256').update(chunks[0]!).digest('hex');
  const blob_key = `staged/${run_id}-hologram`;
  const hologram = { name: 'a.png', sha256, bytes: chunks[0]!.length, blob_key };
  const request = { fields: {}, hologram, background: null, retain_raw_inputs: false, request_id: 'req_1' };
  const blob = { key: blob_key, chunks, sha256, bytes: hologram.bytes };
  await publishBlobs(storage, [blob], (trx) =>
    trx
      .insertInto('runs')
      .values({
        ...{ run_id, requester, status: 'queued', stage: null, fraction: 0 },
        ...{ evidence_report_id: mintId('evr', time), archive_id: mintId('arc', time) },
        ...{ request: JSON.stringify(request), problem: null, attempts: 0, leased_by: null },
        ...{ lease_until: null, cancel_requested: 0, created_at: time.toISOString() },
        ...{ started_at: null, finished_at: null },
      })
      .execute(),
  );
  return run_id;
}

/** Every blob that is stored. */
export async function storedBlobs({ blobs }: Storage): Promise<string[]> {
  const keys = [];
  for (const folder of ['archive', 'raw', 'staged']) {
    for await (const key of blobs.list(folder)) keys.push(key);
  }
  return keys.sort();
}

/** How many rows a table has. */
export async function countRows(
  { store }: Storage,
  table: 'packages' | 'raw_uploads' | 'feedback' | 'usage_events' | 'runs' | 'blob_removals' | 'archive_log',
): Promise<number> {
  const { count } = await store
    .read()
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
