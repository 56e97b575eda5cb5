import { countOf, framesThere, sequenceOf, type FrameRange } from '../frames/sequence-row.ts';
import type { Database, Row, Store } from '../ports/database.ts';
import { Refusal } from '../refusal.ts';
import { findRun } from './find-run.ts';
import type { RunState } from './run-state.ts';

/** What its account may know of a sequence. */
export interface SequenceState {
  readonly row: Row<'sequences'>;
  readonly status: 'open' | 'expired' | RunState['status'];
  readonly there: readonly FrameRange[];
  readonly received: number;
  /** when it was begun, or its last frame came */
  readonly changed_at: string;
  readonly run: RunState | null;
}

/** @throws Refusal SEQUENCE_NOT_FOUND */
export async function findSequence(
  storage: { readonly store: Store },
  account_id: string,
  sequence_id: string,
): Promise<SequenceState> {
  const row = await sequenceOf(storage.store.read(), account_id, sequence_id);
  if (row.run_id === null) {
    const there = await framesThere(storage.store.read(), sequence_id);
    const status = row.expired_at === null ? 'open' : 'expired';
    const changed_at = await lastFrame(storage.store.read(), row);
    return { row, status, there, received: countOf(there), changed_at, run: null };
  }
  const run = await findRun(storage, row.run_id, account_id);
  if (!run)
    throw new Refusal('SEQUENCE_NOT_FOUND', 'The sequence’s run is forgotten by now, and it with it.');
  const there = [{ from: 0, to: row.frames - 1 }];
  return { row, status: run.status, there, received: row.frames, changed_at: run.created_at, run };
}

async function lastFrame(db: Database, { sequence_id, created_at }: Row<'sequences'>): Promise<string> {
  const { last } = await db
    .selectFrom('sequence_files')
    .select((select) => select.fn.max('created_at').as('last'))
    .where('sequence_id', '=', sequence_id)
    .executeTakeFirstOrThrow();
  return last ?? created_at;
}
