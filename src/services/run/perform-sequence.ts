import { parseSequence } from '../../core/sequence/parse-sequence.ts';
import { publishBlobs } from '../archive/publish-blobs.ts';
import { summarise } from '../archive/summary.ts';
import { noteRemovals, removeBlobs } from '../archive/remove-blobs.ts';
import type { ShardLayout } from '../../formats/sequence/shard.ts';
import { framesOfShard, shardCount } from '../../formats/sequence/shard.ts';
import type { ComputeOptions } from '../ports/compute.ts';
import { shardParts } from '../ports/sequence-work.ts';
import type { Database, Row } from '../ports/database.ts';
import { checkStored } from '../quota/quota-use.ts';
import { archiveResult, checkOpen } from '../reconstruction/archive-result.ts';
import type { RawFile } from '../reconstruction/raw-files.ts';
import { packageBytes, shardReader } from '../sequence/package-bytes.ts';
import { range } from '../sequence/make-sequence.ts';
import { referenceFrames } from '../sequence/reference-frames.ts';
import type { AcceptedPart, AcceptedSequence } from './accepted-request.ts';
import { ended, takeShards } from './end-run.ts';
import { changeLeased, LeaseLost, type Claim } from './lease.ts';
import { blobReader, filesFor, keptFrames, shardsOf } from './sequence-input.ts';
import { addParts } from './sequence-parts.ts';
import type { PerformServices } from './perform-services.ts';

/** How long each stage took, ms. */
type Stages = Readonly<Record<string, number>>;

/** Of the whole run’s progress: what is left is for packing. */
const [STARTED, PACKING] = [0.05, 0.95];

/** A step, with what it is about. */
interface StepWork {
  readonly claim: Claim;
  readonly sequence: Row<'sequences'>;
  /** the run that somebody asked for */
  readonly whole: Row<'runs'>;
  readonly options: ComputeOptions;
  /** ms, from the first sign of progress until now */
  readonly computed: () => number;
}

/**
 * Does one step of a sequence: its start, a shard, or its package.
 * @returns null: the run goes on
 * @throws Problem; LeaseLost where the run has ended; Unauthenticated; Overloaded; the signal’s reason; StorageUnavailable
 */
export async function performStep(
  services: PerformServices,
  claim: Claim,
  asked: AcceptedSequence | AcceptedPart,
  given: ComputeOptions,
): Promise<Stages | null> {
  const db = services.store.read();
  const { run } = claim;
  const sequence = await find(db, 'sequences', 'sequence_id', asked.sequence_id);
  const whole = run.part_of === null ? run : await find(db, 'runs', 'run_id', run.part_of);
  if (!sequence || !whole) throw new LeaseLost(run.run_id);
  const watch = watched({ ...given, requester: run.requester });
  const work: StepWork = { claim, sequence, whole, ...watch };
  if (asked.kind === 'sequence') return start(services, work);
  if (asked.part === 'package') return pack(services, work);
  return shard(services, work, asked.part);
}

async function find<Name extends 'sequences' | 'runs'>(
  db: Database,
  table: Name,
  column: 'sequence_id' | 'run_id',
  id: string,
): Promise<Row<Name> | undefined> {
  const query = db.selectFrom(table as 'runs').selectAll();
  return (await query.where(column as 'run_id', '=', id).executeTakeFirst()) as Row<Name> | undefined;
}

function watched(options: ComputeOptions): Pick<StepWork, 'options' | 'computed'> {
  let computed = 0;
  const onComputed = (ms: number): void => void (computed = ms);
  return { options: { ...options, onComputed }, computed: () => Math.round(computed) };
}

async function start(
  services: PerformServices,
  { claim, sequence, whole, options, computed }: StepWork,
): Promise<null> {
  const { sequence_id, frames } = sequence;
  const wanted = referenceFrames(frames);
  const given = await filesFor(services.store.read(), sequence, wanted);
  const read = blobReader(services.blobs);
  const onProgress: ComputeOptions['onProgress'] = (stage, fraction) =>
    options.onProgress(stage, STARTED * fraction);
  const { layout } = await services.compute.sequence<'start'>({ ...given, step: 'start' }, read, {
    ...options,
    onProgress,
  });
  const ms = computed();
  await services.store.transaction(async (trx) => {
    // from here on nobody has the run: it goes on when its parts do
    const change = { stage: 'frames', fraction: STARTED, leased_by: null, lease_until: null };
    await changeLeased(trx, claim, change);
    await checkOpen(trx, whole.requester);
    await trx
      .updateTable('sequences')
      .set(({ eb }) => ({ layout: JSON.stringify(layout), compute_ms: eb('compute_ms', '+', ms) }))
      .where('sequence_id', '=', sequence_id)
      .execute();
    await addParts(services, trx, whole, sequence_id, layout);
  });
  services.queue.wake();
  return null;
}

