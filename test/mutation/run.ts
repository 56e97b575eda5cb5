/**
 * Puts small faults into the code that decides, one at a time, and names those that no unit test notices.
 * `node test/mutation/run.ts [area …] [--sample N] [--seed N] [--minutes N]
 * [--only TEXT] [--tests TEXT]`, areas as in areas.ts;
 * `--only` takes the faults whose path, line and description contain the text, `--tests` the test files whose path does. README.md says what is counted.
 */
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { areas, type Area } from './areas.ts';
import type { Numbered } from './instrument.ts';
import { mutantsOf, type Mutant } from './mutants.ts';
import { tried } from './trial.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '600' },
    only: { type: 'string' },
    tests: { type: 'string', default: '' },
    verbose: { type: 'boolean', default: false },
  },
});
const accepted = JSON.parse(readFileSync(new URL('./accepted.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  ...{ cwd: root, encoding: 'utf8' },
}).split('\n');

const label = ({ path, line, name }: Mutant) => `${path}:${line} ${name}`;

function faultsOf(area: Area): Mutant[] {
  const files = paths.filter(
    (path) =>
      area.files.some((rule) => rule.test(path)) && !/\.(test|fixture|d)\.ts$|settings\.ts$/.test(path),
  );
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(
    files.map((path) => root + path),
    options,
  );
  return files.flatMap((path) =>
    mutantsOf(path, program.getSourceFile(root + path)!, program.getTypeChecker()),
  );
}

/** In the order of the area's list, and a file where the last of its entries puts it. */
function testsOf({ tests }: Area): string[] {
  const place = (path: string) => tests.findLastIndex((start) => path.startsWith(start));
  const all = paths.filter((path) => /(?<!\.long)\.test\.ts$/.test(path) && place(path) >= 0);
  return all.toSorted((a, b) => place(a) - place(b));
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

/** Wilson's interval of 95 % for a share, in percent. */
function interval(hits: number, of: number): string {
  const [z, p] = [1.96, hits / of];
  const middle = (p + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  return `${Math.round(100 * (middle - half))} to ${Math.round(100 * (middle + half))} %`;
}

for (const name of positionals.length > 0 ? positionals : Object.keys(areas)) {
  const area = areas[name];
  if (area === undefined) throw new Error(`no area ${name}: ${Object.keys(areas).join(', ')}`);
  const all = faultsOf(area);
  const wanted = values.only === undefined ? all : all.filter((one) => label(one).includes(values.only!));
  const drawn = sampled(wanted, Number(values.sample), Number(values.seed));
  const counted = drawn.filter((one) => !(`${one.path} ${one.name}` in accepted));
  const numbered: Numbered[] = counted.map((one, i) => ({ ...one, id: i + 1 }));
  const { noticed, missed } = await tried(
    numbered,
    testsOf(area).filter((path) => path.includes(values.tests)),
    Date.now() + 60_000 * Number(values.minutes),
  );
  for (const one of numbered) {
    const tests = missed.get(one.id);
    if (tests) console.log(`missed: ${label(one)}${tests.length === 0 ? ' (no test comes here)' : ''}`);
    else if (values.verbose) console.log(`noticed: ${label(one)}, by ${noticed.get(one.id)}`);
  }
  const share = Math.round((100 * noticed.size) / counted.length);
  console.log(
    `${name}: ${noticed.size} of ${counted.length} noticed, ${share} % (95 %: ${interval(noticed.size, counted.length)}); ` +
      `${drawn.length - counted.length} more were drawn that nothing needs to notice; ${all.length} are possible`,
  );
}
