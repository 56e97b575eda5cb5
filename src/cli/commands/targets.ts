import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  describeTarget,
  targetIds,
  type TargetDescription,
} from '../../services/calibration/describe-target.ts';
import { listTargets } from '../../services/calibration/list-targets.ts';
import type { Command, Io } from '../command.ts';
import { optionWords } from '../option-words.ts';
import { sayWrong } from '../with-options.ts';
import { calibrateShorter } from './calibrate-options.ts';

const help = `leith targets [list] [--mode off-axis|inline] [--json]
leith targets show <target_id> [--drawing <file.svg>] [--json]

The objects that a rig can be calibrated with: the catalogue of GET /calibration/targets, on this machine.

  list                    every target, one a line
  show <target_id>        all there is to know about one
  --mode <mode>           only those for off-axis or inline rigs
  --drawing <file.svg>    also write its drawing
  --json                  the entries as the service gives them
  -h, --help

Exit codes: 0 done, 2 the command line is wrong.

Examples
  leith targets --mode inline
  leith targets show usaf-1951 --drawing usaf-1951.svg
`;

const modes = ['off-axis', 'inline'];
const options = {
  mode: { type: 'string' },
  drawing: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

interface Values {
  readonly mode?: string | undefined;
  readonly drawing?: string | undefined;
  readonly json?: boolean | undefined;
  readonly help?: boolean | undefined;
}

export const targetsCommand: Command = {
  name: 'targets',
  summary: 'list the objects that a rig can be calibrated with',
  help,
  async execute(args, io) {
    let read: { values: Values; positionals: string[] };
    try {
      read = parseArgs({ args, options, allowPositionals: true });
    } catch (error) {
      return wrong(io, (error as Error).message);
    }
    const [verb = 'list', target_id, ...more] = read.positionals;
    if (read.values.help) {
      io.stdout.write(help);
      return 0;
    }
    if (more.length > 0) return wrong(io, `there is one argument too many: ${more[0]}`);
    if (verb === 'list' && target_id === undefined) return list(read.values, io);
    if (verb === 'show') return show(target_id, read.values, io);
    return wrong(io, `"${[verb, target_id].filter(Boolean).join(' ')}" is not list or show <target_id>`);
  },
};

const words = optionWords(calibrateShorter);

const wrong = (io: Io, problem: string) => sayWrong(io, 'targets', [problem]);

function list({ mode, drawing, json }: Values, io: Io): number {
  if (mode !== undefined && !modes.includes(mode)) {
    return wrong(io, `--mode is "${mode}"; it is one of ${modes.join(', ')}`);
  }
  if (drawing !== undefined) return wrong(io, '--drawing belongs to leith targets show');
  const catalogue = listTargets('');
  const chosen = catalogue.targets.filter(
    ({ applicable_modes }) => mode === undefined || applicable_modes.some((one) => one === mode),
  );
  if (json) {
    io.stdout.write(`${JSON.stringify(chosen, null, 2)}\n`);
    return 0;
  }
  const width = Math.max(...chosen.map(({ target_id }) => target_id.length));
  const rows = chosen.map(({ target_id, applicable_modes, display_name }) => {
    return `${target_id.padEnd(width)}  ${applicable_modes.join(', ').padEnd(16)}  ${display_name}\n`;
  });
  io.stdout.write(`${rows.join('')}\n${words.message(catalogue.next_step)}\n`);
  return 0;
}

async function show(target_id: string | undefined, { mode, drawing, json }: Values, io: Io): Promise<number> {
  if (mode !== undefined) return wrong(io, '--mode belongs to leith targets list');
  const target = target_id === undefined ? null : describeTarget(target_id);
  if (!target) return wrong(io, `"${target_id ?? ''}" is no target; there are ${targetIds().join(', ')}`);
  if (drawing !== undefined) {
    if (!/\.svg$/i.test(drawing)) return wrong(io, `--drawing is "${drawing}"; its name ends in .svg`);
    await writeFile(drawing, target.drawing);
  }
  io.stdout.write(json ? `${JSON.stringify(target.entry, null, 2)}\n` : inWords(target));
  return 0;
}

function inWords({ entry, size_is, field_um, determines, hints, assumed }: TargetDescription): string {
  const tolerance = entry.feature_tolerance_um;
  const [low, high] = entry.price_usd_range;
  const facts = {
    modes: entry.applicable_modes.join(', '),
    size: `${entry.feature_size_um} µm${tolerance === undefined ? '' : ` ± ${tolerance} µm`}, ${size_is}`,
    view: `${field_um.min} to ${field_um.max} µm`,
    determines: determines.join(', '),
    buy: `${entry.buy_url} or ${entry.backup_buy_url}`,
    price: `about ${low} to ${high} US dollars, an estimate: check with the vendor`,
  };
  return [
    `${entry.target_id}: ${entry.display_name}`,
    words.message(entry.geometry_summary),
    '',
    ...Object.entries(facts).map(([name, text]) => `  ${name.padEnd(10)}  ${text}`),
    '',
    ...hints.map((hint) => `- ${words.message(hint)}`),
    '',
    'Assumed, not published',
    ...assumed.map((one) => `- ${words.message(one)}`),
    '',
  ].join('\n');
}
