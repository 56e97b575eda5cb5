import { cutPage, type Page, type PageRequest } from '../page.ts';
import type { Database, Store } from '../ports/database.ts';
import type { SequenceState } from './find-sequence.ts';
import { runState } from './run-state.ts';

/** As {@link SequenceState}, without saying which frames are there. */
export type SequenceSummary = Omit<SequenceState, 'there'>;

/** The account's sequences, newest first; those whose run is forgotten are, too. */
export async function listSequences(
  { store }: { readonly store: Store },
  account_id: string,
  page: PageRequest,
): Promise<Page<SequenceSummary>> {
  const db = store.read();
  let query = db
    .selectFrom('sequences')
    .leftJoin('runs', 'runs.run_id', 'sequences.run_id')
    .selectAll('sequences')
    .where('sequences.account_id', '=', account_id)
    .where(({ eb, or }) => or([eb('sequences.run_id', 'is', null), eb('runs.run_id', 'is not', null)]))
    .orderBy('sequences.sequence_id', 'desc')
    .limit(page.limit + 1);
  if (page.after !== null) query = query.where('sequences.sequence_id', '<', page.after);
  const rows = await query.execute();
  const runs = await runsOf(
    db,
    rows.flatMap(({ run_id }) => run_id ?? []),
  );
  const frames = await framesOf(
    db,
    rows.flatMap(({ run_id, sequence_id }) => (run_id ? [] : sequence_id)),
  );
  const states = rows.map((row): SequenceSummary => {
    const run = runs.get(row.run_id ?? '') ?? null;
    if (run) return { row, status: run.status, received: row.frames, changed_at: run.created_at, run };
    const { received, last } = frames.get(row.sequence_id) ?? { received: 0, last: row.created_at };
    const status = row.expired_at === null ? 'open' : 'expired';
    return { row, status, received, changed_at: last, run: null };
  });
  return cutPage(states, page, ({ row }) => row.sequence_id);
}

async function runsOf(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('runs').selectAll().where('run_id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.run_id, runState(row)] as const));
}

/** How many frames each has, and when the last one came. */
async function framesOf(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('sequence_files')
    .select(({ fn }) => [
      'sequence_id',
      fn.sum<number>('frames').as('received'),
      fn.max('created_at').as('last'),
    ])
    .where('sequence_id', 'in', ids)
    .where('first_frame', '>=', 0)
    .groupBy('sequence_id')
    .execute();
  return new Map(
    rows.map(({ sequence_id, received, last }) => [sequence_id, { received: Number(received), last }]),
  );
}
