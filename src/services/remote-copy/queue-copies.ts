import { logHead } from '../archive/append-to-log.ts';
import type { Database, Store } from '../ports/database.ts';

const PAGE = 200;

interface QueueServices {
  readonly store: Store;
  readonly now: () => Date;
}

/** Makes sure that every package has a row in `remote_copies`: reads all packages once, then only what the log adds. */
export class CopyQueue {
  readonly #services: QueueServices;
  /** entries of the log up to this one are dealt with; null: not begun */
  #seq: number | null = null;
  /** where the first reading has come to; null: it is through */
  #last: string | null = '';

  constructor(services: QueueServices) {
    this.#services = services;
  }

  /** @returns whether there may be more to do at once */
  async step(): Promise<boolean> {
    // the end of the log is taken first: packages that come while the others are read are seen in it
    this.#seq ??= (await logHead(this.#services.store.read())).seq;
    return this.#last === null ? this.#follow(this.#seq) : this.#read(this.#last);
  }

  async #read(last: string): Promise<boolean> {
    const found = await this.#services.store
      .read()
      .selectFrom('packages')
      .select('archive_id')
      .where('archive_id', '>', last)
      .orderBy('archive_id')
      .limit(PAGE)
      .execute();
    const ids = found.map(({ archive_id }) => archive_id);
    await this.#add(ids);
    this.#last = ids.length < PAGE ? null : ids.at(-1)!;
    return true;
  }

  async #follow(seq: number): Promise<boolean> {
    const entries = await this.#services.store
      .read()
      .selectFrom('archive_log')
      .select(['seq', 'kind', 'archive_id'])
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    await this.#add(entries.flatMap(({ kind, archive_id }) => (kind === 'archived' ? [archive_id] : [])));
    this.#seq = entries.at(-1)?.seq ?? seq;
    return entries.length === PAGE;
  }

  async #add(archiveIds: readonly string[]): Promise<void> {
    const { store, now } = this.#services;
    const missing = archiveIds.length === 0 ? [] : await withoutCopy(store.read(), archiveIds);
    if (missing.length === 0) return;
    await store.transaction(async (trx) => {
      // again, as it is in this transaction: some may have been deleted, or another process was faster
      const ids = missing.map(({ archive_id }) => archive_id);
      const next_attempt_at = now().toISOString();
      const rows = (await withoutCopy(trx, ids)).map((row) => ({
        ...row,
        ...{ state: 'pending' as const, attempts: 0, next_attempt_at },
        ...{ last_error: null, copied_at: null, purged_at: null },
      }));
      if (rows.length > 0) await trx.insertInto('remote_copies').values(rows).execute();
    });
  }
}

async function withoutCopy(db: Database, archiveIds: readonly string[]) {
  return db
    .selectFrom('packages')
    .leftJoin('remote_copies', 'remote_copies.archive_id', 'packages.archive_id')
    .where('packages.archive_id', 'in', archiveIds)
    .where('remote_copies.archive_id', 'is', null)
    .select(['packages.archive_id', 'packages.requester', 'packages.sha256', 'packages.bytes'])
    .execute();
}
