import type { FieldError, ProblemCode } from '../../core/problem/problem.ts';
import type { Row } from '../ports/database.ts';
import { ENDED, readRequest } from './accepted-request.ts';

/** Why a run failed. */
export interface RunProblem {
  readonly code: ProblemCode | 'QUOTA_EXCEEDED' | 'INTERNAL_ERROR';
  readonly detail: string;
  readonly errors: readonly FieldError[];
  /** of the request that the run was accepted with */
  readonly request_id: string;
  /** PNG: what was looked for, and where; only where one run is asked for */
  readonly picture?: Uint8Array;
}

/** What a caller may know of a run. */
export interface RunState {
  readonly run_id: string;
  /** account id or `public` */
  readonly requester: string;
  readonly status: Row<'runs'>['status'];
  readonly stage: string | null;
  /** 0 to 1 */
  readonly fraction: number;
  /** of the hologram, until the run is over; null: it has none, belongs to nobody, or is a sequence */
  readonly file_name: string | null;
  /** runs that were accepted before this one and still wait, too; null: it does not wait, or nobody counted */
  readonly ahead: number | null;
  /** null until the run has succeeded, and where it calibrates */
  readonly evidence_report_id: string | null;
  /** of a run that calibrates, once it has succeeded */
  readonly profile_id: string | null;
  readonly problem: RunProblem | null;
  readonly created_at: string;
  /** null until the run is over */
  readonly finished_at: string | null;
}

export const FINAL: readonly RunState['status'][] = ['succeeded', 'failed', 'cancelled'];

/** Whether nothing about the run will change any more. */
export function isOver({ status }: Pick<RunState, 'status'>): boolean {
  return FINAL.includes(status);
}

export function runState(row: Row<'runs'>, ahead: number | null = null): RunState {
  const { run_id, requester, status, stage, fraction, evidence_report_id, profile_id, problem } = row;
  const { created_at, finished_at } = row;
  return {
    ...{ run_id, requester, status, stage, fraction, ahead },
    file_name: fileName(row),
    evidence_report_id: status === 'succeeded' && profile_id === null ? evidence_report_id : null,
    profile_id: status === 'succeeded' ? profile_id : null,
    problem: problem === null ? null : (JSON.parse(problem) as RunProblem),
    ...{ created_at, finished_at },
  };
}

/** What a stranger sent is not called by a name that whoever knows the run could read. */
function fileName({ requester, request }: Row<'runs'>): string | null {
  if (requester === 'public' || request === ENDED) return null;
  const asked = readRequest(request);
  return 'hologram' in asked ? asked.hologram.name || null : null;
}
