import { z } from 'zod';
import type { RunState } from '../../../services/run/run-state.ts';
import { problemDocument, problemSchema } from '../../problems/problem-document.ts';

export const runSchema = z
  .object({
    run_id: z.string(),
    status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
    progress: z.object({
      stage: z.string().nullable().describe('what is being done; null: nothing at the moment'),
      fraction: z.number().min(0).max(1).describe('of the whole run'),
      runs_ahead: z
        .int()
        .min(0)
        .optional()
        .describe('while it is queued: how many runs that were accepted before it still wait, too'),
    }),
    created_at: z.iso.datetime().describe('when it was accepted'),
    file_name: z.string().optional().describe('of an account’s hologram, until the run is over'),
    finished_at: z.iso.datetime().optional().describe('once it is over'),
    evidence_report_id: z.string().optional().describe('of the result, once the run has succeeded'),
    profile_id: z.string().optional().describe('of the profile, once a run that calibrates has succeeded'),
    problem: problemSchema.optional().describe('why the run failed'),
  })
  .meta({ id: 'Run' });

/** A run as it is answered. */
export function answerRun(run: RunState, baseUrl: string): z.infer<typeof runSchema> {
  const { run_id, status, stage, fraction, ahead, evidence_report_id, profile_id, problem } = run;
  const { created_at, finished_at, file_name } = run;
  return {
    ...{ run_id, status },
    progress: { stage, fraction, ...(ahead === null ? {} : { runs_ahead: ahead }) },
    created_at,
    ...(file_name === null ? {} : { file_name }),
    ...(finished_at === null ? {} : { finished_at }),
    ...(evidence_report_id === null ? {} : { evidence_report_id }),
    ...(profile_id === null ? {} : { profile_id }),
    ...(problem === null ? {} : { problem: problemDocument(problem, problem.request_id, baseUrl) }),
  };
}
