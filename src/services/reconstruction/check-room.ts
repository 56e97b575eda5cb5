import type { Compute } from '../ports/compute.ts';
import type { Database, Store } from '../ports/database.ts';
import { Overloaded } from '../ports/overloaded.ts';
import { checkQuotas } from '../quota/quota-use.ts';

export interface Waiting {
  /** accepted runs that wait for somebody to do them */
  readonly all: number;
  /** those of one account, or of one address from which somebody without one asks */
  readonly own: number;
}

export interface RoomServices {
  readonly store: Store;
  readonly compute: Compute;
  readonly now: () => Date;
}

/**
 * Whether there is room for one more. Each account may have as many runs waiting as there is room left, and so may each
 * address without one: by itself it fills half of the queue, and whoever comes next finds room, however many there are
 * (dynamic thresholds: Choudhury and Hahne, doi:10.1109/90.664262).
 * @param requester account id or `public`
 * @param client whose turn it is: an account, or where a request without one comes from
 * @throws QuotaExceeded; Overloaded when nothing more can be taken on of this requester; StorageUnavailable
 */
export async function checkRoom(
  { store, compute, now }: RoomServices,
  requester: string,
  client = requester,
): Promise<void> {
  await checkQuotas(store.read(), requester, now());
  const waiting = await countQueued(store.read(), client);
  roomFor(compute, waiting);
  compute.checkShare(client, waiting.all);
}

/** @throws Overloaded */
export function roomFor(compute: Compute, { all, own }: Waiting): void {
  compute.checkRoom(all);
  if (own === 0) return;
  try {
    compute.checkRoom(all + own);
  } catch (error) {
    if (!(error instanceof Overloaded)) throw error;
    throw new Overloaded(
      `${own} of your runs are waiting, which is your part of the queue: the rest is for others.`,
      error.retryAfterSeconds,
    );
  }
}

/** @param client account id, or an address */
export async function countQueued(db: Database, client: string): Promise<Waiting> {
  const rows = await db
    .selectFrom('runs')
    .select((select) => ['requester', 'address', select.fn.countAll<number>().as('count')])
    .where('status', '=', 'queued')
    // parts of what was accepted are not accepted again
    .where('part_of', 'is', null)
    .groupBy(['requester', 'address'])
    .execute();
  const all = rows.reduce((sum, { count }) => sum + Number(count), 0);
  const own = rows.find(({ requester, address }) => (address ?? requester) === client);
  return { all, own: Number(own?.count ?? 0) };
}
