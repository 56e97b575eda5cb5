import type { Database, Row } from '../ports/database.ts';
import {
  checkTakesFrames,
  framesMissing,
  framesThere,
  sequenceOf,
  type FrameRange,
} from '../frames/sequence-row.ts';
import { checkRoom } from '../reconstruction/check-room.ts';
import { Refusal } from '../refusal.ts';
import { newRun, queueRun, type AcceptInput, type AcceptServices } from './accept-run.ts';
import { runState, type RunState } from './run-state.ts';

export interface SequenceToStart extends Pick<AcceptInput, 'request_id' | 'settle'> {
  readonly account_id: string;
  readonly sequence_id: string;
}

/** So many gaps are named. */
const MOST_NAMED = 20;

/**
 * Has a sequence reconstructed whose frames are all there. Starting it again changes nothing.
 * @returns its run
 * @throws Refusal SEQUENCE_NOT_FOUND, SEQUENCE_INCOMPLETE, SEQUENCE_CLOSED; as `acceptRun`
 */
export async function acceptSequence(
  services: AcceptServices,
  { account_id, sequence_id, request_id, settle }: SequenceToStart,
): Promise<RunState> {
  const { store, queue, now } = services;
  const before = await sequenceOf(store.read(), account_id, sequence_id);
  if (before.run_id !== null) return startedRun(store.read(), before);
  await checkComplete(store.read(), before);
  await checkRoom(services, account_id);
  const created = now();
  const asked = { kind: 'sequence', sequence_id, request_id } as const;
  const row = newRun({ requester: account_id, address: null, profile_id: null, created, request: asked });
  const state = await store.transaction(async (trx) => {
    const sequence = await sequenceOf(trx, account_id, sequence_id);
    if (sequence.run_id !== null) return startedRun(trx, sequence);
    await checkComplete(trx, sequence);
    const { run_id } = row;
    await trx.updateTable('sequences').set({ run_id }).where('sequence_id', '=', sequence_id).execute();
    await queueRun(services, trx, row);
    const accepted = runState(row);
    await settle?.(trx, accepted);
    return accepted;
  });
  queue.wake();
  return state;
}

async function startedRun(db: Database, { run_id }: Row<'sequences'>): Promise<RunState> {
  const run = await db.selectFrom('runs').selectAll().where('run_id', '=', run_id).executeTakeFirst();
  if (run) return runState(run);
  throw new Refusal('SEQUENCE_NOT_FOUND', 'The sequence was started, and its run is forgotten by now.');
}

/** @throws Refusal SEQUENCE_INCOMPLETE, SEQUENCE_CLOSED */
async function checkComplete(db: Database, sequence: Row<'sequences'>): Promise<void> {
  checkTakesFrames(sequence);
  const missing = framesMissing(await framesThere(db, sequence.sequence_id), sequence.frames);
  if (missing.length === 0) return;
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more ranges` : '';
  const named = missing.slice(0, MOST_NAMED).map(inWords).join(', ');
  throw new Refusal(
    'SEQUENCE_INCOMPLETE',
    `Of ${sequence.frames} frames these are not there: ${named}${more}. Send them, then start it.`,
  );
}

function inWords({ from, to }: FrameRange): string {
  return from === to ? `${from}` : `${from}–${to}`;
}
