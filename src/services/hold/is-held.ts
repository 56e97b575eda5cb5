import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../ports/database.ts';

/** For queries over `packages`: whether at least one hold lies on the package that has not been released. */
export function isHeld(query: ExpressionBuilder<Tables, 'packages'>) {
  return query.exists(
    query
      .selectFrom('holds')
      .select('holds.hold_id')
      .whereRef('holds.archive_id', '=', 'packages.archive_id')
      .where('holds.released_at', 'is', null),
  );
}
