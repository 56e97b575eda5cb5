import type { Store } from '../ports/database.ts';
import type { RemoteCopy } from './remote-copies.ts';

/** @param state null: whatever is still to be done, which is to copy or to purge */
export async function listCopies(
  { store }: { readonly store: Store },
  state: RemoteCopy['state'] | null,
): Promise<RemoteCopy[]> {
  return store
    .read()
    .selectFrom('remote_copies')
    .selectAll()
    .where('state', 'in', state === null ? ['pending', 'awaiting_purge'] : [state])
    .orderBy('archive_id')
    .execute();
}