async function shard(
  services: PerformServices,
  { claim, sequence, whole, options, computed }: StepWork,
  number: number,
): Promise<null> {
  const { sequence_id, account_id, frames } = sequence;
  const layout = JSON.parse(sequence.layout!) as ShardLayout;
  const { from, to } = framesOfShard(layout, number);
  const wanted = [...referenceFrames(frames), ...range(from, to)];
  const given = await filesFor(services.store.read(), sequence, wanted);
  const job = { ...given, step: 'shard', shard: number } as const;
  const made = await services.compute.sequence<'shard'>(job, blobReader(services.blobs), options);
  options.signal.throwIfAborted();
  const { rows, stored, bytes: maps } = made;
  const chunks = shardParts.map((part) => maps[part]);
  const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const blob_key = `staged/${sequence_id}-shard-${number}.${claim.token}`;
  const done = JSON.stringify({ rows, stored });
  const row = { sequence_id, shard: number, account_id, done, bytes, blob_key };
  const ms = computed();
  const blob = { key: blob_key, chunks, sha256: null, bytes };
  await publishBlobs(services, [blob], async (trx, [sha256 = '']) => {
    await endPart(trx, claim);
    await checkOpen(trx, account_id);
    await trx
      .insertInto('sequence_shards')
      .values({ ...row, sha256 })
      .execute();
    await checkStored(trx, account_id, bytes);
    const again = claim.run.attempts + claim.run.deaths;
    await goOn(services, trx, whole, sequence_id, layout, { ms, again });
  });
  services.queue.wake();
  return null;
}

/** The part is done, by who has its lease. @throws LeaseLost */
async function endPart(trx: Database, { run: { run_id }, token }: Claim): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('runs')
    .where('run_id', '=', run_id)
    .where('status', '=', 'running')
    .where('leased_by', '=', token)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new LeaseLost(run_id);
}

/** Says how far the whole is, and queues what is next where nothing of it is queued. @throws LeaseLost */
async function goOn(
  services: PerformServices,
  trx: Database,
  whole: Row<'runs'>,
  sequence_id: string,
  layout: ShardLayout,
  { ms, again }: { readonly ms: number; readonly again: number },
): Promise<void> {
  const countAll = async (
    table: 'sequence_shards' | 'runs',
    column: 'sequence_id' | 'part_of',
    id: string,
  ) => {
    const query = trx.selectFrom(table as 'runs').where(column as 'part_of', '=', id);
    const { count } = await query
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const done = await countAll('sequence_shards', 'sequence_id', sequence_id);
  const fraction = STARTED + ((PACKING - STARTED) * done) / shardCount(layout);
  const { numUpdatedRows } = await trx
    .updateTable('runs')
    .set({ stage: done === shardCount(layout) ? 'package' : 'frames', fraction })
    .where('run_id', '=', whole.run_id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost(whole.run_id);
  await trx
    .updateTable('sequences')
    .set(({ eb }) => ({ compute_ms: eb('compute_ms', '+', ms), repeated: eb('repeated', '+', again) }))
    .where('sequence_id', '=', sequence_id)
    .execute();
  if ((await countAll('runs', 'part_of', whole.run_id)) === 0)
    await addParts(services, trx, whole, sequence_id, layout);
}

async function pack(
  services: PerformServices,
  { claim, sequence, whole, options, computed }: StepWork,
): Promise<Stages> {
  const { store, blobs, software, now } = services;
  const { sequence_id, frames } = sequence;
  const { evidence_report_id, archive_id, requester } = whole;
  const created_at = now().toISOString();
  const given = await filesFor(store.read(), sequence, referenceFrames(frames));
  const shards = await shardsOf(store.read(), sequence_id);
  const identity = {
    evidence_report_id,
    archive_id,
    created_at,
    requester,
    software,
    requested: given.fields,
  };
  const job = { ...given, step: 'package', shards, identity, digest: blobs.needsDigest } as const;
  const read = blobReader(blobs);
  const made = await services.compute.sequence<'package'>(job, read, options);
  options.signal.throwIfAborted();
  const readShard = shardReader(shards, made.image.layout, read);
  const { bytes, sha256, evidence } = made;
  const files = await keptFrames(store.read(), sequence_id);
  const kept = sequence.retain_raw_inputs === 1;
  const left: string[] = [];
  const first = async (trx: Database): Promise<void> => {
    await endPart(trx, claim);
    const gone = await endWhole(trx, whole, kept ? [] : files, now());
    left.splice(0, Infinity, ...gone, ...(await takeShards(trx, sequence_id)));
    await trx.deleteFrom('sequence_files').where('sequence_id', '=', sequence_id).execute();
    await noteRemovals(trx, now(), left);
  };
  const stages = { frames: Number(sequence.compute_ms), package: computed() };
  const compute_ms = stages.frames + stages.package;
  const archived = {
    ...{ sha256, bytes, zip: () => packageBytes(made, readShard), compute_ms },
    summary: summarise(evidence),
    known: {
      ...{ evidence_report_id, archive_id, created_at, requester },
      profile_id: evidence.calibration?.profile_id ?? null,
      ...{
        input_sha256: evidence.input.sha256,
        holography_mode: parseSequence(given.fields).recipe.holography_mode,
        file_name: files.find(({ part }) => part === 'hologram')?.name || null,
        frames: evidence.sequence!.frames,
      },
    },
    input_bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  };
  await archiveResult(services, archived, {
    ...{ run_id: whole.run_id, raw: kept ? files : [], first, kind: 'sequence' },
    // a key is not used again: the upload of an earlier attempt may still be on its way, or to be removed
    blobKey: `archive/${archive_id}.${claim.token}.zip`,
  });
  // whatever this can't do is left to the sweeper: the run has succeeded
  await removeBlobs(services, left).catch(() => {});
  return stages;
}

/** @param files those that go @returns the blobs that are left @throws LeaseLost */
async function endWhole(
  trx: Database,
  whole: Row<'runs'>,
  files: readonly RawFile[],
  time: Date,
): Promise<string[]> {
  const { numUpdatedRows } = await trx
    .updateTable('runs')
    .set(ended('succeeded', time))
    .where('run_id', '=', whole.run_id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost(whole.run_id);
  return files.map(({ blob_key }) => blob_key);
}
