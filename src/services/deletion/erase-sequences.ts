import type { Database } from '../ports/database.ts';
import { takeFiles } from './expire-sequences.ts';

/**
 * Deletes the sequences of an account, but for those whose run goes on.
 * @returns the blobs of their frames: noted for removal
 */
export async function eraseSequences(trx: Database, account_id: string, time: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('sequences')
    .leftJoin('runs', 'runs.run_id', 'sequences.run_id')
    .select(['sequences.sequence_id', 'runs.status'])
    .where('sequences.account_id', '=', account_id)
    .execute();
  const keys: string[] = [];
  for (const { sequence_id, status } of rows) {
    if (status === 'queued' || status === 'running') continue;
    keys.push(...(await takeFiles(trx, sequence_id, time)));
    await trx.deleteFrom('sequences').where('sequence_id', '=', sequence_id).execute();
  }
  return keys;
}
