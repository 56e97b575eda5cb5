import type { Database } from '../ports/database.ts';
import { takeStaged } from './end-run.ts';

export interface GivenUp {
  readonly runIds: readonly string[];
  /** of their files: noted for removal */
  readonly blobKeys: readonly string[];
}

/** Takes away the account's runs that have not ended. Whoever does one of them notices that it is gone, and stores nothing. */
export async function giveUpRuns(trx: Database, account_id: string, time: Date): Promise<GivenUp> {
  const runs = await trx
    .deleteFrom('runs')
    .where('requester', '=', account_id)
    .where('status', 'in', ['queued', 'running'])
    .where('part_of', 'is', null)
    .returning(['run_id', 'request'])
    .execute();
  const blobKeys: string[] = [];
  for (const run of runs) blobKeys.push(...(await takeStaged(trx, run, time)));
  return { runIds: runs.map(({ run_id }) => run_id), blobKeys };
}

/** How many runs of the account have not ended. */
export async function countUnderWay(trx: Database, account_id: string): Promise<number> {
  const { count } = await trx
    .selectFrom('runs')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('requester', '=', account_id)
    .where('status', 'in', ['queued', 'running'])
    .where('part_of', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
