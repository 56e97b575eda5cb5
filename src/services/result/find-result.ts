import { isHeld } from '../hold/is-held.ts';
import { isId } from '../mint-id.ts';
import type { Store } from '../ports/database.ts';
import { Refusal } from '../refusal.ts';
import type { Summary } from '../archive/summary.ts';
import { toResult, type ResultWithSummary } from './result.ts';

/** @throws Refusal RESULT_NOT_FOUND: unknown, malformed and somebody else’s all alike */
export async function findResult(
  { store }: { readonly store: Store },
  account_id: string,
  evidence_report_id: string,
): Promise<ResultWithSummary> {
  if (!isId('evr', evidence_report_id)) throw resultNotFound();
  const row = await store
    .read()
    .selectFrom('packages')
    .where('evidence_report_id', '=', evidence_report_id)
    .where('requester', '=', account_id)
    .selectAll('packages')
    .select((table) => isHeld(table).as('held'))
    .executeTakeFirst();
  if (!row) throw resultNotFound();
  return { ...toResult(row), summary: JSON.parse(row.summary) as Summary };
}

export function resultNotFound(): Refusal {
  return new Refusal('RESULT_NOT_FOUND', 'None of your results has this identifier.');
}
