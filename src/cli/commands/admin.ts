import { parseArgs } from 'node:util';
import { OperatorRefusal } from '../../services/operator-refusal.ts';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';
import type { Command, Io } from '../command.ts';
import { sayWrong } from '../with-options.ts';
import { accountActions } from './admin-accounts.ts';
import { CommandLineError, type AdminAction, type AdminServices } from './admin-action.ts';
import { holdActions } from './admin-holds.ts';
import { quotaActions } from './admin-quotas.ts';
import { publicResultActions } from './admin-public-results.ts';
import { remoteCopyActions } from './admin-remote-copies.ts';
import { verifyActions } from './admin-verify.ts';

const actions: readonly AdminAction[] = [
  ...holdActions,
  ...remoteCopyActions,
  ...accountActions,
  ...quotaActions,
  ...publicResultActions,
  ...verifyActions,
];

const common = {
  as: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const TAIL = `  --as <name>   who does this, for the log (default: the user of the operating system)
  --json        the answer as JSON
  -h, --help

Exit codes: 0 done, 1 refused, failed or something is wrong, 2 the command line is wrong.
`;

/**
 * What the operator does at the machine. The commands may run beside the server.
 * @param open opens the storage that the environment names
 * @param user the user of the operating system
 */
export function adminCommand(open: () => Promise<AdminServices>, user: string): Command {
  const help = overview();
  return {
    name: 'admin',
    summary: 'holds, remote copies, accounts, public results, verification',
    help,
    async execute(args, io) {
      const options = args.findIndex((arg) => arg.startsWith('-'));
      const words = options === -1 ? args : args.slice(0, options);
      const action = actions.find(({ name }) => name.split(' ').every((word, i) => words[i] === word));
      if (action) return runAction(action, args.slice(action.name.split(' ').length), io, open, user);
      const group = actions.filter(({ name }) => name.split(' ')[0] === words[0]);
      const asksForHelp = args.some((arg) => arg === '--help' || arg === '-h') || words[0] === 'help';
      if (args.length === 0 || (asksForHelp && words.length <= 1)) {
        io.stdout.write(group.length > 0 ? group.map(describe).join('\n') + `\n${TAIL}` : help);
        return 0;
      }
      const names = (group.length > 0 ? group : actions).map(({ name }) => name).join(', ');
      return sayWrong(io, 'admin', [`there is no "${words.join(' ')}"; there are ${names}`]);
    },
  };
}

async function runAction(
  action: AdminAction,
  args: string[],
  io: Io,
  open: () => Promise<AdminServices>,
  user: string,
): Promise<number> {
  const name = `admin ${action.name}`;
  let services: AdminServices | undefined;
  const progress = progressOf(io);
  try {
    const { values, positionals } = parse(action, args);
    if (values['help'] === true) {
      io.stdout.write(`${describe(action)}\n${TAIL}`);
      return 0;
    }
    const by = typeof values['as'] === 'string' ? values['as'] : user;
    services = await open();
    const answer = await action.execute(services, { positionals, values, by, onProgress: progress.show });
    progress.clear();
    const text = values['json'] === true ? JSON.stringify(answer.data, null, 2) : answer.text.join('\n');
    io.stdout.write(`${text}\n`);
    return answer.failed ? 1 : 0;
  } catch (error) {
    progress.clear();
    if (error instanceof CommandLineError) return sayWrong(io, name, [error.message]);
    if (error instanceof OperatorRefusal || error instanceof StorageUnavailable) {
      io.stderr.write(`leith ${name}: ${error.message}\n`);
      return 1;
    }
    throw error;
  } finally {
    await services?.close();
  }
}

function parse(action: AdminAction, args: string[]) {
  const options = { ...action.options, ...common };
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true });
    const values = parsed.values as Record<string, string | boolean | undefined>;
    const [least, most] = action.positionals;
    const given = parsed.positionals.length;
    if (values['help'] !== true && (given < least || given > most)) {
      throw new Error(`takes ${action.usage || 'no arguments'}`);
    }
    return { values, positionals: parsed.positionals };
  } catch (error) {
    throw new CommandLineError((error as Error).message);
  }
}

/** What is being read, on one line of a terminal. */
function progressOf({ stderr }: Io): { show(what: string): void; clear(): void } {
  if (stderr.isTTY !== true) return { show: () => {}, clear: () => {} };
  return {
    show: (what) => stderr.write(`\r\x1b[K${what}`),
    clear: () => stderr.write('\r\x1b[K'),
  };
}

function describe({ name, usage, about, examples }: AdminAction): string {
  const lines = [`leith admin ${name} ${usage}`.trimEnd(), '', ...about, '', 'Examples'];
  return [...lines, ...examples.map((example) => `  ${example}`), ''].join('\n');
}

function overview(): string {
  const list = actions.map(({ name, usage }) => `  leith admin ${name} ${usage}`.trimEnd());
  return `leith admin <command> [options]

What the operator does at the machine. The commands read the same environment as the server (leith serve --help) and
may run beside it. What they change is in the archive's log, or kept with the account, under the operator's name.

${list.join('\n')}

${TAIL}
Examples
${actions.map(({ examples }) => `  ${examples[0]}`).join('\n')}

leith admin <command> --help says more about each.
`;
}
