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
import { compileKernels } from '../../kernels/build.ts';
import { Kernels } from '../../src/core/kernel/kernels.ts';

export const [ROWS, COLS] = [1080, 1920];
export const [WAVELENGTH, PITCH, Z] = [0.532, 2.2, 1500];

/** What some iterations took, and what came out: the same on both sides but for rounding. */
export interface LoopTime {
  readonly milliseconds: number;
  /** Σ |u|² in the sample's plane */
  readonly squares: number;
}

interface PlainRows {
  plainSensorRows(
    plan: number,
    field: number,
    pitchBytes: number,
    rows: number,
    quads: number,
    amplitude: number,
    amplitudePitch: number,
    scratch: number,
  ): void;
  plainSampleRows(
    plan: number,
    field: number,
    pitchBytes: number,
    rows: number,
    quads: number,
    more: boolean,
    scratch: number,
  ): void;
}

/** The loop on our transforms: the product's kernels, and two row sweeps compiled for this comparison. */
export class OwnLoop {
  readonly #kernels: Kernels;

  private constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  static async load(): Promise<OwnLoop> {
    return new OwnLoop(await Kernels.load(await compileKernels('bench/plain-loop.ts')));
  }

  run(iterations: number): LoopTime {
    const kernels = this.#kernels;
    const run = kernels.run as Kernels['run'] & PlainRows;
    using scope = kernels.scope();
    const [field, transfer] = [scope.complex(ROWS, COLS), scope.complex(ROWS, COLS)];
    const { ptr, pitchBytes } = field;
    const quads = COLS / 4;
    run.retrieveOnes(ptr, pitchBytes, ROWS);
    const amplitude = scope.real(ROWS, COLS);
    let state = 1;
    kernels.floats(amplitude.ptr, ROWS * COLS).forEach((_, i, values) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      values[i] = 0.9 + 0.2 * ((state >>> 8) / 2 ** 24);
    });
    const steps = [1 / (COLS * PITCH), 1 / (ROWS * PITCH)] as const;
    run.applyTransfer(0, transfer.ptr, ROWS, COLS, pitchBytes, ...steps, WAVELENGTH, Z, 1, 1);
    const packed = scope.block(run.packedTransferBytes(ROWS, COLS / 16));
    run.packTransfer(transfer.ptr, pitchBytes, ROWS, COLS / 16, packed);
    const plans = FftPlans.of(kernels);
    const [along, down] = [plans.row(COLS), plans.lines(ROWS)];
    const rowScratch = scope.block(run.rowScratchBytes(along));
    const columnScratch = scope.block(run.propagateColumnsScratchBytes(down));
    const propagate = () =>
      run.propagateColumns(down, ptr, pitchBytes, COLS / 16, packed, ptr, columnScratch);
    const start = performance.now();
    fftRows(kernels, field);
    for (let i = 0; i < iterations; i++) {
      propagate();
      run.plainSensorRows(
        along,
        ptr,
        pitchBytes,
        ROWS,
        quads,
        amplitude.ptr,
        amplitude.pitch * 4,
        rowScratch,
      );
      propagate();
      run.plainSampleRows(along, ptr, pitchBytes, ROWS, quads, i + 1 < iterations, rowScratch);
    }
    const milliseconds = performance.now() - start;
    const squares = kernels.floats(ptr, (ROWS * pitchBytes) / 4).reduce((sum, part) => sum + part * part, 0);
    return { milliseconds, squares };
  }
}

/** Milliseconds of some iterations of the solver's own four sweeps, with no step of the total variation. */
export function solverMilliseconds(kernels: Kernels, iterations: number): number {
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
    run.retrieveStep(along, ...planes, 0, false, 0, 0, 0, sums, rowScratch);
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

  async run(iterations: number): Promise<LoopTime> {
    this.#process.stdin.write(`${ROWS} ${COLS} ${iterations}\n`);
    const [milliseconds, squares] = String((await this.#lines.next()).value)
      .split(' ')
      .map(Number);
    return { milliseconds: milliseconds!, squares: squares! };
  }

  [Symbol.dispose](): void {
    this.#process.stdin.end();
  }
}
