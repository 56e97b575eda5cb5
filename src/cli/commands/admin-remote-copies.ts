import { OperatorRefusal } from '../../services/operator-refusal.ts';
import { listCopies } from '../../services/remote-copy/list-copies.ts';
import { purgeCopies } from '../../services/remote-copy/purge-copies.ts';
import { columns, CommandLineError, count, type AdminAction } from './admin-action.ts';

const STATES = ['pending', 'copied', 'awaiting_purge', 'purged'] as const;

const list: AdminAction = {
  name: 'remote-copies list',
  usage: '[--state <state>]',
  about: [
    'Lists the copies on the separate storage host that are still to be made (pending) or to be removed',
    '(awaiting_purge); with --state those that are pending, copied, awaiting_purge or purged.',
  ],
  examples: ['leith admin remote-copies list --state awaiting_purge'],
  options: { state: { type: 'string' } },
  positionals: [0, 0],
  async execute(services, { values }) {
    const given = values['state'];
    const state = STATES.find((known) => known === given) ?? null;
    if (given !== undefined && state === null) {
      throw new CommandLineError(`--state is ${given}: it can be ${STATES.join(', ')}`);
    }
    const copies = await listCopies(services, state);
    const rows = copies.map((copy) => [
      ...[copy.archive_id, copy.state, `${copy.bytes} bytes`, count(copy.attempts, 'attempt')],
      copy.last_error ?? '',
    ]);
    return { data: copies, text: rows.length === 0 ? ['There is no such copy.'] : columns(rows) };
  },
};

const purge: AdminAction = {
  name: 'remote-copies purge',
  usage: '',
  about: [
    'Removes the copies of deleted packages from the separate storage host, and records each removal in the log.',
    'Copies that may still be on their way there are left for another time and listed; the exit code is 1 then.',
  ],
  examples: ['leith admin remote-copies purge --as "A. Operator"'],
  options: {},
  positionals: [0, 0],
  async execute({ remote, ...services }, { by }) {
    if (!remote) throw new OperatorRefusal('REMOTE_ARCHIVE_URL is not set: it says where the copies are');
    const result = await purgeCopies({ ...services, remote }, by);
    const { purged, later } = result;
    const text = [
      ...purged.map((archive_id) => `${archive_id} is purged.`),
      ...later.map(({ archive_id, not_before }) => `${archive_id} can be purged from ${not_before} on.`),
      `${count(purged.length, 'copy', 'copies')} purged, ${later.length} left.`,
    ];
    return { data: result, text, failed: later.length > 0 };
  },
};

export const remoteCopyActions = [list, purge];
