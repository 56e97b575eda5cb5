import type { Store } from '../ports/database.ts';

export interface Retention {
  /** whether raw uploads are kept from now on */
  readonly retain_raw_inputs: boolean;
}

export async function readRetention(
  { store }: { readonly store: Store },
  account_id: string,
): Promise<Retention> {
  const row = await store
    .read()
    .selectFrom('accounts')
    .where('account_id', '=', account_id)
    .select('retain_raw_inputs')
    .executeTakeFirstOrThrow();
  return { retain_raw_inputs: row.retain_raw_inputs === 1 };
}

/** For uploads that come after it; what is kept already stays. */
export async function setRetention(
  { store }: { readonly store: Store },
  account_id: string,
  { retain_raw_inputs }: Retention,
): Promise<Retention> {
  await store.transaction((trx) =>
    trx
      .updateTable('accounts')
      .set({ retain_raw_inputs: retain_raw_inputs ? 1 : 0 })
      .where('account_id', '=', account_id)
      .where('closed_at', 'is', null)
      .execute(),
  );
  return { retain_raw_inputs };
}
