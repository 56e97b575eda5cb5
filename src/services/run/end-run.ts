import { noteRemovals } from '../archive/remove-blobs.ts';
import type { Database, Row } from '../ports/database.ts';
import { ENDED, readRequest, stagedFiles } from './accepted-request.ts';
import type { RunProblem } from './run-state.ts';

/** The columns of a run that has ended. */
export function ended(
  status: 'succeeded' | 'failed' | 'cancelled',
  now: Date,
  problem: RunProblem | null = null,
): Partial<Row<'runs'>> {
  return {
    status,
    stage: null,
    ...(status === 'succeeded' ? { fraction: 1 } : {}),
    problem: problem && JSON.stringify(problem),
    request: ENDED,
    picture: null,
    address: null,
    leased_by: null,
    lease_until: null,
    finished_at: now.toISOString(),
  };
}

/**
 * Takes away what a run that ends without a result has of its own: its files, and of a sequence its parts and what they made.
 * @returns the blobs: noted for removal
 */
export async function takeStaged(
  trx: Database,
  { run_id, request }: Pick<Row<'runs'>, 'run_id' | 'request'>,
  time: Date,
): Promise<string[]> {
  const asked = readRequest(request);
  const keys = stagedFiles(asked).map(({ blob_key }) => blob_key);
  if (asked.kind === 'sequence') keys.push(...(await takeSequence(trx, run_id, asked.sequence_id)));
  await noteRemovals(trx, time, keys);
  return keys;
}

async function takeSequence(trx: Database, run_id: string, sequence_id: string): Promise<string[]> {
  await trx.deleteFrom('runs').where('part_of', '=', run_id).execute();
  const files = await trx
    .deleteFrom('sequence_files')
    .where('sequence_id', '=', sequence_id)
    .returning('blob_key')
    .execute();
  return [...files.map(({ blob_key }) => blob_key), ...(await takeShards(trx, sequence_id))];
}

/** @returns the blobs of what parts have made */
export async function takeShards(trx: Database, sequence_id: string): Promise<string[]> {
  const shards = await trx
    .deleteFrom('sequence_shards')
    .where('sequence_id', '=', sequence_id)
    .returning('blob_key')
    .execute();
  return shards.map(({ blob_key }) => blob_key);
}

/** The run itself; of a part the one that somebody asked for. Null: it has ended. */
export async function wholeOf(trx: Database, run: Row<'runs'>): Promise<Row<'runs'> | null> {
  if (run.part_of === null) return run;
  const whole = await trx
    .selectFrom('runs')
    .selectAll()
    .where('run_id', '=', run.part_of)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return whole ?? null;
}
