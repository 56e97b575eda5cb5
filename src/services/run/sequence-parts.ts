import { shardCount, type ShardLayout } from '../../formats/sequence/shard.ts';
import { mintId } from '../mint-id.ts';
import type { Database, Row } from '../ports/database.ts';
import type { RunQueue } from '../ports/run-queue.ts';
import { readRequest, type AcceptedPart } from './accepted-request.ts';
import { nextTurns } from './next-turn.ts';

/** More are queued when these are done: however long a sequence is, the queue stays short. */
const MOST_PARTS = 256;

export interface PartServices {
  readonly queue: Pick<RunQueue, 'add' | 'wake'>;
  readonly now: () => Date;
}

/**
 * Queues what is to be done next of a sequence of which nothing is queued: shards, and when all are there the package. Each
 * is a run of its own, so that anybody takes it, and another where who took it died.
 */
export async function addParts(
  { queue, now }: PartServices,
  trx: Database,
  whole: Row<'runs'>,
  sequence_id: string,
  layout: ShardLayout,
): Promise<void> {
  const done = await trx
    .selectFrom('sequence_shards')
    .select('shard')
    .where('sequence_id', '=', sequence_id)
    .execute();
  const shards = new Set(done.map(({ shard }) => shard));
  const left: number[] = [];
  for (let shard = 0; shard < shardCount(layout) && left.length < MOST_PARTS; shard++)
    if (!shards.has(shard)) left.push(shard);
  const parts: readonly AcceptedPart['part'][] = left.length > 0 ? left : ['package'];
  const time = now();
  const turns = await nextTurns(trx, whole, time, parts.length);
  const { request_id } = readRequest(whole.request);
  for (const [k, part] of parts.entries()) {
    const request: AcceptedPart = { kind: 'part', sequence_id, part, request_id };
    const run_id = mintId('run', time);
    const row: Row<'runs'> = {
      ...whole,
      ...{ run_id, evidence_report_id: mintId('evr', time), archive_id: mintId('arc', time) },
      ...{ request: JSON.stringify(request), part_of: whole.run_id, turn: turns[k]! },
      ...{ status: 'queued', stage: null, fraction: 0, leased_by: null, lease_until: null },
      ...{ attempts: 0, deaths: 0, created_at: time.toISOString(), started_at: null },
    };
    await trx.insertInto('runs').values(row).execute();
    await queue.add(trx, { run_id, turn: turns[k]! });
  }
}
