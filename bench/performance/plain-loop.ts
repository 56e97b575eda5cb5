/**
 * Propagate – constrain – propagate at 1920 × 1080, the loop at the heart of in-line phase retrieval: ours, and the same
 * in C with FFTW (FFTW_MEASURE, native code), which needs a C compiler and libfftw3-dev. One thread each.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fftRows } from '../../src/core/fft/fft.ts';
import { FftPlans } from '../../src/core/fft/plans.ts';
import type { Kernels } from '../../src/core/kernel/kernels.ts';

export const [ROWS, COLS] = [1080, 1920];
export const [WAVELENGTH, PITCH, Z] = [0.532, 2.2, 1500];

/** Milliseconds of some iterations of our loop: the solver's own four sweeps, with no step of the total variation. */
export function loopMilliseconds(kernels: Kernels, iterations: number): number {
  const { run } = kernels;
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
  for (let i = 0; i < iterations; i++) {
    propagate();
    run.retrieveResidual(along, ptr, ...size, ...measured, 0, 1, rowScratch);
    propagate();
    run.retrieveStep(along, ...planes, 0, 0, 0, 0, sums, rowScratch);
  }
  return performance.now() - start;
}

/** FFTW in a process of its own that waits until asked. */
export class FftwLoop implements Disposable {
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

  async milliseconds(iterations: number): Promise<number> {
    this.#process.stdin.write(`${ROWS} ${COLS} ${iterations}\n`);
    return Number((await this.#lines.next()).value);
  }

  [Symbol.dispose](): void {
    this.#process.stdin.end();
  }
}
