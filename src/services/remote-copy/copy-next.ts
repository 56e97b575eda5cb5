import { createHash } from 'node:crypto';
import { appendToLog } from '../archive/append-to-log.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Database } from '../ports/database.ts';
import {
  copyKey,
  endWaitsAhead,
  LATE_WRITE_MS,
  PAUSE_SPREAD,
  COPY_LEASE_MS,
  pauseMs,
  type CopyServices,
  type RemoteCopy,
} from './remote-copies.ts';

/** Names the service itself in the archive's log. */
const ACTOR = 'service';
const MAX_ERROR = 500;

/**
 * Copies the package that has waited longest to the remote store, reads the copy back and compares its digest.
 * @returns null: none is due; `failed`: it is tried again later
 */
export async function copyNext(services: CopyServices): Promise<'copied' | 'failed' | null> {
  await endWaitsAhead(services);
  const copy = await claim(services);
  if (!copy) return null;
  const renewal = setInterval(() => void renew(services, copy).catch(() => {}), COPY_LEASE_MS / 3);
  try {
    const problem = await transfer(services, copy);
    if (problem !== null) await noteFailure(services, copy, problem);
    else await noteCopied(services, copy);
    return problem === null ? 'copied' : 'failed';
  } finally {
    clearInterval(renewal);
  }
}

async function claim({ store, now }: CopyServices): Promise<RemoteCopy | null> {
  const due = (db: Database) =>
    db
      .selectFrom('remote_copies')
      .selectAll()
      .where('state', '=', 'pending')
      .where('next_attempt_at', '<=', now().toISOString())
      .orderBy('next_attempt_at')
      .limit(1)
      .executeTakeFirst();
  // asked outside a transaction first: mostly there is nothing to do
  if (!(await due(store.read()))) return null;
  return store.transaction(async (trx) => {
    const copy = await due(trx);
    if (!copy) return null;
    const change = { attempts: copy.attempts + 1, next_attempt_at: leaseEnd(now()), last_error: null };
    await trx.updateTable('remote_copies').set(change).where('archive_id', '=', copy.archive_id).execute();
    return { ...copy, ...change };
  });
}

const leaseEnd = (time: Date) => new Date(time.getTime() + COPY_LEASE_MS).toISOString();

/** This attempt, as long as nobody has begun another; what its package's deletion makes of it included. */
function ours(trx: Database, { archive_id, attempts }: RemoteCopy) {
  return trx
    .updateTable('remote_copies')
    .where('archive_id', '=', archive_id)
    .where('attempts', '=', attempts)
    .where('state', 'in', ['pending', 'awaiting_purge']);
}

async function renew({ store, now }: CopyServices, copy: RemoteCopy): Promise<void> {
  const change = { next_attempt_at: leaseEnd(now()) };
  await store.transaction((trx) => ours(trx, copy).set(change).execute());
}

/** @returns what went wrong, or null */
async function transfer({ store, blobs, remote }: CopyServices, copy: RemoteCopy): Promise<string | null> {
  const { archive_id, sha256, bytes } = copy;
  let source: Awaited<ReturnType<typeof openPackage>> = null;
  try {
    const found = await store
      .read()
      .selectFrom('packages')
      .select('blob_key')
      .where('archive_id', '=', archive_id)
      .executeTakeFirst();
    source = found ? await openPackage(blobs, found.blob_key) : null;
    if (!source) return 'the package’s bytes are not in the archive';
    const key = copyKey(archive_id);
    // a folder whose disk is not mounted is to be noticed, not made
    await remote.check();
    await remote.put(key, source.content, { sha256, bytes });
    if ((await digestOf(remote, key)) === sha256) return null;
    await remote.delete(key);
    return 'what the remote store gives back is not what was written';
  } catch (error) {
    return (error as Error).message.slice(0, MAX_ERROR);
  } finally {
    source?.close();
  }
}

/** A package of a sequence can be larger than the memory. It is opened now: then its deletion does not end the copy. */
async function openPackage(blobs: Blobs, key: string) {
  const opened = await blobs.read(key);
  if (!opened) return null;
  let first: typeof opened | null = opened;
  async function* content(): AsyncGenerator<Uint8Array> {
    const stream = first ?? (await blobs.read(key));
    first = null;
    if (!stream) throw new Error('the package’s bytes are not in the archive');
    yield* stream as AsyncIterable<Uint8Array>;
  }
  return { content, close: () => void opened.destroy() };
}

async function digestOf(blobs: Blobs, key: string): Promise<string | null> {
  const stream = await blobs.read(key);
  if (!stream) return null;
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

async function noteCopied(services: CopyServices, copy: RemoteCopy): Promise<void> {
  const { store, now, remote } = services;
  const { archive_id, sha256: checksum, requester } = copy;
  const isUnwanted = await store.transaction(
    async (trx) => {
      const time = now();
      const done = { copied_at: time.toISOString(), next_attempt_at: time.toISOString() };
      // of a package that was deleted meanwhile there is now a whole copy to purge, and nothing more to wait for
      await ours(trx, copy).where('state', '=', 'awaiting_purge').set(done).execute();
      const { numUpdatedRows } = await ours(trx, copy)
        .where('state', '=', 'pending')
        .set({ ...done, state: 'copied' })
        .executeTakeFirst();
      if (numUpdatedRows > 0n) {
        await appendToLog(trx, time, [{ kind: 'replicated', archive_id, checksum, requester, actor: ACTOR }]);
        return false;
      }
      const row = await trx
        .selectFrom('remote_copies')
        .select('state')
        .where('archive_id', '=', archive_id)
        .executeTakeFirst();
      return row === undefined || row.state === 'purged';
    },
    { chain: true },
  );
  // this process stood still for longer than its lease, and what it wrote came after the purge
  if (isUnwanted) await remote.delete(copyKey(archive_id));
}

async function noteFailure({ store, now }: CopyServices, copy: RemoteCopy, problem: string): Promise<void> {
  const inMs = (ms: number) => new Date(now().getTime() + ms).toISOString();
  const pause = pauseMs(copy.attempts) * (1 + PAUSE_SPREAD * (2 * Math.random() - 1));
  const failure = { next_attempt_at: inMs(pause), last_error: problem };
  await store.transaction(async (trx) => {
    await ours(trx, copy).set(failure).execute();
    // its package was deleted meanwhile: it is not tried again, and purging waits for a late write only
    await ours(trx, copy)
      .where('state', '=', 'awaiting_purge')
      .set({ next_attempt_at: inMs(LATE_WRITE_MS) })
      .execute();
  });
}
