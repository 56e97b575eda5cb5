import type { Blobs } from '../ports/blobs.ts';
import type { Database, Row, Store } from '../ports/database.ts';

export type RemoteCopy = Row<'remote_copies'>;

/** Where packages are copied from and to. */
export interface CopyServices {
  readonly store: Store;
  readonly blobs: Blobs;
  /** on the separate storage host */
  readonly remote: Blobs;
  readonly now: () => Date;
}

/**
 * While a copy is being written `next_attempt_at` lies this far ahead, and is moved on: no other process begins, and
 * nobody purges what may still arrive.
 */
export const COPY_LEASE_MS = 60_000;

/** An upload that failed may still take effect within this time: purging waits for it. */
export const LATE_WRITE_MS = 60_000;

const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** How long to wait after so many failed attempts. */
export function pauseMs(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20));
}

/** Chance spreads the pauses by so much to either side: copies that failed together are not tried together. */
export const PAUSE_SPREAD = 0.2;

/** No wait leads further ahead: what does was written before the clock was set back. */
function furthest(time: Date): string {
  return new Date(time.getTime() + LONGEST_PAUSE_MS * (1 + PAUSE_SPREAD)).toISOString();
}

/**
 * Copies that a clock which was set back has made wait for it to come by again wait for a late write, as one may be under
 * way, and no longer.
 */
export async function endWaitsAhead({ store, now }: Pick<CopyServices, 'store' | 'now'>): Promise<void> {
  const time = now();
  const ahead = (db: Database) =>
    db
      .selectFrom('remote_copies')
      .select('archive_id')
      .where('state', 'in', ['pending', 'awaiting_purge'])
      .where('next_attempt_at', '>', furthest(time));
  // asked outside a transaction first: mostly there is nothing to do
  if (!(await ahead(store.read()).limit(1).executeTakeFirst())) return;
  const soon = new Date(time.getTime() + LATE_WRITE_MS).toISOString();
  await store.transaction((trx) =>
    trx
      .updateTable('remote_copies')
      .set({ next_attempt_at: soon })
      .where('archive_id', 'in', ahead(trx))
      .execute(),
  );
}

/** The blob of a copy: its name is known when the package has long been deleted. */
export function copyKey(archive_id: string): string {
  return `archive/${archive_id}.zip`;
}
