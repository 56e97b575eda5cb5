import { appendToLog } from '../archive/append-to-log.ts';
import { noteRemovals } from '../archive/remove-blobs.ts';
import type { Database, Row } from '../ports/database.ts';
import { retireCopies } from '../remote-copy/retire-copies.ts';
import { inSlices } from './in-slices.ts';

export type DoomedPackage = Pick<
  Row<'packages'>,
  'evidence_report_id' | 'archive_id' | 'requester' | 'sha256' | 'blob_key'
>;

export const doomedColumns = [
  ...(['evidence_report_id', 'archive_id', 'requester', 'sha256', 'blob_key'] as const),
] as const;

export interface Deletion {
  /** who does it: account id or `operator:<name>` */
  readonly actor: string;
  readonly time: Date;
}

/**
 * Deletes packages and everything that is known of them: summary, run, feedback. Each leaves a `deleted` entry in the
 * log, and its copy on the remote store waits for the operator. The blobs are noted for removal after the transaction.
 * @param trx a transaction begun with `chain: true`, which has found that nothing holds these packages
 * @returns how many have a copy on the remote store
 */
export async function deletePackages(
  trx: Database,
  packages: readonly DoomedPackage[],
  { actor, time }: Deletion,
): Promise<number> {
  let remoteCopies = 0;
  for await (const some of inSlices(packages)) {
    const results = some.map(({ evidence_report_id }) => evidence_report_id);
    await trx.deleteFrom('feedback').where('evidence_report_id', 'in', results).execute();
    await trx
      .deleteFrom('runs')
      .where('evidence_report_id', 'in', results)
      .where('status', 'in', ['succeeded', 'failed', 'cancelled'])
      .execute();
    await trx.deleteFrom('packages').where('evidence_report_id', 'in', results).execute();
    const events = some.map(({ archive_id, sha256: checksum, requester }) => ({
      ...{ kind: 'deleted' as const, archive_id, checksum, requester, actor },
    }));
    await appendToLog(trx, time, events);
    remoteCopies += await retireCopies(
      trx,
      time,
      some.map(({ archive_id }) => archive_id),
    );
    await noteRemovals(
      trx,
      time,
      some.map(({ blob_key }) => blob_key),
    );
  }
  return remoteCopies;
}
