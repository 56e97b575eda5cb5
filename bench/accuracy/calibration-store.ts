import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stateOfCode } from './code-state.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const records = join(root, 'bench/out/calibration');
const current = stateOfCode(process.argv[1]!);

/** What every script here understands; the rest of the words name what to measure. */
export interface Options {
  /** of CPU time, after which no further try is begun; null: only what was measured before is printed */
  readonly minutes: number | null;
  /** whose records are used */
  readonly state: string;
  readonly words: readonly string[];
}

/**
 * `[word …] [--minutes n] [--state id]`. What is measured is the code as it is; what is printed is that, or else what was
 * measured last.
 * @param name of the records
 */
export function optionsFrom(argv: readonly string[], name: (words: readonly string[]) => string): Options {
  const words = [...argv];
  const taken = (option: string) => {
    const at = words.indexOf(option);
    return at < 0 ? null : (words.splice(at, 2)[1] ?? null);
  };
  const [minutes, state] = [taken('--minutes'), taken('--state')];
  if (minutes !== null && state !== null)
    throw new Error('--state names what was measured: nothing can be added to it');
  if (minutes !== null) return { minutes: Number(minutes), state: current, words };
  return { minutes: null, state: state ?? lastMeasured(name(words)), words };
}

function lastMeasured(name: string): string {
  const path = (state: string) => join(records, state, `${name}.jsonl`);
  if (!existsSync(records) || existsSync(path(current))) return current;
  const states = readdirSync(records).filter((state) => existsSync(path(state)));
  const age = (state: string) => statSync(path(state)).mtimeMs;
  return states.sort((a, b) => age(b) - age(a))[0] ?? current;
}

/** Everything that was measured on other states under this name. */
export function earlier<Entry extends Kept>(name: string, state: string): Map<string, Entry[]> {
  const states = existsSync(records) ? readdirSync(records).filter((one) => one !== state) : [];
  const found = states.map((one) => [one, new Store<Entry>(one, name).all()] as const);
  return new Map(found.filter(([, entries]) => entries.length > 0));
}

/** One sentence for above a table. */
export function stateText(state: string): string {
  const since = state === current ? '' : ' (the code has changed since)';
  return `Measured on state ${state} of the code${since}`;
}

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}

/** What one try came to; tries with the same key are the same try. */
export interface Kept {
  readonly key: string;
  /** seconds */
  readonly cpu: number;
}

/** Records in bench/out/calibration/<state>/<name>.jsonl: an interrupted run goes on where it stopped. */
export class Store<Entry extends Kept> {
  readonly #path: string;
  readonly #kept = new Map<string, Entry>();

  constructor(state: string, name: string) {
    this.#path = join(records, state, `${name}.jsonl`);
    if (!existsSync(this.#path)) return;
    for (const line of readFileSync(this.#path, 'utf8').split('\n')) {
      if (!line.endsWith('}')) continue;
      const entry = JSON.parse(line) as Entry;
      this.#kept.set(entry.key, entry);
    }
  }

  get(key: string): Entry | undefined {
    return this.#kept.get(key);
  }

  all(): Entry[] {
    return [...this.#kept.values()];
  }

  add(entry: Entry): void {
    this.#kept.set(entry.key, entry);
    mkdirSync(dirname(this.#path), { recursive: true });
    appendFileSync(this.#path, `${JSON.stringify(entry)}\n`);
  }
}

/** Seconds of CPU that this process has used. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * Makes the tries that are not there yet, in their order, until the time is up.
 * @param attempt null: nothing to keep
 */
export async function measure<Try extends { readonly key: string }, Entry extends Kept>(
  tries: Iterable<Try>,
  store: Store<Entry>,
  minutes: number | null,
  attempt: (one: Try) => Omit<Entry, 'key' | 'cpu'> | Promise<Omit<Entry, 'key' | 'cpu'>>,
): Promise<void> {
  if (minutes === null) return;
  const end = cpuSeconds() + 60 * minutes;
  let made = 0;
  for (const one of tries) {
    if (store.get(one.key)) continue;
    const began = cpuSeconds();
    if (began > end) break;
    const found = await attempt(one);
    const cpu = Number((cpuSeconds() - began).toFixed(2));
    store.add({ ...found, key: one.key, cpu } as unknown as Entry);
    made += 1;
    console.error(`${made}  ${cpu.toFixed(1)} s  ${one.key}  ${(end - cpuSeconds()).toFixed(0)} s left`);
  }
}
