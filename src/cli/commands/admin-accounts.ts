import { closeAccount } from '../../services/account/close-account.ts';
import { count, type AdminAction } from './admin-action.ts';

const close: AdminAction = {
  name: 'account close',
  usage: '<email or account_id>',
  about: [
    'Closes an account: its data is deleted as far as no hold keeps it, runs that have not ended are given up, its',
    'keys no longer work, and its email and password hash are erased. The address can sign up again. When a hold is',
    'released later, the same command with the account_id deletes what it had kept.',
  ],
  examples: ['leith admin account close someone@example.org', 'leith admin account close acc_01k… --json'],
  options: {},
  positionals: [1, 1],
  async execute(services, { positionals, by }) {
    const closed = await closeAccount(services, { account: positionals[0]!, by });
    const text = [
      `${closed.account_id} is closed since ${closed.closed_at}.`,
      `Deleted: ${count(closed.deleted, 'package')}, ${count(closed.raw_uploads_deleted, 'raw upload')}, ` +
        `${closed.feedback_deleted} feedback, ${count(closed.usage_events_deleted, 'usage event')}.`,
      `Given up: ${count(closed.runs_cancelled, 'run')} that had not ended.`,
      `Under a hold and kept: ${count(closed.held, 'package')}.`,
      `Remote copies that wait to be purged: ${closed.remote_copies_pending}.`,
      `The receipt is ${closed.receipt_id}.`,
    ];
    return { data: closed, text };
  },
};

export const accountActions = [close];
