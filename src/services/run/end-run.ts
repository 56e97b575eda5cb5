import type { Row } from '../ports/database.ts';
import { ENDED } from './accepted-request.ts';
import type { RunProblem } from './run-state.ts';

/** The columns of a run that has ended. */
export function ended(
  status: 'succeeded' | 'failed' | 'cancelled',
  now: Date,
  problem: RunProblem | null = null,
): Partial<Row<'runs'>> {
  return {
    status,
    stage: null,
    ...(status === 'succeeded' ? { fraction: 1 } : {}),
    problem: problem && JSON.stringify(problem),
    request: ENDED,
    picture: null,
    leased_by: null,
    lease_until: null,
    finished_at: now.toISOString(),
  };
}
