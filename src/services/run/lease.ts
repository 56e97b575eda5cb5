import type { Database, Row } from '../ports/database.ts';

/** Whoever does a run has it for so long at a time. A process that dies keeps others waiting no longer than this. */
export const LEASE_MS = 15_000;
/** A lease is renewed when this much of it is gone. */
export const RENEW_MS = 4000;
/** A run that this process does. */
export interface Claim {
  readonly run: Row<'runs'>;
  /** of this one attempt: nobody else writes to a run that is leased under it */
  readonly token: string;
}

/** The run was cancelled, or somebody else does it by now. */
export class LeaseLost extends Error {
  constructor(runId: string) {
    super(`the run ${runId} is no longer this process's to do`);
    this.name = 'LeaseLost';
  }
}

/** A run that is cut into parts goes on when they do; nobody has it meanwhile. */
export function waitsForParts({ status, leased_by }: Pick<Row<'runs'>, 'status' | 'leased_by'>): boolean {
  return status === 'running' && leased_by === null;
}

/** Clocks of machines differ by seconds: a lease that ends later than this was given before a clock was set back. */
export function latestLeaseEnd(now: Date): string {
  return new Date(now.getTime() + 2 * LEASE_MS).toISOString();
}

export function leaseEnd(now: Date): string {
  return new Date(now.getTime() + LEASE_MS).toISOString();
}

/**
 * Changes a run, if it is still leased under this token.
 * @throws LeaseLost
 */
export async function changeLeased(
  trx: Database,
  { run: { run_id }, token }: Claim,
  change: Partial<Row<'runs'>>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('runs')
    .set(change)
    .where('run_id', '=', run_id)
    .where('status', '=', 'running')
    .where('leased_by', '=', token)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost(run_id);
}
