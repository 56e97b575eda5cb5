import type { Database, Row } from '../ports/database.ts';
import { isId } from '../mint-id.ts';
import { OperatorRefusal } from '../operator-refusal.ts';

export type Hold = Row<'holds'>;

/** A package as the operator names it, by either of its identifiers. */
export async function packageOf(
  trx: Database,
  id: string,
): Promise<Pick<Row<'packages'>, 'archive_id' | 'requester' | 'sha256'>> {
  const column = isId('evr', id) ? 'evidence_report_id' : isId('arc', id) ? 'archive_id' : null;
  if (column === null) {
    throw new OperatorRefusal(`${JSON.stringify(id)} is no package: give its evr_… or its arc_… identifier`);
  }
  const found = await trx
    .selectFrom('packages')
    .select(['archive_id', 'requester', 'sha256'])
    .where(column, '=', id)
    .executeTakeFirst();
  if (!found)
    throw new OperatorRefusal(`there is no package ${id}: it was never made, or it has been deleted`);
  return found;
}
