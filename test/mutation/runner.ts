import { appendFileSync, readFileSync } from 'node:fs';
import { TestRunner, type RunnerTestCase as Test } from 'vitest';
import type { Plan, Told } from './plan.ts';
import { FaultSwitches } from './switches.ts';

const plan = JSON.parse(readFileSync(process.env.LEITH_FAULTS!, 'utf8')) as Plan;
const open = new Set(plan.open);
const switches = new FaultSwitches();
switches.begin(plan.always ?? 0);
Object.assign(globalThis, { leithFaults: switches });

/** Thrown so that Vitest tries the test again: with the next fault. */
const AGAIN = 'on to the next fault';
/** ms beyond ten times what a test takes without a fault */
const PATIENCE_MS = 5000;
/** A test failed though no fault was on: something is left behind by one that was. */
let spoilt = false;

interface Trial {
  /** ms, and turns of loops, without a fault */
  ms: number;
  turns: number;
  /** still to be tried here; undefined until the test has run without a fault */
  queue: number[] | undefined;
  active: number;
  /** here */
  readonly noticed: number[];
}

/**
 * Runs each test once as it is, to see which faults it passes through, and then again with each of those that no test
 * has noticed yet, hooks included. After a fault that was noticed the last run is without one: if that fails, what the
 * test noticed is in doubt, and the other tests wait for a new process.
 */
export default class FaultRunner extends TestRunner {
  private readonly trials = new WeakMap<Test, Trial>();

  override async importFile(filepath: string, source: 'collect' | 'setup'): Promise<unknown> {
    if (plan.always === undefined) switches.begin(0);
    const file = await super.importFile(filepath, source);
    if (plan.always === undefined) tell({ file: filepath, test: '' }, 'imports', [...switches.end().passed]);
    return file;
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    await super.onBeforeRunTask(test);
    if (spoilt) test.mode = 'skip';
    if (plan.always !== undefined || test.mode === 'skip') return;
    this.trials.set(test, { ms: 0, turns: 0, queue: undefined, active: 0, noticed: [] });
    Object.assign(test, { retry: { count: 1e9, condition: () => this.goesOn(test) } });
  }

  override onBeforeTryTask(test: Test, options: { retry: number; repeats: number }): void {
    super.onBeforeTryTask(test, options);
    const trial = this.trials.get(test);
    if (trial === undefined) return;
    if (trial.queue === undefined) tell(placeOf(test), 'loads', [...switches.end().passed]);
    trial.active = trial.queue?.shift() ?? 0;
    if (trial.active !== 0) tell(placeOf(test), 'tries', [trial.active]);
    switches.begin(trial.active, trial.queue === undefined ? Infinity : trial.turns);
  }

  async runTask(test: Test): Promise<void> {
    const run = TestRunner.getTestFn(test);
    const trial = this.trials.get(test);
    if (trial === undefined) return run();
    const before = performance.now();
    if (trial.queue === undefined) {
      await run();
      trial.ms = performance.now() - before;
      throw new Error(AGAIN);
    }
    if (trial.active === 0) return trial.noticed.length > 0 ? run() : undefined;
    await inTime(run(), 10 * trial.ms + PATIENCE_MS);
    throw new Error(AGAIN);
  }

  /** After a try that did not pass: whether there is another. */
  private goesOn(test: Test): boolean {
    const trial = this.trials.get(test)!;
    const { passed, turns } = switches.end();
    if (trial.active !== 0 && !passed.has(trial.active)) tell(placeOf(test), 'loads', [trial.active]);
    const failed = test.result!.errors!.some(({ message }) => message !== AGAIN);
    if (failed && trial.active === 0) {
      spoilt = true;
      tell(placeOf(test), 'doubts', trial.noticed);
      return false;
    }
    test.result!.errors = [];
    if (trial.queue === undefined) {
      trial.turns = turns;
      trial.queue = [...passed].filter((id) => open.has(id));
      tell(placeOf(test), 'passes', [...passed]);
    } else if (failed) {
      trial.noticed.push(trial.active);
      open.delete(trial.active);
      tell(placeOf(test), 'notices', [trial.active]);
    }
    return true;
  }

  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test);
    if (this.trials.has(test)) tell(placeOf(test), 'ends', []);
  }
}

const placeOf = (test: Test) => ({ file: test.file.name, test: test.fullTestName });

function tell(place: Pick<Told, 'file' | 'test'>, what: Told['what'], ids: readonly number[]): void {
  const told: Told = { ...place, what, ids };
  appendFileSync(plan.told, `${JSON.stringify(told)}\n`);
}

async function inTime(run: unknown, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('takes too long')), ms);
  });
  try {
    await Promise.race([run, late]);
  } finally {
    clearTimeout(timer);
  }
}
