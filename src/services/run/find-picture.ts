import { findPackage } from '../archive/find-package.ts';
import type { ArchivedPackage } from '../archive/storage.ts';
import { isId } from '../mint-id.ts';
import type { Store } from '../ports/database.ts';
import { requestersOf } from './find-run.ts';

/** The picture of a run's phase: while the package is made a PNG of its own, afterwards a file of the package. */
export type RunPicture =
  | { readonly png: Uint8Array }
  | { readonly entry: ArchivedPackage }
  /** there is none yet, or there never will be */
  | { readonly none: 'yet' | 'any more' };

/**
 * @param accountId null: the caller has no account
 * @returns null: there is no such run, or it is somebody else's
 */
export async function findPicture(
  { store }: { readonly store: Store },
  runId: string,
  accountId: string | null,
): Promise<RunPicture | null> {
  if (!isId('run', runId)) return null;
  const run = await store
    .read()
    .selectFrom('runs')
    .select(['status', 'requester', 'evidence_report_id', 'picture'])
    .where('run_id', '=', runId)
    .where('requester', 'in', requestersOf(accountId))
    .executeTakeFirst();
  if (!run) return null;
  // that of a refusal shows no phase
  if (run.picture !== null && run.status !== 'failed') return { png: Buffer.from(run.picture, 'base64') };
  if (run.status === 'queued' || run.status === 'running') return { none: 'yet' };
  const entry = await findPackage(store, run.requester, run.evidence_report_id);
  return entry && run.status === 'succeeded' ? { entry } : { none: 'any more' };
}
