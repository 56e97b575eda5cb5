import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { secondThreadMs, startSecondThread } from '../../cli/second-thread.ts';
import { freshKernels } from '../../../test/load-kernels.ts';
import { startedAtOnce } from '../../../test/started-thread.ts';
import { floatsIn } from './complex-layout.ts';
import type { Kernels } from './kernels.ts';
import { sharedForm } from './shared-form.ts';
import { orderWord, threadState, type SharedKernels } from './follow-orders.ts';
import type { StartThread } from './second-thread.ts';

const MEBIBYTE = 1024 * 1024;
/** More than what a second thread is not asked for. */
const MUCH = 64 * MEBIBYTE;
const [ROWS, COLS] = [128, 256];

let kernels: Kernels;
beforeAll(async () => {
  kernels = await freshKernels();
});
afterEach(() => {
  kernels.startThread = null;
  kernels.mayStartThread = () => true;
});

const wordsOf = ({ orders }: SharedKernels) => new Int32Array(orders);

/** Waits until the thread is there, and hands out what it shares. */
function begun(start: StartThread = startSecondThread): { start: StartThread; shared: () => SharedKernels } {
  let known: SharedKernels | null = null;
  return {
    start: (shared) => {
      known = shared;
      return startedAtOnce(start)(shared);
    },
    shared: () => known!,
  };
}

/** A plane of ones is doubled in parts; what is done twice is seen. @returns how many times each half was doubled */
function doubled(times: number, between: () => void = () => {}): { halves: number[]; parts: number } {
  let parts = 0;
  const halves = kernels.aside(MUCH, (other) => {
    using scope = other.scope();
    const field = scope.complex(ROWS, COLS);
    other.wasm.retrieveOnes(field);
    for (let k = 0; k < times; k++) {
      const all = other.parts({ first: 0, end: ROWS }, ROWS * COLS);
      parts = all.length;
      other.atOnce(all, (wasm, { first, end }) => {
        const ptr = (field.ptr + first * field.pitchBytes) as typeof field.ptr;
        wasm.multiplyField({ ...field, ptr, rows: end - first }, { ur: k % 2 ? 0.5 : 2, ui: 0 });
      });
      between();
    }
    const values = other.floats(field.ptr, floatsIn(field));
    return [0, values.length / 2].map((at) => values[at]!);
  });
  return { halves, parts };
}

