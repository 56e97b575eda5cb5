/**
 * What two threads could gain of an in-line reconstruction on this machine, if each did half of every iteration of the
 * retrieval and nothing were lost by it: `node bench/performance/inline-halves.ts [rounds]`. A frame of 1920 × 1080 on one
 * thread, and two threads that share nothing, with half of its rows each, take turns; times are divided by the samples of
 * the grids that are solved on. Then the share that each kernel has of a whole reconstruction.
 */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { RetrievalLevel } from '../../src/core/inline/retrieve/retrieval-level.ts';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';

const [COLS, ROWS] = [1920, 1080];
const ITERATIONS = 12;
/** kernels that are named */
const MOST = 4;
const wasm = new URL('../../kernels/kernels.wasm', import.meta.url);

interface Order {
  readonly rows: number;
}

interface Took {
  readonly milliseconds: number;
  readonly samples: number;
}

/** Iterations of the solver, as many whatever they find. */
async function solver(): Promise<(order: Order) => Took> {
  const kernels = await Kernels.load(new Uint8Array(readFileSync(wasm)));
  return ({ rows }) => {
    using scope = kernels.scope();
    const amplitude = scope.real(rows, COLS);
    let state = 1;
    kernels.floats(amplitude.ptr, rows * COLS).forEach((_, i, values) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      values[i] = 0.9 + 0.2 * (state / 2 ** 32);
    });
    const optics = { rows, cols: COLS, sampling: { pitchX: 1.67, pitchY: 1.67 }, wavelength: 0.53 };
    const level = new RetrievalLevel(kernels, scope, [{ amplitude, z: 1000 }], optics);
    level.begin();
    const start = performance.now();
    for (let k = 0; k < ITERATIONS; k++) {
      level.residual(0.5);
      level.advance(0.05, 0.5);
    }
    const milliseconds = performance.now() - start;
    return { milliseconds, samples: level.grid.rows * level.grid.cols };
  };
}

/** Nanoseconds a sample and iteration: of all that is solved, until the last is done. */
function perSample(all: readonly Took[]): number {
  const samples = all.reduce((sum, took) => sum + took.samples, 0);
  return (1e6 * Math.max(...all.map(({ milliseconds }) => milliseconds))) / (ITERATIONS * samples);
}

/** Which kernels a whole reconstruction spends its time in, and the share of each. */
async function shares(): Promise<readonly (readonly [string, number])[]> {
  const kernels = await Kernels.load(new Uint8Array(readFileSync(wasm)));
  const size = { width_px: COLS, height_px: ROWS, wavelength_um: 0.53, pixel_pitch_um: 1.67 };
  const object = { kind: 'cells', phase_rad: 0.8, transmission: 1 } as const;
  const camera = { photoelectrons: 10_000, bit_depth: 32, background: false } as const;
  const { hologram } = simulate(kernels, { mode: 'inline', object, z_mm: 1, ...size, ...camera });
  const took = new Map<string, number>();
  const calls = Object.getPrototypeOf(kernels.wasm) as Record<string, (...given: unknown[]) => unknown>;
  for (const name of Object.getOwnPropertyNames(calls).filter((name) => name !== 'constructor')) {
    const call = calls[name]!;
    calls[name] = function (...given) {
      const start = performance.now();
      const answer = call.apply(this, given);
      took.set(name, (took.get(name) ?? 0) + performance.now() - start);
      return answer;
    };
  }
  const recipe = parseRecipe({ holography_mode: 'inline', wavelength_um: 0.53, pixel_pitch_um: 1.67 });
  const start = performance.now();
  reconstruct(kernels, { hologram, background: null }, recipe, () => {});
  const all = performance.now() - start;
  const most = [...took].toSorted(([, one], [, other]) => other - one).slice(0, MOST);
  return most.map(([name, milliseconds]) => [name, milliseconds / all] as const);
}

async function main(): Promise<void> {
  const rounds = Number(process.argv[2] ?? 3);
  const threads = [1, 2].map(() => new Worker(new URL(import.meta.url)));
  await Promise.all(threads.map((thread) => once(thread, 'message')));
  const ask = async (thread: Worker, rows: number): Promise<Took> => {
    thread.postMessage({ rows } satisfies Order);
    return ((await once(thread, 'message')) as [Took])[0];
  };
  const [one, two]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    one.push(perSample([await ask(threads[0]!, ROWS)]));
    two.push(perSample(await Promise.all(threads.map((thread) => ask(thread, ROWS / 2)))));
  }
  const [alone, halves] = [Math.min(...one), Math.min(...two)];
  console.log('| an iteration, ns a sample of the grid | least |\n|---|---|');
  console.log(`| one thread | ${alone.toFixed(1)} |`);
  console.log(`| two threads, half each | ${halves.toFixed(1)} |`);
  console.log(`| times as fast | ${(alone / halves).toFixed(2)} |`);
  await Promise.all(threads.map((thread) => thread.terminate()));
  console.log('\n| kernel | share of a reconstruction, % |\n|---|---|');
  for (const [name, share] of await shares()) console.log(`| ${name} | ${(100 * share).toFixed(0)} |`);
}

if (isMainThread) await main();
else {
  const solve = await solver();
  parentPort!.on('message', (order: Order) => parentPort!.postMessage(solve(order)));
  parentPort!.postMessage('ready');
}
