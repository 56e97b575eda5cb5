/**
 * The loop at the heart of in-line phase retrieval, propagate – constrain – propagate, beside the same loop in C with
 * FFTW (FFTW_MEASURE, native code, one thread each), taking turns; then whole retrievals:
 * `node bench/performance/inline-loop.ts [--loop-only]`. Needs a C compiler and libfftw3-dev. On a busy machine the
 * minima are the better measure.
 */
import { readFileSync } from 'node:fs';
import { retrieve } from '../../src/core/inline/retrieve/retrieve.ts';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { COLS, FftwLoop, OwnLoop, PITCH, ROWS, solverMilliseconds, WAVELENGTH, Z } from './plain-loop.ts';

const ITERATIONS = 10;
const ROUNDS = 10;
const PHOTOELECTRONS = 10_000;

const wasm = readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(new Uint8Array(wasm));

const least = (times: number[]) => Math.min(...times);
const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!;

async function compareLoops(): Promise<void> {
  using fftw = new FftwLoop();
  const own = await OwnLoop.load();
  const check = [own.run(ITERATIONS).squares, (await fftw.run(ITERATIONS)).squares] as const;
  if (!(Math.abs(check[0] / check[1] - 1) < 1e-4))
    throw new Error(`the loops differ: ${check.join(' and ')}`);
  const times: Record<'plain' | 'solver' | 'theirs', number[]> = { plain: [], solver: [], theirs: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.plain.push(own.run(ITERATIONS).milliseconds / ITERATIONS);
    times.theirs.push((await fftw.run(ITERATIONS)).milliseconds / ITERATIONS);
    times.solver.push(solverMilliseconds(kernels, ITERATIONS) / ITERATIONS);
  }
  console.log(`Milliseconds per iteration, ${COLS} × ${ROWS}, ${ROUNDS} × ${ITERATIONS} iterations.\n`);
  console.log(
    '| | the loop, Leith | FFTW and C | ratio | the solver’s own loop | ratio |\n|---|---|---|---|---|---|',
  );
  for (const [name, of] of Object.entries({ least, median })) {
    const [a, b, c] = [of(times.plain), of(times.theirs), of(times.solver)];
    const cells = [a.toFixed(1), b.toFixed(1), (a / b).toFixed(2), c.toFixed(1), (c / b).toFixed(2)];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

function timeRetrieval(rows: number, cols: number, kind: 'cells' | 'absorbing-chart'): void {
  const { hologram } = simulate(kernels, {
    mode: 'inline',
    object: { kind },
    width_px: cols,
    height_px: rows,
    wavelength_um: WAVELENGTH,
    pixel_pitch_um: PITCH,
    z_mm: Z / 1000,
    photoelectrons: PHOTOELECTRONS,
    bit_depth: 32,
    background: false,
  });
  using scope = kernels.scope();
  const amplitude = scope.real(rows, cols);
  const values = kernels.floats(amplitude.ptr, rows * amplitude.pitch);
  hologram.samples.forEach((electrons, i) => {
    values[Math.floor(i / cols) * amplitude.pitch + (i % cols)] = Math.sqrt(electrons / PHOTOELECTRONS);
  });
  const sampling = { pitchX: PITCH, pitchY: PITCH };
  const noiseSigma = 0.5 / Math.sqrt(PHOTOELECTRONS);
  const input = { frames: [{ amplitude, z: Z }], rows, cols, sampling, wavelength: WAVELENGTH, noiseSigma };
  const start = performance.now();
  const { iterations, dataMisfit } = retrieve(kernels, scope, input);
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  console.log(`| ${kind}, ${cols} × ${rows} | ${seconds} | ${iterations} | ${dataMisfit.toFixed(2)} |`);
}

await compareLoops();
if (!process.argv.includes('--loop-only')) {
  console.log('\n| retrieval | s | iterations at full size | misfit |\n|---|---|---|---|');
  for (const kind of ['cells', 'absorbing-chart'] as const) {
    timeRetrieval(512, 512, kind);
    timeRetrieval(ROWS, COLS, kind);
  }
}
