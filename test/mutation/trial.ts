import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plan, Told } from './plan.ts';

type Faults = Plan['mutants'];

const root = fileURLToPath(new URL('../../', import.meta.url));
/** A process that says nothing for so long has come to no end. */
const SILENCE_MS = 180_000;

export interface Outcome {
  /** and by which test */
  readonly noticed: ReadonlyMap<number, string>;
  /** and the test files that pass through them all the same */
  readonly missed: ReadonlyMap<number, readonly string[]>;
}

interface Found {
  readonly noticed: Map<number, string>;
  /** in each of these files it has to be on from the start: see plan.ts */
  readonly again: ReadonlyMap<number, Set<string>>;
  readonly passed: ReadonlyMap<number, Set<string>>;
}

/**
 * Tries all faults in one process that holds all of them. Then those that could not be judged there, because a test
 * file passes through them while it is loaded, or keeps what it has computed: each from the start of a process of its
 * own.
 * @param until ms since 1970: what no test has noticed by then counts as missed
 */
export async function tried(mutants: Faults, tests: readonly string[], until: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'leith-faults-'));
  try {
    const { noticed, again, passed } = await together(mutants, tests, { folder, until });
    const missed = new Map<number, readonly string[]>();
    for (const mutant of mutants.filter(({ id }) => !noticed.has(id))) {
      const among = (files: ReadonlySet<string>) => tests.filter((test) => files.has(test));
      const near = among(again.get(mutant.id)!);
      const plan = { mutants: [mutant], tests: near, open: [], always: mutant.id };
      const late = near.length === 0 || Date.now() > until;
      const silent = late || (await testsRun(plan, { folder, until: Infinity })).passed;
      if (silent) missed.set(mutant.id, among(passed.get(mutant.id)!));
      else noticed.set(mutant.id, 'from the start of a process');
    }
    return { noticed, missed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function together(mutants: Faults, tests: readonly string[], place: Place): Promise<Found> {
  const files = () => new Map(mutants.map(({ id }) => [id, new Set<string>()]));
  const found = { noticed: new Map<number, string>(), again: files(), passed: files() };
  const doubtful = new Set<number>();
  for (let from = 0; from < tests.length;) {
    const open = mutants.map(({ id }) => id).filter((id) => !found.noticed.has(id) && !doubtful.has(id));
    const { passed, told, output } = await testsRun({ mutants, tests: tests.slice(from), open }, place);
    told.forEach((one, i) => note(one, told[i + 1], found, place));
    for (const { ids } of told.filter(({ what }) => what === 'imports')) {
      ids.forEach((id) => tests.forEach((test) => found.again.get(id)!.add(test)));
    }
    if (passed || Date.now() > place.until) break;
    const { file, doubts } = spoilt(told);
    if (file === undefined) throw new Error(`without any fault these tests fail:\n${output}`);
    doubts.forEach(({ id, in: of }) => {
      doubtful.add(id);
      found.noticed.delete(id);
      found.again.get(id)!.add(of);
    });
    from = tests.indexOf(file);
  }
  return found;
}

/** Where a process has to be begun anew, and which faults it can’t be believed about. */
function spoilt(told: readonly Told[]) {
  const stopped = told.findLast(({ what }) => what === 'tries' || what === 'doubts');
  const failed = told.find(({ what }) => what === 'doubts');
  if (failed === undefined) return { file: stopped?.file, doubts: [] };
  // a test that has noticed none by itself was spoilt by one that was tried in the test before
  const last = told.findLast(({ what }) => what === 'tries');
  const before = told.filter(({ what, test }) => what === 'tries' && test === last?.test);
  const ids = failed.ids.length > 0 ? failed.ids : before.flatMap((one) => one.ids);
  const of = failed.ids.length > 0 ? failed.file : last?.file;
  return { file: of && failed.file, doubts: ids.map((id) => ({ id, in: of! })) };
}

function note({ file, test, what, ids }: Told, next: Told | undefined, found: Found, { until }: Place): void {
  if (what === 'passes') ids.forEach((id) => found.passed.get(id)!.add(file));
  if (what === 'loads') ids.forEach((id) => found.again.get(id)!.add(file));
  if (what === 'notices') found.noticed.set(ids[0]!, `${file}: ${test}`);
  // it ended the process, or had to be ended
  if (what === 'tries' && next?.test !== test && Date.now() < until)
    found.noticed.set(ids[0]!, `${file}: no end, or the process’s`);
}

interface Run {
  readonly passed: boolean;
  readonly told: readonly Told[];
  readonly output: string;
}

interface Place {
  readonly folder: string;
  /** ms since 1970: what has not been noticed then counts as missed */
  readonly until: number;
}

async function testsRun(plan: Omit<Plan, 'told'>, { folder, until }: Place): Promise<Run> {
  const [file, told] = [join(folder, 'plan.json'), join(folder, 'told')];
  writeFileSync(file, JSON.stringify({ ...plan, told } satisfies Plan));
  writeFileSync(told, '');
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/mutation/vitest.config.ts'];
  const child = spawn(process.execPath, args, {
    ...{ cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    env: { ...process.env, LEITH_FAULTS: file, CI: 'true', NO_COLOR: '1' },
  });
  let [output, length, since] = ['', 0, Date.now()];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-20_000)));
  }
  const watch = setInterval(() => {
    const now = readFileSync(told).length + output.length;
    if (Date.now() > until) child.kill(Date.now() > until + 10_000 ? 'SIGKILL' : 'SIGTERM');
    if (now !== length) [length, since] = [now, Date.now()];
    else if (Date.now() - since > SILENCE_MS)
      child.kill(Date.now() - since > 1.1 * SILENCE_MS ? 'SIGKILL' : 'SIGTERM');
  }, 2000);
  const status = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(watch);
  const lines = readFileSync(told, 'utf8').split('\n').filter(Boolean);
  return { passed: status === 0, told: lines.map((line) => JSON.parse(line) as Told), output };
}
