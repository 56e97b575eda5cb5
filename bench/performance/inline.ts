/**
 * What an in-line reconstruction of 1920 × 1080 pixels costs, in units of 100 iterations of propagate – constrain –
 * propagate: `node bench/performance/inline.ts [rounds] [sample]`. The loop, ours and FFTW's, the solver and the whole default
 * reconstruction with its search for the focus take turns, one thread each; ratios are of the least times. One round takes two minutes.
 */
import { readFileSync } from 'node:fs';
import { inlineUncertainty } from '../../src/core/inline/uncertainty/inline-uncertainty.ts';
import { retrieve } from '../../src/core/inline/retrieve/retrieve.ts';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { COLS, FftwLoop, OwnLoop, PITCH, ROWS, WAVELENGTH, Z } from './plain-loop.ts';

/** measured at a time, and how many times that is stated */
const ITERATIONS = 25;
const STATED = 4;
const rounds = Number(process.argv[2] ?? 1);
const PHOTOELECTRONS = 10_000;
const wasm = readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(new Uint8Array(wasm));

const objects = {
  'weak absorbers': { kind: 'cells', phase_rad: 0, transmission: 0.7 },
  'absorbing chart': { kind: 'absorbing-chart', transmission: 0.1 },
  'phase, 0.8 rad': { kind: 'cells', phase_rad: 0.8, transmission: 1 },
  'mixed, 1.5 rad': { kind: 'cells', phase_rad: 1.5, transmission: 0.9 },
} as const;

interface Solve {
  readonly retrieval: number;
  readonly uncertainty: number;
  /** longest time between two calls of onIteration, or before the first or after the last one */
  readonly longestGap: number;
  readonly iterations: number;
}

function frameOf(object: (typeof objects)[keyof typeof objects]) {
  const size = { width_px: COLS, height_px: ROWS, wavelength_um: WAVELENGTH, pixel_pitch_um: PITCH };
  const camera = { photoelectrons: PHOTOELECTRONS, bit_depth: 32, background: false } as const;
  return simulate(kernels, { mode: 'inline', object, z_mm: Z / 1000, ...size, ...camera }).hologram;
}

type Frame = ReturnType<typeof frameOf>;

function solve(frame: Frame): Solve {
  using scope = kernels.scope();
  const amplitude = scope.real(ROWS, COLS);
  const values = kernels.floats(amplitude.ptr, ROWS * amplitude.pitch);
  frame.samples.forEach((electrons, i) => {
    values[Math.floor(i / COLS) * amplitude.pitch + (i % COLS)] = Math.sqrt(electrons / PHOTOELECTRONS);
  });
  const sampling = { pitchX: PITCH, pitchY: PITCH };
  const optics = { rows: ROWS, cols: COLS, sampling, wavelength: WAVELENGTH };
  const noiseSigma = 0.5 / Math.sqrt(PHOTOELECTRONS);
  const start = performance.now();
  let last = start;
  let longestGap = 0;
  const lap = () => {
    const now = performance.now();
    longestGap = Math.max(longestGap, now - last);
    last = now;
  };
  const input = { frames: [{ amplitude, z: Z }], noiseSigma, probe: true, undoesPull: true, ...optics };
  const retrieval = retrieve(kernels, scope, input, { onIteration: lap });
  lap();
  const { iterations } = retrieval;
  inlineUncertainty(kernels, retrieval, optics, [Z]);
  return { retrieval: last - start, uncertainty: performance.now() - last, longestGap, iterations };
}

const recipe = parseRecipe({
  ...{ holography_mode: 'inline', wavelength_um: WAVELENGTH, pixel_pitch_um: PITCH },
});

/** Milliseconds of each stage, of all, and the longest without news. */
function whole(hologram: Frame): Map<string, number> {
  const times = new Map<string, number>();
  const start = performance.now();
  let [last, stage, longestGap] = [start, 'normalise', 0];
  const lap = (next: string) => {
    const now = performance.now();
    times.set(stage, (times.get(stage) ?? 0) + now - last);
    longestGap = Math.max(longestGap, now - last);
    [last, stage] = [now, next];
  };
  reconstruct(kernels, { hologram, background: null }, recipe, lap);
  lap('');
  times.set('all', performance.now() - start);
  return times.set('longest without news', longestGap);
}

const least = (times: readonly number[]) => Math.min(...times);
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

using fftw = new FftwLoop();
const chosen = process.argv[3];
const frames = Object.entries(objects)
  .filter(([name]) => !chosen || name === chosen)
  .map(([name, object]) => [name, frameOf(object)] as const);
const loops: { own: number; fftw: number }[] = [];
const solves = new Map<string, Solve[]>(frames.map(([name]) => [name, []]));
const wholes = new Map<string, Map<string, number>[]>(frames.map(([name]) => [name, []]));
const ownLoop = await OwnLoop.load();
ownLoop.run(10);
await fftw.run(10);
for (let round = 0; round < rounds; round++)
  for (const [name, frame] of frames) {
    const own = STATED * ownLoop.run(ITERATIONS).milliseconds;
    loops.push({ own, fftw: STATED * (await fftw.run(ITERATIONS)).milliseconds });
    solves.get(name)!.push(solve(frame));
    wholes.get(name)!.push(whole(frame));
  }

const own = least(loops.map((loop) => loop.own));
const theirs = least(loops.map((loop) => loop.fftw));
console.log(
  `${COLS} × ${ROWS}, ${STATED * ITERATIONS} iterations of the loop, least of ${loops.length} runs.\n`,
);
console.log(line(['', 'Leith, s', 'FFTW and C, s', 'ratio']));
console.log('|---|---|---|---|');
console.log(line(['loop', seconds(own), seconds(theirs), (own / theirs).toFixed(2)]));
console.log(`\nLeast of ${rounds} runs; "loops" are FFTW's.\n`);
const head = ['sample', 'phase retrieval, s', 'iterations at full size', 'loops', 'uncertainty, s'];
console.log(line([...head, 'longest without news, s']));
console.log(`|${'---|'.repeat(6)}`);
for (const [name, runs] of solves) {
  const time = least(runs.map((run) => run.retrieval));
  const cells = [seconds(time), String(runs[0]!.iterations), (time / theirs).toFixed(2)];
  const uncertainty = seconds(least(runs.map((run) => run.uncertainty)));
  console.log(line([name, ...cells, uncertainty, seconds(least(runs.map((run) => run.longestGap)))]));
}
const stages = [...wholes.values().next().value![0]!.keys()];
console.log(`\nThe whole default reconstruction, distance not given, s.\n`);
console.log(line(['sample', ...stages, 'all, in loops']));
console.log(`|${'---|'.repeat(stages.length + 2)}`);
for (const [name, runs] of wholes) {
  const of = (stage: string) => least(runs.map((times) => times.get(stage) ?? 0));
  console.log(line([name, ...stages.map((stage) => seconds(of(stage))), (of('all') / theirs).toFixed(2)]));
}
