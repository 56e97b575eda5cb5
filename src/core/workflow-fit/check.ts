import { limits } from '../limits/limits.ts';
import { nextSteps } from './next-steps.ts';
import type { WorkflowFitRequest } from './request.ts';
import { firedRules, ruleLevels, type Level, type Rule } from './rules.ts';

export interface WorkflowFit {
  readonly verdict: Level;
  readonly reasons: readonly { readonly rule: Rule; readonly level: Level; readonly detail: string }[];
  readonly next_steps: readonly string[];
  readonly limits: typeof limits;
  readonly note: string;
}

export const NOTE =
  'This verdict says whether the service accepts such data, not how accurate a result would be. Accuracy and ' +
  'repeatability are not established for any setup. For research use only.';

/** Whether the service would take such data: the worst level among the rules that fire (specification 4.9). */
export function checkWorkflowFit(request: WorkflowFitRequest): WorkflowFit {
  const findings = firedRules(request);
  const fired = findings.length > 0 ? findings : [covered(request)];
  const reasons = fired.map(({ rule, detail }) => ({ rule, level: ruleLevels[rule], detail }));
  // the worst come first
  const verdict = reasons[0]!.level;
  return { verdict, reasons, next_steps: nextSteps(request, findings), limits, note: NOTE };
}

function covered({ geometry, file_format }: WorkflowFitRequest): {
  readonly rule: Rule;
  readonly detail: string;
} {
  return {
    rule: 'covered',
    detail: `${geometry} frames as ${file_format} within the limits given are accepted and covered by the service’s automated tests.`,
  };
}
