/**
 * The loop at the heart of in-line phase retrieval, propagate – constrain – propagate, beside the same loop in C with
 * FFTW (FFTW_MEASURE, native code, one thread each), taking turns; then whole retrievals:
 * `node bench/performance/inline-loop.ts [--loop-only]`. Needs a C compiler and libfftw3-dev. On a busy machine the
 * minima are the better measure.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fftRows } from '../../src/core/fft/fft.ts';
import { FftPlans } from '../../src/core/fft/plans.ts';
import { retrieve } from '../../src/core/inline/retrieve.ts';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';

const [ROWS, COLS] = [1080, 1920];
const ITERATIONS = 10;
const ROUNDS = 10;
const [WAVELENGTH, PITCH, Z] = [0.532, 2.2, 1500];
const PHOTOELECTRONS = 10_000;

const wasm = readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(new Uint8Array(wasm));
const { run } = kernels;

/** Milliseconds of `ITERATIONS` of our loop: the solver's own four sweeps, with no step of the total variation. */
function ours(): number {
  using scope = kernels.scope();
  const plane = () => scope.complex(ROWS, COLS);
  const [field, transfer, x, point, estimate] = [plane(), plane(), plane(), plane(), plane()];
  const dual = scope.complex(2 * ROWS, COLS);
  const { ptr, pitchBytes } = field;
  for (const a of [field, x, point, estimate]) run.retrieveOnes(a.ptr, pitchBytes, ROWS);
  run.fillBytes(dual.ptr, 0, 2 * ROWS * pitchBytes);
  const amplitude = scope.real(ROWS, COLS);
  let state = 1;
  kernels.floats(amplitude.ptr, ROWS * COLS).forEach((_, i, values) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[i] = 0.9 + 0.2 * (state / 2 ** 32);
  });
  const steps = [1 / (COLS * PITCH), 1 / (ROWS * PITCH)] as const;
  run.applyTransfer(0, transfer.ptr, ROWS, COLS, pitchBytes, ...steps, WAVELENGTH, Z, 1, 1);
  const blocks = COLS / 16;
  const packed = scope.block(run.packedTransferBytes(ROWS, blocks));
  run.packTransfer(transfer.ptr, pitchBytes, ROWS, blocks, packed);
  const plans = FftPlans.of(kernels);
  const [along, down] = [plans.row(COLS), plans.lines(ROWS)];
  const [rowScratch, columnScratch] = [
    scope.block(run.retrieveStepScratchBytes(along, 0)),
    scope.block(run.propagateColumnsScratchBytes(down)),
  ];
  const [sensor, sums] = [scope.block(16), scope.block(32)];
  new Uint32Array(run.memory.buffer, sensor, 4).set([0, 0, ROWS, COLS / 4]);
  const propagate = () => run.propagateColumns(down, ptr, pitchBytes, blocks, packed, ptr, columnScratch);
  const size = [pitchBytes, ROWS, COLS / 4] as const;
  const measured = [sensor, amplitude.ptr, amplitude.pitch * 4, estimate.ptr, estimate.pitchBytes] as const;
  const planes = [ptr, dual.ptr, x.ptr, point.ptr, ptr, ...size] as const;
  const start = performance.now();
  fftRows(kernels, field);
  for (let i = 0; i < ITERATIONS; i++) {
    propagate();
    run.retrieveResidual(along, ptr, ...size, ...measured, 0, 1, rowScratch);
    propagate();
    run.retrieveStep(along, ...planes, 0, 0, 0, 0, sums, rowScratch);
  }
  return performance.now() - start;
}

/** FFTW in a process of its own that waits until asked. */
class FftwLoop implements Disposable {
  readonly #process;
  readonly #lines;

  constructor() {
    const build = fileURLToPath(new URL('../build/', import.meta.url));
    mkdirSync(build, { recursive: true });
    const source = fileURLToPath(new URL('inline-loop.c', import.meta.url));
    const program = `${build}inline-loop`;
    execFileSync('cc', ['-O3', '-march=native', '-ffast-math', source, '-o', program, '-lfftw3f', '-lm']);
    this.#process = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  async time(): Promise<number> {
    this.#process.stdin.write(`${ROWS} ${COLS} ${ITERATIONS}\n`);
    return Number((await this.#lines.next()).value);
  }

  [Symbol.dispose](): void {
    this.#process.stdin.end();
  }
}

const least = (times: number[]) => Math.min(...times);
const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!;

async function compareLoops(): Promise<void> {
  using fftw = new FftwLoop();
  const [own, theirs]: [number[], number[]] = [[], []];
  for (let round = -1; round < ROUNDS; round++) {
    const times = [ours(), await fftw.time()] as const;
    if (round < 0) continue;
    own.push(times[0] / ITERATIONS);
    theirs.push(times[1] / ITERATIONS);
  }
  console.log(`Milliseconds per iteration, ${COLS} × ${ROWS}, ${ROUNDS} × ${ITERATIONS} iterations.\n`);
  console.log('| | Leith | FFTW and C | ratio |\n|---|---|---|---|');
  for (const [name, of] of Object.entries({ least, median })) {
    const [a, b] = [of(own), of(theirs)];
    console.log(`| ${name} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(a / b).toFixed(2)} |`);
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
