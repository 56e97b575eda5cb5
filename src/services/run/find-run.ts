import { isId } from '../mint-id.ts';
import type { Row, Store } from '../ports/database.ts';
import { runState, type RunState } from './run-state.ts';
import type { RunningRuns } from './running-runs.ts';

/**
 * A run as this caller may see it. That of an account is the account's own; one without an account is known to
 * whoever knows its identifier, which can't be guessed.
 * @param running what this process does: how far that is it knows before it is written
 * @param accountId null: the caller has no account
 * @returns null: there is none, or it is somebody else's
 */
export async function findRun(
  { store, running }: { readonly store: Store; readonly running?: RunningRuns },
  runId: string,
  accountId: string | null,
): Promise<RunState | null> {
  if (!isId('run', runId)) return null;
  const row = await store
    .read()
    .selectFrom('runs')
    .selectAll()
    .where('run_id', '=', runId)
    .where('requester', 'in', requestersOf(accountId))
    .where('part_of', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const state = stateWithPicture(row, row.status === 'queued' ? await queuedBefore(store, row) : null);
  const live = row.status === 'running' ? (running?.progressOf(runId) ?? null) : null;
  // one that ended and is done again elsewhere is further there
  return live && live.fraction >= state.fraction ? { ...state, ...live } : state;
}

/** In a list, pictures of refusals would be megabytes. */
function stateWithPicture(row: Row<'runs'>, ahead: number | null): RunState {
  const state = runState(row, ahead);
  if (state.problem === null || row.picture === null) return state;
  return { ...state, problem: { ...state.problem, picture: Buffer.from(row.picture, 'base64') } };
}

async function queuedBefore(store: Store, { run_id, turn }: Row<'runs'>): Promise<number> {
  const { count } = await store
    .read()
    .selectFrom('runs')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('status', '=', 'queued')
    .where('part_of', 'is', null)
    .where(({ eb, or, and }) =>
      or([eb('turn', '<', turn), and([eb('turn', '=', turn), eb('run_id', '<', run_id)])]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whose runs a caller may see. */
export function requestersOf(accountId: string | null): string[] {
  return accountId === null ? ['public'] : ['public', accountId];
}
