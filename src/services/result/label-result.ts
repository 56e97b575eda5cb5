import { labelColumns, type Labels } from '../archive/labels.ts';
import { isId } from '../mint-id.ts';
import type { Store } from '../ports/database.ts';
import { findResult, resultNotFound } from './find-result.ts';
import type { ResultWithSummary } from './result.ts';

/**
 * Says of which sample a result is, and what is to be remembered of it. Its package stays as it is, and so it is no matter
 * whether a hold is on it.
 * @param change what is not given stays
 * @returns the result as it is then
 * @throws Refusal RESULT_NOT_FOUND
 */
export async function labelResult(
  services: { readonly store: Store },
  account_id: string,
  evidence_report_id: string,
  change: Partial<Pick<Labels, 'sample' | 'note'>>,
): Promise<ResultWithSummary> {
  if (!isId('evr', evidence_report_id)) throw resultNotFound();
  await services.store.transaction(async (trx) => {
    const before = await trx
      .selectFrom('packages')
      .where('evidence_report_id', '=', evidence_report_id)
      .where('requester', '=', account_id)
      .select(['file_name', 'sample', 'note'])
      .executeTakeFirst();
    if (!before) throw resultNotFound();
    await trx
      .updateTable('packages')
      .set(labelColumns({ ...before, ...change }))
      .where('evidence_report_id', '=', evidence_report_id)
      .execute();
  });
  return findResult(services, account_id, evidence_report_id);
}
