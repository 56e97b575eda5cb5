/**
 * What a second thread gains of one in-line frame of 1920 × 1080 pixels: `node bench/performance/inline-threads.ts [rounds]`.
 * The whole reconstruction by one thread and by two in turns, with its distance given and with the search for it, as the
 * command line does both. Times are the least; that all maps are the same bits is checked.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startSecondThread } from '../../src/cli/second-thread.ts';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { COLS, PITCH, ROWS, WAVELENGTH, Z } from './plain-loop.ts';

const rounds = Number(process.argv[2] ?? 3);
/** between two runs, in which the thread of the last one ends */
const PAUSE_MS = 200;
const objects = {
  'weak absorbers': { kind: 'cells', phase_rad: 0, transmission: 0.7 },
  'phase, 0.8 rad': { kind: 'cells', phase_rad: 0.8, transmission: 1 },
} as const;
const kernels = await Kernels.load(
  new Uint8Array(readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url))),
);

function frameOf(object: (typeof objects)[keyof typeof objects]) {
  const size = { width_px: COLS, height_px: ROWS, wavelength_um: WAVELENGTH, pixel_pitch_um: PITCH };
  const camera = { photoelectrons: 10_000, bit_depth: 32, background: false } as const;
  return simulate(kernels, { mode: 'inline', object, z_mm: Z / 1000, ...size, ...camera }).hologram;
}

/** All numbers of a result, in an order that does not change. */
function addTo(hash: ReturnType<typeof createHash>, value: unknown): void {
  if (ArrayBuffer.isView(value)) {
    hash.update(new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength));
  } else if (value && typeof value === 'object') {
    for (const [name, part] of Object.entries(value)) {
      hash.update(name);
      addTo(hash, part);
    }
  } else hash.update(String(value));
}

interface Run {
  readonly all: number;
  readonly retrieval: number;
  readonly focus: number;
  readonly processor: number;
  readonly digest: string;
}

function run(hologram: ReturnType<typeof frameOf>, given: boolean, threads: 1 | 2): Run {
  kernels.startThread = threads === 2 ? startSecondThread : null;
  const recipe = parseRecipe({
    ...{ holography_mode: 'inline', wavelength_um: WAVELENGTH, pixel_pitch_um: PITCH },
    ...(given ? { z_mm: Z / 1000 } : {}),
  });
  const [start, used] = [performance.now(), process.cpuUsage()];
  const stages = new Map<string, number>();
  let [last, stage] = [start, 'normalise'];
  const result = reconstruct(kernels, { hologram, background: null }, recipe, (next) => {
    const now = performance.now();
    stages.set(stage, (stages.get(stage) ?? 0) + now - last);
    [last, stage] = [now, next];
  });
  const all = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  const hash = createHash('sha256');
  addTo(hash, result);
  return {
    ...{ all, retrieval: stages.get('retrieval')!, focus: stages.get('focus')! },
    ...{ processor: (user + system) / 1000, digest: hash.digest('hex') },
  };
}

const least = (runs: readonly Run[], of: 'all' | 'retrieval' | 'focus' | 'processor') =>
  Math.min(...runs.map((one) => one[of]));
const seconds = (ms: number) => (ms / 1000).toFixed(2);
const perPixel = (ms: number) => ((1000 * ms) / (ROWS * COLS)).toFixed(2);

console.log(`Least of ${rounds} runs each, one thread / two; the same bits.\n`);
const heads = [
  'focus, s',
  'retrieval, s',
  'retrieval, µs a pixel',
  'all, s',
  'all, µs a pixel',
  'times as fast',
];
console.log(`| sample | distance | ${heads.join(' | ')} | processor time, s |`);
console.log(`|${'---|'.repeat(heads.length + 3)}`);
for (const [name, object] of Object.entries(objects)) {
  const hologram = frameOf(object);
  for (const given of [true, false]) {
    const [one, two]: [Run[], Run[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      for (const threads of [1, 2] as const) {
        (threads === 1 ? one : two).push(run(hologram, given, threads));
        await pause(PAUSE_MS);
      }
    }
    if (new Set([...one, ...two].map(({ digest }) => digest)).size > 1)
      throw new Error(`${name}: one thread and two make different results`);
    const both = (show: (runs: readonly Run[]) => string) => `${show(one)} / ${show(two)}`;
    const cells = [
      both((runs) => seconds(least(runs, 'focus'))),
      both((runs) => seconds(least(runs, 'retrieval'))),
      both((runs) => perPixel(least(runs, 'retrieval'))),
      both((runs) => seconds(least(runs, 'all'))),
      both((runs) => perPixel(least(runs, 'all'))),
      (least(one, 'all') / least(two, 'all')).toFixed(2),
      both((runs) => seconds(least(runs, 'processor'))),
    ];
    console.log(`| ${name} | ${given ? 'given' : 'searched'} | ${cells.join(' | ')} |`);
  }
}
