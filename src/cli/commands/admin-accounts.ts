import { closeAccount } from '../../services/account/close-account.ts';
import { setDisabled } from '../../services/account/disable-account.ts';
import { listAccounts } from '../../services/account/list-accounts.ts';
import { resetPassword } from '../../services/account/reset-password.ts';
import { showAccount, type ShownAccount } from '../../services/account/show-account.ts';
import { quotaNames, quotaWords } from '../../services/quota/quotas.ts';
import { columns, CommandLineError, count, required, type AdminAction } from './admin-action.ts';

const ACCOUNT = '<email or account_id>';

const list: AdminAction = {
  name: 'account list',
  usage: '[--containing <text>] [--closed] [--limit <n>]',
  about: [
    'Lists accounts, newest first: at most --limit of them (100), those whose address contains a text, and with',
    '--closed also those that were closed.',
  ],
  examples: ['leith admin account list --containing @example.org', 'leith admin account list --json'],
  options: { containing: { type: 'string' }, closed: { type: 'boolean' }, limit: { type: 'string' } },
  positionals: [0, 0],
  async execute(services, { values }) {
    const limit = Number(values['limit'] ?? 100);
    if (!Number.isInteger(limit) || limit < 1 || limit > 100_000) {
      throw new CommandLineError(`--limit is ${values['limit']}: a whole number from 1 to 100000`);
    }
    const containing = typeof values['containing'] === 'string' ? values['containing'] : null;
    const accounts = await listAccounts(services, { containing, closed: values['closed'] === true, limit });
    const rows = accounts.map((one) => [
      ...[one.account_id, one.email ?? '(closed)', one.plan, one.created_at],
      ...[count(one.stored_packages, 'package'), `${one.stored_bytes} bytes`],
      one.disabled_at === null ? '' : 'disabled',
    ]);
    return { data: accounts, text: rows.length === 0 ? ['There is no such account.'] : columns(rows) };
  },
};

const show: AdminAction = {
  name: 'account show',
  usage: ACCOUNT,
  about: [
    'Shows an account: what it stores, its keys without their secrets, and what operators did with it.',
  ],
  examples: ['leith admin account show someone@example.org'],
  options: {},
  positionals: [1, 1],
  async execute(services, { positionals }) {
    const account = await showAccount(services, positionals[0]!);
    return { data: account, text: inWords(account) };
  },
};

function inWords(account: ShownAccount): string[] {
  const { account_id, email, plan, created_at, closed_at, disabled_at, keys, changes } = account;
  return [
    `${account_id} ${email}`.trimEnd(),
    ...columns([
      ['plan', plan],
      ['since', created_at],
      ...(disabled_at === null ? [] : [['disabled', disabled_at]]),
      ...(closed_at === null ? [] : [['closed', closed_at]]),
      ['stored', `${count(account.stored_packages, 'package')}, ${account.stored_bytes} bytes`],
      ...quotaNames.map((name) => {
        const { used, limit } = account.quotas[name];
        return [quotaWords[name], `${used} of ${limit ?? 'any number'}`];
      }),
      ['raw uploads', account.retain_raw_inputs ? 'are kept' : 'are not kept'],
    ]),
    '',
    count(keys.length, 'key') + (keys.length > 0 ? ':' : '.'),
    ...columns(
      keys.map((key) => [
        ...[key.key_id, key.name ?? '(no name)', key.scopes.join(','), key.created_at],
        key.expires_at ?? 'does not expire',
      ]),
    ),
    ...(changes.length > 0 ? ['', 'What operators did:'] : []),
    ...columns(changes.map(({ time, actor, change }) => [time, actor, change])),
  ];
}

/** The two that are each other's opposite. */
function access(name: string, disabled: boolean, about: readonly string[], example: string): AdminAction {
  return {
    name: `account ${name}`,
    usage: `${ACCOUNT} --reason <why>`,
    about,
    examples: [`leith admin account ${name} someone@example.org --reason "${example}"`],
    options: { reason: { type: 'string' } },
    positionals: [1, 1],
    async execute(services, { positionals, values, by }) {
      const reason = required(values, 'reason');
      const set = await setDisabled(services, { account: positionals[0]!, by, reason, disabled });
      return { data: set, text: [`${set.account_id} is ${name}d.`] };
    },
  };
}

const disable = access(
  'disable',
  true,
  [
    'Keeps an account from being used: requests with its keys are refused with ACCOUNT_DISABLED, and so are logins.',
    'Nothing is deleted, and runs that were accepted are done.',
  ],
  'fills the disk, ticket 311',
);
const enable = access(
  'enable',
  false,
  ['Lets a disabled account be used again, with the keys that it had.'],
  'ticket 311 is settled',
);

const reset: AdminAction = {
  name: 'account reset-password',
  usage: `${ACCOUNT} [--revoke-keys]`,
  about: [
    'Gives an account a new password and shows it this once: for people who have forgotten theirs, who then change it',
    '(PUT /users/me/password). With --revoke-keys the keys of the account stop being valid, too. Make sure first that',
    'whoever asks is the person of the account.',
  ],
  examples: ['leith admin account reset-password someone@example.org --revoke-keys'],
  options: { 'revoke-keys': { type: 'boolean' } },
  positionals: [1, 1],
  async execute(services, { positionals, values, by }) {
    const revokeKeys = values['revoke-keys'] === true;
    const made = await resetPassword(services, { account: positionals[0]!, by, revokeKeys });
    const revoked = revokeKeys ? [`Revoked: ${count(made.revoked_keys, 'key')}.`] : [];
    return { data: made, text: [`The password of ${made.account_id} is now ${made.password}`, ...revoked] };
  },
};

const close: AdminAction = {
  name: 'account close',
  usage: ACCOUNT,
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

export const accountActions = [list, show, disable, enable, reset, close];
