import { Child } from './child.ts';
import type { Order, OrderAnswer } from './operator.ts';

type Name = 'server' | 'worker' | 'operator';

interface Program {
  readonly script: readonly string[];
  readonly ready: RegExp;
}

const programs: Readonly<Record<Name, Program>> = {
  server: { script: ['src/start/server.ts'], ready: /Leith is at (http:\/\/\S+)/ },
  worker: { script: ['bin/leith.mjs', 'worker'], ready: /^Leith does runs/ },
  operator: { script: ['test/faults/operator.ts'], ready: /^The operator is at work/ },
};

/** kills hit innocent runs here, and more often than a run may otherwise be begun */
const PATIENT = {
  ...{ PORT: '0', WORKERS: '1', QUEUE_LIMIT: '1000', RUN_ATTEMPTS: '1000' },
  ...{ PUBLIC_RECONSTRUCT_PER_HOUR: '1000000', PUBLIC_READS_PER_MINUTE: '1000000' },
  ...{ ACCOUNT_REQUESTS_PER_MINUTE: '1000000' },
};

/** All processes of one set-up. Whoever needs one waits until it is there. */
export class Programs {
  readonly names: readonly Name[];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #report: (what: string) => void;
  readonly #running = new Map<Name, Child>();
  #waiting: (() => void)[] = [];
  #url: string | null = null;
  #startMs = 1000;

  readonly #onReady: () => void;

  /**
   * @param report told when a process ends that nobody has killed
   * @param onReady called when all of them run, before anybody can use them
   */
  constructor(
    setUp: 'embedded' | 'scaled',
    environment: Readonly<Record<string, string>>,
    report: (what: string) => void,
    onReady: () => void,
  ) {
    const scaled = setUp === 'scaled';
    this.names = scaled ? ['server', 'worker', 'operator'] : ['server', 'operator'];
    this.#environment = {
      ...{ ...PATIENT, ...environment },
      ...(scaled ? { RUN_WORKERS_IN_SERVER: 'false' } : {}),
    };
    this.#report = report;
    this.#onReady = onReady;
  }

  /** how long starting has taken last time */
  get startMs(): number {
    return this.#startMs;
  }

  /** Starts what does not run; `true` when all of it is ready, `false` when some of it was killed before. */
  async start(): Promise<boolean> {
    const began = performance.now();
    for (const name of this.names.filter((each) => !this.#running.has(each))) {
      const { script, ready } = programs[name];
      const onEnd = (what: string): void => {
        this.#running.delete(name);
        if (name === 'server') this.#url = null;
        this.#report(what);
      };
      this.#running.set(name, new Child(script, this.#environment, { ready, onEnd }));
    }
    try {
      const all = await Promise.all(this.names.map((name) => this.#running.get(name)!.ready));
      this.#onReady();
      this.#url = all[this.names.indexOf('server')]!;
    } catch {
      return false;
    }
    this.#startMs = performance.now() - began;
    for (const go of this.#waiting.splice(0)) go();
    return true;
  }

  /** kill -9, all at the same moment; returns when they are gone. */
  async kill(names: readonly Name[]): Promise<void> {
    const victims = names.flatMap((name) => this.#running.get(name) ?? []);
    if (names.includes('server')) this.#url = null;
    for (const name of names) this.#running.delete(name);
    for (const victim of victims) victim.kill();
    await Promise.all(victims.map(({ ended }) => ended));
  }

  /** Asks them to end. */
  async stop(): Promise<void> {
    this.#url = null;
    const running = [...this.#running];
    this.#running.clear();
    for (const [name, child] of running) {
      const code = name === 'operator' ? (child.kill(), await child.ended, 0) : await child.stop();
      if (code !== 0) this.#report(`${name} ended with ${code} when asked to: ${child.said.join('\n')}`);
    }
  }

  /** Where the server is, as soon as there is one. */
  async url(): Promise<string> {
    while (this.#url === null) await this.#change();
    return this.#url;
  }

  /** Gives the operator an order; rejects when the operator dies over it. */
  async order(order: Order): Promise<OrderAnswer> {
    while (!this.#running.has('operator')) await this.#change();
    const operator = this.#running.get('operator')!;
    await operator.ready;
    return operator.ask(order);
  }

  /** What the server has said last. */
  get said(): readonly string[] {
    return this.#running.get('server')?.said ?? [];
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
