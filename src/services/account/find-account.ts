import { mintId } from '../mint-id.ts';
import { OperatorRefusal } from '../operator-refusal.ts';
import type { Database, Row } from '../ports/database.ts';
import { normalEmail } from './account-services.ts';

/**
 * The account that an operator names.
 * @param account email or account_id
 * @throws OperatorRefusal where there is none
 */
export async function findAccount(db: Database, account: string): Promise<Row<'accounts'>> {
  const found = await db
    .selectFrom('accounts')
    .selectAll()
    .where((is) => is.or([is('account_id', '=', account), is('email', '=', normalEmail(account))]))
    .executeTakeFirst();
  if (!found) throw new OperatorRefusal(`there is no account ${account}`);
  return found;
}

/** The same where something is to be changed that a closed account has no more. */
export async function findOpenAccount(db: Database, account: string): Promise<Row<'accounts'>> {
  const found = await findAccount(db, account);
  if (found.closed_at === null) return found;
  throw new OperatorRefusal(`${found.account_id} is closed since ${found.closed_at}`);
}

/** Belongs into the transaction that makes the change. */
export async function noteChange(
  trx: Database,
  account_id: string,
  actor: string,
  time: Date,
  change: string,
): Promise<void> {
  const account_change_id = mintId('chg', time);
  await trx
    .insertInto('account_changes')
    .values({ account_change_id, account_id, time: time.toISOString(), actor, change })
    .execute();
}
