import { fork, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bounds } from '../../src/start/bound-memory.ts';
import { COMPILED } from '../contract/running-service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const LAST_LINES = 20;

/** One program of the service in a process of its own, which is killed and started again. */
export class Child {
  /** its last words, of all its lives */
  readonly said: string[] = [];
  readonly ready: Promise<string>;
  readonly #process: ChildProcess;
  readonly #ended: Promise<number | null>;
  #expected = false;

  /**
   * @param ready what it says to standard error when it is ready
   * @param onEnd told when it ends without having been asked to
   */
  constructor(
    [script, ...args]: readonly string[],
    environment: Readonly<Record<string, string>>,
    { ready, onEnd }: { readonly ready: RegExp; readonly onEnd: (what: string) => void },
  ) {
    this.#process = fork(join(root, script!), args, {
      cwd: root,
      execPath: join(root, 'node_modules/.bin/node'),
      execArgv: [...bounds.flags],
      // not that of the test runner, which sets BASE_URL, for one
      env: {
        ...{ PATH: process.env.PATH, ...bounds.variables, ...COMPILED },
        ...{ LOG_LEVEL: 'warn', ...environment },
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const die = (): void => void this.#process.kill('SIGKILL');
    process.once('exit', die);
    this.#ended = new Promise((resolve) => this.#process.once('close', resolve));
    void this.#ended.then((code) => {
      process.off('exit', die);
      if (!this.#expected) onEnd(`${script} ended by itself with ${code}: ${this.said.join('\n')}`);
    });
    const hear = (line: string): void => {
      this.said.push(line.slice(0, 2000));
      if (this.said.length > LAST_LINES) this.said.shift();
    };
    createInterface({ input: this.#process.stdout! }).on('line', hear);
    this.ready = new Promise((resolve, reject) => {
      void this.#ended.then(() => reject(new Error(`${script} ended before it was ready`)));
      createInterface({ input: this.#process.stderr! }).on('line', (line) => {
        hear(line);
        const match = ready.exec(line);
        if (match) resolve(match[1] ?? '');
      });
    });
    this.ready.catch(() => {});
  }

  /** kill -9 */
  kill(): void {
    this.#expected = true;
    this.#process.kill('SIGKILL');
  }

  /** null: a signal ended it */
  get ended(): Promise<number | null> {
    return this.#ended;
  }

  stop(): Promise<number | null> {
    this.#expected = true;
    this.#process.kill('SIGTERM');
    return this.#ended;
  }

  /** Asks it something over the channel that a forked process has; rejects when it dies first. */
  ask<Answer>(question: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const hear = (answer: unknown): void => resolve(answer as Answer);
      this.#process.once('message', hear);
      void this.#ended.then(() => reject(new Error('the process has ended')));
      this.#process.send(question, (error) => error && reject(error));
    });
  }
}
