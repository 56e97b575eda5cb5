import { addHold } from '../../services/hold/add-hold.ts';
import { listHolds, type ListedHold } from '../../services/hold/list-holds.ts';
import { releaseHold } from '../../services/hold/release-hold.ts';
import { columns, required, type AdminAction } from './admin-action.ts';

const reason = { reason: { type: 'string' } } as const;

const add: AdminAction = {
  name: 'hold add',
  usage: '<package> --reason <why>',
  about: [
    'Keeps a package (evr_… or arc_…) from being deleted, from this moment on. Several holds may lie on one',
    'package: it is free when all are released.',
  ],
  examples: ['leith admin hold add evr_01k… --reason "case 2026-114, letter of 12 May"'],
  options: reason,
  positionals: [1, 1],
  async execute(services, { positionals, values, by }) {
    const hold = await addHold(services, {
      ...{ package: positionals[0]!, by, reason: required(values, 'reason') },
    });
    return { data: hold, text: [`${hold.hold_id} holds ${hold.archive_id} from now on.`] };
  },
};

const release: AdminAction = {
  name: 'hold release',
  usage: '<hold or package> --reason <why>',
  about: [
    'Releases a hold (hold_…), or all that lie on a package (evr_… or arc_…). Nothing is deleted by this: the owner',
    'may delete again.',
  ],
  examples: ['leith admin hold release hold_01k… --reason "case closed"'],
  options: reason,
  positionals: [1, 1],
  async execute(services, { positionals, values, by }) {
    const released = await releaseHold(services, {
      ...{ id: positionals[0]!, by, reason: required(values, 'reason') },
    });
    const text = released.map(({ hold_id, archive_id }) => `${hold_id} on ${archive_id} is released.`);
    return { data: released, text };
  },
};

const list: AdminAction = {
  name: 'hold list',
  usage: '[--all]',
  about: ['Lists the holds, with who placed them and why; with --all those that were released, too.'],
  examples: ['leith admin hold list --json'],
  options: { all: { type: 'boolean' } },
  positionals: [0, 0],
  async execute(services, { values }) {
    const holds = await listHolds(services, { released: values['all'] === true });
    return { data: holds, text: holds.length === 0 ? ['There is no hold.'] : holds.flatMap(inWords) };
  },
};

function inWords(hold: ListedHold): string[] {
  const rows = [
    [hold.hold_id, `on ${hold.evidence_report_id ?? '(deleted since)'}, ${hold.archive_id}`],
    ['', `of ${hold.requester ?? '(deleted since)'}`],
    ['', `placed ${hold.placed_at} by ${hold.placed_by}: ${hold.reason}`],
  ];
  if (hold.released_at !== null) {
    rows.push(['', `released ${hold.released_at} by ${hold.released_by}: ${hold.release_reason}`]);
  }
  return columns(rows);
}

export const holdActions = [add, release, list];
