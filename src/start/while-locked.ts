import { DatabaseSync } from 'node:sqlite';

/** Longer than what is done under a lock takes. */
const WAIT_MS = 600_000;

/** Does it while no other process does, which waits until then. The system takes the lock from one that is killed. */
export async function whileLocked(path: string, work: () => Promise<void>): Promise<void> {
  using lock = new DatabaseSync(path, { timeout: WAIT_MS });
  lock.exec('BEGIN EXCLUSIVE');
  await work();
}
