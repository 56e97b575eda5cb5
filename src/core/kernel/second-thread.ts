import type { CompiledKernels } from './compiled.ts';
import { KernelExports } from './exports.ts';
import {
  callsOf,
  changes,
  instanceOf,
  newOrders,
  NO_MORE,
  orderNumbers,
  orderWord,
  type SharedKernels,
  threadState,
  orderWords,
} from './follow-orders.ts';
import type { SharedForm } from './shared-form.ts';

/** Starts a thread that does nothing but `followOrders`, and makes sure of its end when it is disposed of. */
export type StartThread = (shared: SharedKernels) => Disposable;

/** The second thread is gone, or as good as gone: what it had begun can't be brought to an end. */
export class SecondThreadLost extends Error {}

/** No half of a kernel takes a hundredth of it, unless its thread does not get to run. */
const PATIENCE_MS = 60_000;

/** @throws SecondThreadLost where the system does not lend so many addresses, of which all are taken at once */
function sharedMemory(initial: number, maximum: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial, maximum, shared: true });
  } catch (cause) {
    throw new SecondThreadLost('no memory that threads may share', { cause });
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
    const orders = newOrders();
    this.#shared = { module, memory, orders };
    [this.#words, this.#start, this.#isWelcome] = [orderWords(orders), start, isWelcome];
    this.compiled = instanceOf(module, memory);
    const numbers = orderNumbers(orders);
    const put = (call: number, given: readonly unknown[]) => {
      numbers.set(given.map(Number));
      Atomics.store(this.#words, orderWord.call, call);
      Atomics.store(this.#words, orderWord.count, given.length);
    };
    const calls = callsOf(this.compiled).map(([name], k) => [name, (...given: unknown[]) => put(k, given)]);
    this.#ordered = new KernelExports(Object.fromEntries(calls) as CompiledKernels);
  }

  /** Whether it would begin at once with what it is given. */
  get isReady(): boolean {
    if (!this.#isWelcome()) return false;
    this.#thread ??= this.#begun();
    return Atomics.load(this.#words, orderWord.state) === threadState.ready;
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
    const order = Atomics.add(words, orderWord.order, 1) + 1;
    Atomics.notify(words, orderWord.order);
    own();
    for (;;) {
      const done = Atomics.load(words, orderWord.done);
      if (done === order) return;
      const gone = Atomics.load(words, orderWord.state) === threadState.gone;
      if (gone || !changes(words, orderWord.done, done, PATIENCE_MS))
        throw new SecondThreadLost('a thread was lost');
    }
  }

  [Symbol.dispose](): void {
    Atomics.store(this.#words, orderWord.call, NO_MORE);
    Atomics.add(this.#words, orderWord.order, 1);
    Atomics.notify(this.#words, orderWord.order);
    this.#thread?.[Symbol.dispose]();
  }
}
