import { listPlans, setAccountQuotas, setPlan, type QuotaChange } from '../../services/account/set-quotas.ts';
import { quotaNames, quotaWords, type Quotas } from '../../services/quota/quotas.ts';
import { CommandLineError, columns, type AdminAction, type AdminInput } from './admin-action.ts';

const options = {
  'queued-runs': { type: 'string' },
  'compute-seconds-per-day': { type: 'string' },
  'stored-bytes': { type: 'string' },
} as const;
const USAGE = '[--queued-runs <n>] [--compute-seconds-per-day <n>] [--stored-bytes <n>]';

/** @param words what may be given instead of a number, and what it stands for */
function changeOf(values: AdminInput['values'], words: Readonly<Record<string, null | 'plan'>>): QuotaChange {
  const given = quotaNames.flatMap((name): (readonly [string, number | null | 'plan'])[] => {
    const option = name.replaceAll('_', '-');
    const value = values[option];
    if (value === undefined) return [];
    const text = String(value);
    if (text in words) return [[name, words[text]!]];
    if (/^\d{1,15}$/.test(text)) return [[name, Number(text)]];
    const others = Object.keys(words).join(' or ');
    throw new CommandLineError(`--${option} is ${text}: a whole number, or ${others}`);
  });
  return Object.fromEntries(given);
}

const inWords = (quotas: Quotas): string[] =>
  columns(quotaNames.map((name) => [quotaWords[name], String(quotas[name] ?? 'no limit')]));

const list: AdminAction = {
  name: 'plan list',
  usage: '',
  about: ['Lists the plans, and what their accounts may use.'],
  examples: ['leith admin plan list'],
  options: {},
  positionals: [0, 0],
  async execute(services) {
    const plans = await listPlans(services);
    return {
      data: plans,
      text: plans.flatMap((one) => [one.plan, ...inWords(one).map((line) => `  ${line}`)]),
    };
  },
};

const set: AdminAction = {
  name: 'plan set',
  usage: `<plan> ${USAGE}`,
  about: [
    'Changes what the accounts of a plan may use, from now on, or makes a plan. A quota that is not named stays; none',
    'takes it away. New accounts have the plan research.',
  ],
  examples: ['leith admin plan set research --compute-seconds-per-day 7200 --stored-bytes none'],
  options,
  positionals: [1, 1],
  async execute(services, { positionals, values }) {
    const plan = await setPlan(services, positionals[0]!, changeOf(values, { none: null }));
    return { data: plan, text: [plan.plan, ...inWords(plan)] };
  },
};

const account: AdminAction = {
  name: 'account quota',
  usage: `<email or account_id> [--plan <plan>] ${USAGE}`,
  about: [
    'Gives an account another plan, or quotas of its own, which go before those of its plan: a number, none for no',
    'limit, plan for what its plan says. Without options it shows what the account may use.',
  ],
  examples: ['leith admin account quota someone@example.org --plan laboratory --stored-bytes 500000000000'],
  options: { ...options, plan: { type: 'string' } },
  positionals: [1, 1],
  async execute(services, { positionals, values, by }) {
    const plan = typeof values['plan'] === 'string' ? values['plan'] : null;
    const change = changeOf(values, { none: null, plan: 'plan' });
    const changed = await setAccountQuotas(services, { account: positionals[0]!, by, plan, change });
    return { data: changed, text: [`${changed.account_id}, plan ${changed.plan}`, ...inWords(changed)] };
  },
};

export const quotaActions = [list, set, account];
