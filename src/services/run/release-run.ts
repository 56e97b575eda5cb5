import type { Store } from '../ports/database.ts';
import { changeLeased, type Claim } from './lease.ts';

/**
 * Gives a run back to the queue.
 * @param counts whether this attempt is one of the few that a run has: not where nothing was wrong with the run
 * @throws LeaseLost; StorageUnavailable
 */
export async function releaseRun(
  { store }: { readonly store: Store },
  claim: Claim,
  { counts }: { readonly counts: boolean },
): Promise<void> {
  const attempts = claim.run.attempts + (counts ? 1 : 0);
  const change = { status: 'queued', attempts, stage: null, fraction: 0, picture: null } as const;
  await store.transaction((trx) =>
    changeLeased(trx, claim, { ...change, leased_by: null, lease_until: null }),
  );
}

/** After a start at which nobody else can be at work: what dead processes had begun need not wait for its leases. */
export async function releaseAllRuns({ store }: { readonly store: Store }): Promise<void> {
  await store.transaction((trx) =>
    trx
      .updateTable('runs')
      .set(({ eb }) => ({
        ...{ status: 'queued' as const, leased_by: null, lease_until: null },
        deaths: eb('deaths', '+', 1),
      }))
      .where('status', '=', 'running')
      // the others wait for their parts
      .where('leased_by', 'is not', null)
      .execute(),
  );
}
