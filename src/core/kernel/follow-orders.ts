import type { CompiledKernels } from './compiled.ts';
import { MEMORY, MODULE } from './shared-form.ts';

/** All that a second thread is given: it can be sent as it is. */
export interface SharedKernels {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly orders: SharedArrayBuffer;
}

/** What the first thread writes, and the second one's answer: places of 32-bit words. */
export const orderWord = { order: 0, call: 1, count: 2, done: 3, state: 4 } as const;
const WORDS = 8;
/** The numbers that a kernel is called with. */
const MOST_NUMBERS = 32;
export const threadState = { starting: 0, ready: 1, gone: 2 } as const;
/** In place of a call: there are no more orders. */
export const NO_MORE = -1;
/** No order has this number. */
const NEVER = -1;
/** Looks so often for what is about to come before it lets the other threads of the machine go on: some 30 µs. */
const LOOKS = 5000;

export const newOrders = () => new SharedArrayBuffer(4 * WORDS + 8 * MOST_NUMBERS);
export const orderWords = (orders: SharedArrayBuffer) => new Int32Array(orders, 0, WORDS);
export const orderNumbers = (orders: SharedArrayBuffer) => new Float64Array(orders, 4 * WORDS, MOST_NUMBERS);

type Call = (...numbers: unknown[]) => unknown;

/** The kernels that one instance has, in an order that is that of every other. */
export function callsOf(compiled: CompiledKernels): [string, Call][] {
  return Object.entries(compiled).filter((entry): entry is [string, Call] => typeof entry[1] === 'function');
}

export function instanceOf(module: WebAssembly.Module, memory: WebAssembly.Memory): CompiledKernels {
  const { exports } = new WebAssembly.Instance(module, { [MODULE]: { [MEMORY]: memory } });
  return exports as unknown as CompiledKernels;
}

/** Until the word is another one than `seen`: whoever waits may be woken late, by what it has seen. @returns whether it is */
export function changes(words: Int32Array, at: number, seen: number, ms = Infinity): boolean {
  for (let look = 0; look < LOOKS; look++) if (Atomics.load(words, at) !== seen) return true;
  while (Atomics.load(words, at) === seen)
    if (Atomics.wait(words, at, seen, ms) === 'timed-out') return false;
  return true;
}

/**
 * What the second thread does: calls kernels with the numbers that it is given, until it is told to end.
 * @param onDone is called after each, before the first thread learns that it is done
 */
export function followOrders({ module, memory, orders }: SharedKernels, onDone: () => void): void {
  const [words, numbers] = [orderWords(orders), orderNumbers(orders)];
  try {
    const compiled = instanceOf(module, memory);
    compiled.takeRoom(1);
    const calls = callsOf(compiled);
    Atomics.compareExchange(words, orderWord.state, threadState.starting, threadState.ready);
    for (let order = 0; ;) {
      changes(words, orderWord.order, order);
      order = Atomics.load(words, orderWord.order);
      const call = Atomics.load(words, orderWord.call);
      if (call === NO_MORE) return;
      calls[call]![1](...numbers.subarray(0, Atomics.load(words, orderWord.count)));
      onDone();
      Atomics.store(words, orderWord.done, order);
      Atomics.notify(words, orderWord.done);
    }
  } finally {
    Atomics.store(words, orderWord.state, threadState.gone);
    Atomics.store(words, orderWord.done, NEVER);
    Atomics.notify(words, orderWord.done);
  }
}