describe('a second thread', () => {
  it('does the other half, once for each order, however often and late it is woken', () => {
    const { start, shared } = begun();
    kernels.startThread = start;
    let woken = 0;
    const wake = () => {
      // until it waits, which it does not before it gets to run
      for (const end = performance.now() + 1000; performance.now() < end;) {
        if (Atomics.notify(wordsOf(shared()), orderWord.order) === 0) continue;
        woken += 1;
        break;
      }
    };
    const { halves, parts } = doubled(301, wake);
    expect(woken).toBe(301);
    expect(parts).toBe(2);
    expect(halves).toEqual([2, 2]);
    expect(wordsOf(shared())[orderWord.state]).not.toBe(0);
  });

  it('is not asked while the machine has no room for it, and again when it has', () => {
    const start = vi.fn(begun().start);
    kernels.startThread = start;
    kernels.mayStartThread = () => false;
    kernels.keptBytes = 0;
    expect(doubled(3)).toEqual({ halves: [2, 2], parts: 1 });
    expect(start).not.toHaveBeenCalled();
    kernels.keptBytes = Infinity;
    let asked = 0;
    kernels.mayStartThread = () => (asked += 1) % 2 === 1;
    const { halves } = doubled(7);
    expect(halves).toEqual([2, 2]);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('is asked no more by what is done later with the kernels that it helped', () => {
    kernels.startThread = begun().start;
    const partsOf = (other: Kernels) => other.parts({ first: 0, end: ROWS }, ROWS * COLS).length;
    const later = kernels.aside(MUCH, (other) => {
      expect(partsOf(other)).toBe(2);
      return () => partsOf(other);
    });
    expect(later()).toBe(1);
  });

  it('says what it has used of the processor, also once it is gone', () => {
    const before = secondThreadMs();
    kernels.startThread = begun().start;
    expect(doubled(1).halves).toEqual([2, 2]);
    const used = secondThreadMs() - before;
    expect(used).toBeGreaterThan(0);
    kernels.startThread = begun().start;
    doubled(1);
    expect(secondThreadMs() - before).toBeGreaterThan(used);
  });

  it('ends by itself with what it was needed for', async () => {
    let ended: Promise<unknown> | null = null;
    const { start, shared } = begun((workerData) => {
      const started = { workerData: { shared: workerData, spent: new SharedArrayBuffer(8) } };
      const thread = new Worker(new URL('../../cli/order-follower.ts', import.meta.url), started);
      ended = once(thread, 'exit');
      return { [Symbol.dispose]: () => {} };
    });
    kernels.startThread = start;
    expect(doubled(1).halves).toEqual([2, 2]);
    expect(await ended).toEqual([0]);
    expect(wordsOf(shared())[orderWord.state]).toBe(threadState.gone);
  });

  it('is done without where the system lends no memory to share', () => {
    const start = vi.fn(startSecondThread);
    kernels.startThread = start;
    vi.spyOn(WebAssembly, 'Memory').mockImplementation(() => refused('could not allocate memory'));
    expect(doubled(3)).toEqual({ halves: [2, 2], parts: 1 });
    vi.restoreAllMocks();
    expect(start).not.toHaveBeenCalled();
  });

  it.each([
    ['that can not start', () => new Worker('throw new Error("no room")', { eval: true })],
    ['that dies', (shared: SharedKernels) => dying(shared)],
    ['that the system refuses', () => refused('EAGAIN')],
  ])('%s leaves all to the first one, from the beginning', (_, made) => {
    const start = vi.fn((shared: SharedKernels) => {
      const thread = made(shared);
      thread.on('error', () => {});
      return { [Symbol.dispose]: () => void thread.terminate() };
    });
    kernels.startThread = _ === 'that dies' ? begun(start).start : start;
    expect(doubled(5).halves).toEqual([2, 2]);
    expect(start).toHaveBeenCalled();
  });
});

function refused(why: string): never {
  throw new Error(why);
}

/** Says that it is there, takes an order, and ends as one does that fails in the middle of it. */
function dying(shared: SharedKernels): Worker {
  const code = `
    const words = new Int32Array(require('node:worker_threads').workerData);
    Atomics.store(words, ${orderWord.state}, ${threadState.ready});
    Atomics.wait(words, ${orderWord.order}, 0);
    Atomics.store(words, ${orderWord.state}, ${threadState.gone});
    Atomics.store(words, ${orderWord.done}, -1);
    Atomics.notify(words, ${orderWord.done});`;
  return new Worker(code, { eval: true, workerData: shared.orders });
}

describe('the shared form', () => {
  const wasm = new Uint8Array(readFileSync(new URL('../../../kernels/kernels.wasm', import.meta.url)));

  it('has the same code and data, and imports its memory', () => {
    const { bytes, initial, maximum } = sharedForm(wasm);
    const module = new WebAssembly.Module(bytes);
    expect(WebAssembly.Module.imports(module)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
    expect(WebAssembly.Module.exports(module)).toEqual(
      WebAssembly.Module.exports(new WebAssembly.Module(wasm)),
    );
    const memory = new WebAssembly.Memory({ initial, maximum, shared: true });
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    expect((exports['sin'] as (x: number) => number)(1)).toBe(kernels.wasm.sin(1));
    // from the code on nothing differs
    const tail = 100_000;
    expect(bytes.subarray(-tail)).toEqual(wasm.subarray(-tail));
  });

  it('is refused to what has no memory of its own, such as itself', () => {
    expect(() => sharedForm(sharedForm(wasm).bytes)).toThrow('memory of its own');
  });
});
