/**
 * Puts small faults into the code that decides, one at a time, and counts those that no test notices.
 * `node test/mutation/run.ts [area …] [--sample N] [--seed N]`, areas as in areas.ts; takes a minute per ten faults.
 *
 * A copy of the working tree is changed, never the tree itself. `accepted.json` lists faults that nothing needs to
 * notice, each with its reason.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { areas } from './areas.ts';
import { applied, mutantsOf, type Mutant } from './mutants.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
});
const accepted = JSON.parse(readFileSync(new URL('./accepted.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;
/** A fault that makes tests run without end is noticed too. */
const PATIENCE_MS = 180_000;

function git(...args: string[]): string[] {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
}

const paths = git('ls-files', '--cached', '--others', '--exclude-standard');

function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'leith-mutants-'));
  for (const path of paths) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Mulberry32, so that the same seed takes the same faults. */
function sampled<T>(all: readonly T[], count: number, seed: number): T[] {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawn = all.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at);
  return drawn.slice(0, count).map(({ one }) => one);
}

function passes(copy: string, tests: readonly string[]): boolean {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--bail', '1', ...tests], {
    ...{ cwd: copy, stdio: 'ignore', timeout: PATIENCE_MS, killSignal: 'SIGKILL' },
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, CI: 'true' },
  });
  return status === 0;
}

function isNoticed(copy: string, mutant: Mutant, tests: readonly (readonly string[])[]): boolean {
  const path = join(copy, mutant.path);
  const source = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, applied(source, mutant));
    return tests.some((group) => !passes(copy, group));
  } finally {
    writeFileSync(path, source);
  }
}

const copy = copyOfTree();
try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(areas)) {
    const area = areas[name];
    if (area === undefined) throw new Error(`no area ${name}: ${Object.keys(areas).join(', ')}`);
    const files = paths.filter(
      (path) =>
        area.files.some((rule) => rule.test(path)) && !/\.(test|fixture|d)\.ts$|settings\.ts$/.test(path),
    );
    const all = files.flatMap((path) => mutantsOf(path, readFileSync(join(root, path), 'utf8')));
    for (const tests of area.tests) {
      if (!passes(copy, tests)) throw new Error(`without any fault these tests fail: ${tests.join(' ')}`);
    }
    const chosen = sampled(all, Number(values.sample), Number(values.seed));
    const missed = chosen.filter((mutant) => {
      const key = `${mutant.path} ${mutant.name}`;
      const noticed = key in accepted || isNoticed(copy, mutant, area.tests);
      if (!noticed) console.log(`missed: ${mutant.path}:${mutant.line} ${mutant.name}`);
      return !noticed;
    });
    const share = Math.round(100 * (1 - missed.length / chosen.length));
    console.log(
      `${name}: ${chosen.length - missed.length} of ${chosen.length} noticed (${share} %), of ${all.length} possible`,
    );
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
