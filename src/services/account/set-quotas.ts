import { OperatorRefusal } from '../operator-refusal.ts';
import { operatorActor } from '../operator.ts';
import type { Store } from '../ports/database.ts';
import { quotaNames, quotasOf, readQuotas, type Quotas } from '../quota/quotas.ts';
import { findOpenAccount, noteChange } from './find-account.ts';

/** Of a quota that is named: a number, null for none, or for an account `plan`, which is whatever its plan says. */
export type QuotaChange = Readonly<Partial<Record<keyof Quotas, number | null | 'plan'>>>;

export interface Plan extends Quotas {
  readonly plan: string;
}

interface Services {
  readonly store: Store;
  readonly now: () => Date;
}

const PLAN = /^[a-z][a-z0-9-]{0,29}$/;

export async function listPlans({ store }: Pick<Services, 'store'>): Promise<Plan[]> {
  const rows = await store.read().selectFrom('plans').selectAll().orderBy('plan').execute();
  return rows.map(({ plan, quotas }) => ({ plan, ...quotasOf(quotas, null) }));
}

/**
 * Changes what accounts of a plan may use, from now on, or makes a plan.
 * @throws OperatorRefusal where it can’t be called so
 */
export async function setPlan(
  { store }: Pick<Services, 'store'>,
  plan: string,
  change: QuotaChange,
): Promise<Plan> {
  if (!PLAN.test(plan)) throw new OperatorRefusal(`a plan is called a word such as research, not ${plan}`);
  return store.transaction(async (trx) => {
    const before = await trx.selectFrom('plans').select('quotas').where('plan', '=', plan).executeTakeFirst();
    const quotas = quotasOf(changed(before?.quotas ?? null, change), null);
    const row = { quotas: JSON.stringify(quotas) };
    await trx
      .insertInto('plans')
      .values({ plan, ...row })
      .onConflict((conflict) => conflict.column('plan').doUpdateSet(row))
      .execute();
    return { plan, ...quotas };
  });
}

export interface AccountQuotas extends Plan {
  readonly account_id: string;
}

/**
 * Gives an account another plan, or quotas of its own.
 * @param input.account email or account_id
 * @param input.plan null: it stays
 * @throws OperatorRefusal where there is no such account or plan
 */
export async function setAccountQuotas(
  { store, now }: Services,
  input: {
    readonly account: string;
    readonly by: string;
    readonly plan: string | null;
    readonly change: QuotaChange;
  },
): Promise<AccountQuotas> {
  const actor = operatorActor(input.by);
  return store.transaction(async (trx) => {
    const found = await findOpenAccount(trx, input.account);
    const plan = input.plan ?? found.plan;
    const known = await trx.selectFrom('plans').select('quotas').where('plan', '=', plan).executeTakeFirst();
    if (!known)
      throw new OperatorRefusal(`there is no plan ${plan}; leith admin plan list shows those there are`);
    const quotas = changed(found.quotas, input.change);
    const { account_id } = found;
    if (plan === found.plan && quotas === found.quotas)
      return { account_id, plan, ...quotasOf(known.quotas, quotas) };
    await trx.updateTable('accounts').set({ plan, quotas }).where('account_id', '=', account_id).execute();
    const said = `plan ${plan}, quotas of its own: ${quotas ?? 'none'}`;
    await noteChange(trx, account_id, actor, now(), said);
    return { account_id, plan, ...quotasOf(known.quotas, quotas) };
  });
}

/** @returns JSON; null: nothing is left to say */
function changed(before: string | null, change: QuotaChange): string | null {
  const all = { ...readQuotas(before), ...change };
  const own = quotaNames.flatMap((name) => {
    const value = all[name];
    return value === undefined || value === 'plan' ? [] : [[name, value]];
  });
  return own.length === 0 ? null : JSON.stringify(Object.fromEntries(own));
}
