import { noteRemovals } from '../archive/remove-blobs.ts';
import type { Database } from '../ports/database.ts';
import { readRequest, stagedFiles } from './accepted-request.ts';

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
    .returning(['run_id', 'request'])
    .execute();
  const blobKeys = runs.flatMap(({ request }) =>
    stagedFiles(readRequest(request)).map(({ blob_key }) => blob_key),
  );
  await noteRemovals(trx, time, blobKeys);
  return { runIds: runs.map(({ run_id }) => run_id), blobKeys };
}

/** How many runs of the account have not ended. */
export async function countUnderWay(trx: Database, account_id: string): Promise<number> {
  const { count } = await trx
    .selectFrom('runs')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('requester', '=', account_id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  return Number(count);
}
