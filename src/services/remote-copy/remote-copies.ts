import type { Blobs } from '../ports/blobs.ts';
import type { Row, Store } from '../ports/database.ts';

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

/** The blob of a copy: its name is known when the package has long been deleted. */
export function copyKey(archive_id: string): string {
  return `archive/${archive_id}.zip`;
}
