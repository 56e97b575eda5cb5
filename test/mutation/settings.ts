/**
 * Moves settings by a quarter to both sides, one at a time, and names those that no unit test notices.
 * `node test/mutation/settings.ts [stage …] [--only words,…] [--tests TEXT] [--minutes N] [--all]`, stages as in
 * bench/sensitivity/stages; without `--all` those that change nothing in the tables of docs/accuracy. Whole rigs are left out
 * unless `--rigs`.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { idleIn } from '../../bench/sensitivity/present-rows.ts';
import { settingsOf } from '../../bench/sensitivity/settings-of.ts';
import { numberAt, numbersIn, varied } from '../../bench/sensitivity/vary.ts';
import type { Moved } from './plan.ts';
import { tried } from './trial.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    minutes: { type: 'string', default: '600' },
    all: { type: 'boolean', default: false },
    rigs: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
/** Of each stage, how the paths of its tests begin, in `src/core`. */
const near: Readonly<Record<string, readonly string[]>> = {
  calibration: ['calibrate/', 'targets/', 'rig/'],
  'calibration-judge': ['calibrate/judge/', 'calibrate/report/', 'calibrate/'],
  'inline-focus': ['inline/focus/', 'focus/'],
  'inline-light': ['light/', 'inline/align/', 'inline/background/'],
  'inline-retrieval': ['inline/'],
  'inline-response': ['inline/response/'],
  'off-axis': [
    'off-axis/',
    'overlap/',
    'phase/',
    'uncertainty/',
    'demodulate/',
    'focus/',
    'likelihood/',
    'sideband/',
    'smooth-reference/',
  ],
  sideband: ['sideband/', 'off-axis/'],
  evidence: [''],
};
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src/core'], {
  ...{ cwd: root, encoding: 'utf8' },
}).split('\n');
/** It goes through a whole reconstruction or calibration. */
const isRig = (path: string) =>
  /\/(reconstruct|reconstruct-(inline|off-axis)|calibrate|retrieve|autofocus-inline)\.ts'/.test(
    readFileSync(root + path, 'utf8'),
  );

/** Those that begin a list first, whole rigs last. */
function testsOf(stage: string): string[] {
  const place = (path: string) => near[stage]!.findIndex((start) => path.startsWith(`src/core/${start}`));
  const all = files.filter(
    (path) => /(?<!\.long)\.test\.ts$/.test(path) && place(path) >= 0 && path.includes(values.tests),
  );
  const ranked = all.map((path) => ({ path, rig: isRig(path), at: place(path) }));
  const wanted = values.rigs ? ranked : ranked.filter(({ rig }) => !rig);
  return wanted.sort((a, b) => Number(a.rig) - Number(b.rig) || a.at - b.at).map(({ path }) => path);
}

const pages = readdirSync(new URL('docs/accuracy/', `file://${root}`))
  .filter((file) => file.startsWith('sensitivity-'))
  .map((file) => readFileSync(`${root}docs/accuracy/${file}`, 'utf8'));
const stages: Readonly<Record<string, object>> = settingsOf;
for (const stage of positionals.length > 0 ? positionals : Object.keys(stages)) {
  const settings = stages[stage]!;
  const idle = new Set(pages.flatMap((page) => idleIn(page, stage)));
  const words = values.only.split(',');
  const places = numbersIn(settings).filter((place) => {
    const name = place.join('.');
    return (values.all || idle.has(name)) && words.some((word) => name.includes(word));
  });
  const moved: (Moved & { readonly label: string })[] = places.flatMap((setting, k) =>
    [0.75, 1.25].map((factor, side) => {
      const value = numberAt(varied(settings, setting, factor), setting);
      const label = `${setting.join('.')} ${numberAt(settings, setting)} → ${value}`;
      return { id: 2 * k + side + 1, stage, setting, value, label };
    }),
  );
  const { noticed, missed } = await tried(
    moved,
    testsOf(stage),
    Date.now() + 60_000 * Number(values.minutes),
  );
  for (const { id, label } of moved) {
    const tests = missed.get(id);
    if (tests) console.log(`missed: ${label}${tests.length === 0 ? ' (no test comes here)' : ''}`);
    else if (values.verbose) console.log(`noticed: ${label}, by ${noticed.get(id)}`);
  }
  console.log(`${stage}: ${noticed.size} of ${moved.length} noticed`);
}
