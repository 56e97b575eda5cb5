import type { Compute } from '../ports/compute.ts';
import type { Database, Store } from '../ports/database.ts';

/** @throws Overloaded when nothing more can be taken on, with runs that wait counted in; StorageUnavailable */
export async function checkRoom({
  store,
  compute,
}: {
  readonly store: Store;
  readonly compute: Compute;
}): Promise<void> {
  compute.checkRoom(await countQueued(store.read()));
}

/** How many accepted runs wait for somebody to do them. */
export async function countQueued(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('runs')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  return Number(count);
}
