import type { CompiledKernels } from './compiled.ts';
import { KernelExports } from './exports.ts';
import { MEMORY, MODULE, type SharedForm } from './shared-form.ts';

/** All that a second thread is given: it can be sent as it is. */
export interface SharedKernels {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly orders: SharedArrayBuffer;
}

/** Starts a thread that does nothing but {@link followOrders}, and makes sure of its end when it is disposed of. */
export type StartThread = (shared: SharedKernels) => Disposable;

/** The second thread is gone, or as good as gone: what it had begun can't be brought to an end. */
export class SecondThreadLost extends Error {}

/** What the first thread writes, and the second one's answer: 32-bit words. */
const [ORDER, CALL, COUNT, DONE, STATE] = [0, 1, 2, 3, 4] as const;
const WORDS = 8;
/** The numbers that a kernel is called with. */
const MOST_NUMBERS = 32;
const [STARTING, READY, GONE] = [0, 1, 2] as const;
const END = -1;
/** No order has this number. */
const NEVER = -1;
/** Looks so often for what is about to come before it lets the other threads of the machine go on: some 30 µs. */
const LOOKS = 5000;
/** No half of a kernel takes a hundredth of it, unless its thread does not get to run. */
const PATIENCE_MS = 60_000;

const wordsOf = (orders: SharedArrayBuffer) => new Int32Array(orders, 0, WORDS);
const numbersOf = (orders: SharedArrayBuffer) => new Float64Array(orders, 4 * WORDS, MOST_NUMBERS);

type Call = (...numbers: unknown[]) => unknown;

/** The kernels that one instance has, in an order that is that of every other. */
function callsOf(compiled: CompiledKernels): [string, Call][] {
  return Object.entries(compiled).filter((entry): entry is [string, Call] => typeof entry[1] === 'function');
}

function instanceOf(module: WebAssembly.Module, memory: WebAssembly.Memory): CompiledKernels {
  const { exports } = new WebAssembly.Instance(module, { [MODULE]: { [MEMORY]: memory } });
  return exports as unknown as CompiledKernels;
}

/** @throws SecondThreadLost where the system does not lend so many addresses, of which all are taken at once */
function sharedMemory(initial: number, maximum: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial, maximum, shared: true });
  } catch (cause) {
    throw new SecondThreadLost('no memory that threads may share', { cause });
  }
}

/** Until the word is another one than `seen`: whoever waits may be woken late, by what it has seen. @returns whether it is */
function changes(words: Int32Array, at: number, seen: number, ms = Infinity): boolean {
  for (let look = 0; look < LOOKS; look++) if (Atomics.load(words, at) !== seen) return true;
  while (Atomics.load(words, at) === seen)
    if (Atomics.wait(words, at, seen, ms) === 'timed-out') return false;
  return true;
}

/** What the second thread does: calls kernels with the numbers that it is given, until it is told to end. */
export function followOrders({ module, memory, orders }: SharedKernels): void {
  const [words, numbers] = [wordsOf(orders), numbersOf(orders)];
  try {
    const compiled = instanceOf(module, memory);
    compiled.takeRoom(1);
    const calls = callsOf(compiled);
    Atomics.compareExchange(words, STATE, STARTING, READY);
    for (let order = 0; ;) {
      changes(words, ORDER, order);
      order = Atomics.load(words, ORDER);
      const call = Atomics.load(words, CALL);
      if (call === END) return;
      calls[call]![1](...numbers.subarray(0, Atomics.load(words, COUNT)));
      Atomics.store(words, DONE, order);
      Atomics.notify(words, DONE);
    }
  } finally {
    Atomics.store(words, STATE, GONE);
    Atomics.store(words, DONE, NEVER);
    Atomics.notify(words, DONE);
  }
}

/**
 * Another thread with an instance of the kernels in the memory of the first one's. It does what it is given when the first
 * one has something to do at the same time; only the first one allocates.
 */
export class SecondThread implements Disposable {
  /** the first thread's instance */
  readonly compiled: CompiledKernels;
  readonly #shared: SharedKernels;
  readonly #words: Int32Array;
  readonly #start: StartThread;
  readonly #isWelcome: () => boolean;
  /** calls of it become the next order */
  readonly #ordered: KernelExports;
  #thread: Disposable | null = null;

  /** @param isWelcome whether the machine has room for another thread now; it is started when there is, and waits when there is not */
  constructor(
    module: WebAssembly.Module,
    { initial, maximum }: SharedForm,
    start: StartThread,
    isWelcome: () => boolean,
  ) {
    const memory = sharedMemory(initial, maximum);
    const orders = new SharedArrayBuffer(4 * WORDS + 8 * MOST_NUMBERS);
    this.#shared = { module, memory, orders };
    [this.#words, this.#start, this.#isWelcome] = [wordsOf(orders), start, isWelcome];
    this.compiled = instanceOf(module, memory);
    const numbers = numbersOf(orders);
    const put = (call: number, given: readonly unknown[]) => {
      numbers.set(given.map(Number));
      Atomics.store(this.#words, CALL, call);
      Atomics.store(this.#words, COUNT, given.length);
    };
    const calls = callsOf(this.compiled).map(([name], k) => [name, (...given: unknown[]) => put(k, given)]);
    this.#ordered = new KernelExports(Object.fromEntries(calls) as CompiledKernels);
  }

  /** Whether it would begin at once with what it is given. */
  get isReady(): boolean {
    if (!this.#isWelcome()) return false;
    this.#thread ??= this.#begun();
    return Atomics.load(this.#words, STATE) === READY;
  }

  /** Where no thread can be had, none ever says that it is ready. */
  #begun(): Disposable {
    try {
      return this.#start(this.#shared);
    } catch {
      return { [Symbol.dispose]: () => {} };
    }
  }

  /**
   * Does two things at once.
   * @param theirs calls one kernel that returns nothing: the second thread does
   * @param own what this one does meanwhile, in other places of the memory
   * @throws SecondThreadLost when nobody can say how far it came
   */
  atOnce(theirs: (wasm: KernelExports) => void, own: () => void): void {
    const words = this.#words;
    theirs(this.#ordered);
    const order = Atomics.add(words, ORDER, 1) + 1;
    Atomics.notify(words, ORDER);
    own();
    for (;;) {
      const done = Atomics.load(words, DONE);
      if (done === order) return;
      const gone = Atomics.load(words, STATE) === GONE;
      if (gone || !changes(words, DONE, done, PATIENCE_MS)) throw new SecondThreadLost('a thread was lost');
    }
  }

  [Symbol.dispose](): void {
    Atomics.store(this.#words, CALL, END);
    Atomics.add(this.#words, ORDER, 1);
    Atomics.notify(this.#words, ORDER);
    this.#thread?.[Symbol.dispose]();
  }
}
