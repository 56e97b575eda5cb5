import {
  deletePublicResults,
  type PublicResult,
  type PublicResults,
} from '../../services/deletion/delete-public-results.ts';
import { readTime } from '../read-time.ts';
import { columns, CommandLineError, count, type AdminAction, type AdminInput } from './admin-action.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

const remove: AdminAction = {
  name: 'public-result delete',
  usage: '<evidence_report_id> | --from <time> --to <time> [--dry-run]',
  about: [
    'Deletes a result of the account-free path, or all that were made in a span of time, both ends included. Those',
    'under a hold stay and are listed; the exit code is 1 then. With --dry-run nothing is deleted. Times are written',
    'as 2026-11-21T14:00Z or 2026-11-21T15:00+01:00; without seconds --to is the end of that minute.',
  ],
  examples: [
    'leith admin public-result delete evr_01k…',
    'leith admin public-result delete --from 2026-11-21T14:00Z --to 2026-11-21T14:10Z --dry-run',
  ],
  options: { from: { type: 'string' }, to: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  positionals: [0, 1],
  async execute(services, input) {
    const dryRun = input.values['dry-run'] === true;
    const result = await deletePublicResults(services, { which: whichOf(input), by: input.by, dryRun });
    const { deleted, held, remote_copies_pending } = result;
    const text = [
      ...columns([...rows(deleted, dryRun ? 'would be deleted' : 'deleted'), ...rows(held, 'held')]),
      `${count(deleted.length, 'result')} ${dryRun ? 'would be ' : ''}deleted, ${held.length} under a hold.`,
      ...(remote_copies_pending > 0
        ? [`Remote copies that wait to be purged: ${remote_copies_pending}.`]
        : []),
    ];
    return { data: { dry_run: dryRun, ...result }, text, failed: held.length > 0 };
  },
};

function rows(results: readonly PublicResult[], fate: string): string[][] {
  return results.map(({ evidence_report_id, created_at, bytes }) => {
    return [evidence_report_id, created_at, `${bytes} bytes`, fate];
  });
}

function whichOf({ positionals, values }: AdminInput): PublicResults {
  const [evidence_report_id] = positionals;
  const { from, to } = values;
  if (evidence_report_id !== undefined && from === undefined && to === undefined) {
    return { evidence_report_id };
  }
  if (evidence_report_id === undefined && from !== undefined && to !== undefined) {
    return { from: timeOf('from', from), to: endOf(timeOf('to', to), String(to)) };
  }
  throw new CommandLineError('give either an evidence_report_id, or --from and --to');
}

function timeOf(option: string, value: string | boolean): Date {
  const time = TIME.test(String(value)) ? readTime(String(value)) : null;
  if (time) return time;
  throw new CommandLineError(`--${option} is ${value}: a time is written as 2026-11-21T14:00Z`);
}

/** A time that was written to the minute, or to the second, stands for the whole of it. */
export function endOf(time: Date, written: string): Date {
  const [, seconds, fraction] = TIME.exec(written)!;
  return new Date(time.getTime() + (seconds === undefined ? 59_999 : fraction === undefined ? 999 : 0));
}

export const publicResultActions = [remove];
