/**
 * Propagate – constrain – propagate at 1920 × 1080, the loop at the heart of in-line phase retrieval: ours, and the same
 * in C with FFTW (FFTW_MEASURE, native code), which needs a C compiler and libfftw3-dev. One thread each.
 */
import {
  bytesPerRow,
  type BytePitch,
  type ComplexAt,
  type Count,
  type PlanAt,
  type RealAt,
  type ScratchAt,
} from '../../src/core/kernel/addresses.ts';
import type { CompiledKernels } from '../../src/core/kernel/compiled.ts';
import { bytesIn, corner } from '../../src/core/kernel/plane.ts';
import { blocksOf, floatsIn, quadsOf, SAMPLE_BYTES } from '../../src/core/kernel/complex-layout.ts';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fftRows } from '../../src/core/fft/fft2.ts';
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

/** What only `kernels/bench/plain-loop.ts` has. */
interface PlainRows {
  plainSensorRows(
    plan: PlanAt,
    field: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    quads: Count,
    amplitude: RealAt,
    amplitudePitch: BytePitch,
    scratch: ScratchAt,
  ): void;
  plainSampleRows(
    plan: PlanAt,
    field: ComplexAt,
    pitchBytes: BytePitch,
    rows: Count,
    quads: Count,
    more: boolean,
    scratch: ScratchAt,
  ): void;
}

const BLOCKS = { first: 0, end: blocksOf(COLS) };
/** The transfer function of both loops. */
const TRANSFER = {
  ...{ stepX: 1 / (COLS * PITCH), stepY: 1 / (ROWS * PITCH), wavelength: WAVELENGTH, z: Z },
  ...{ limitX: 1, limitY: 1, first: 0, end: ROWS },
};

/** The loop on our transforms: the product's kernels, and two row sweeps compiled for this comparison. */
export class OwnLoop {
  readonly #kernels: Kernels;
  readonly #rows: PlainRows;

  private constructor(compiled: CompiledKernels & PlainRows) {
    this.#kernels = new Kernels(compiled);
    this.#rows = compiled;
  }

  static async load(): Promise<OwnLoop> {
    const { instance } = await WebAssembly.instantiate(await compileKernels('bench/plain-loop.ts'), {});
    return new OwnLoop(instance.exports as unknown as CompiledKernels & PlainRows);
  }

  run(iterations: number): LoopTime {
    const kernels = this.#kernels;
    const { wasm } = kernels;
    using scope = kernels.scope();
    const [field, transfer] = [scope.complex(ROWS, COLS), scope.complex(ROWS, COLS)];
    const { ptr, pitchBytes } = field;
    const quads = quadsOf(COLS);
    wasm.retrieveOnes(field);
    const amplitude = scope.real(ROWS, COLS);
    let state = 1;
    kernels.floats(amplitude.ptr, ROWS * COLS).forEach((_, i, values) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      values[i] = 0.9 + 0.2 * ((state >>> 8) / 2 ** 24);
    });
    wasm.applyTransfer(null, transfer, TRANSFER);
    const packed = scope.quads(wasm.packedTransferBytes(ROWS, blocksOf(COLS)) / SAMPLE_BYTES);
    wasm.packTransfer(transfer, packed);
    const plans = FftPlans.of(kernels);
    const [along, down] = [plans.row(COLS)!, plans.lines(ROWS)];
    const rowScratch = scope.scratch(wasm.rowScratchBytes(along));
    const columnScratch = scope.scratch(wasm.propagateColumnsScratchBytes(down));
    const propagate = () => wasm.propagateColumns(down, field, packed, field, columnScratch, BLOCKS);
    const start = performance.now();
    fftRows(kernels, field);
    for (let i = 0; i < iterations; i++) {
      propagate();
      this.#rows.plainSensorRows(
        along,
        ptr,
        pitchBytes,
        ROWS,
        quads,
        amplitude.ptr,
        bytesPerRow(amplitude),
        rowScratch,
      );
      propagate();
      this.#rows.plainSampleRows(along, ptr, pitchBytes, ROWS, quads, i + 1 < iterations, rowScratch);
    }
    const milliseconds = performance.now() - start;
    const squares = kernels.floats(ptr, floatsIn(field)).reduce((sum, part) => sum + part * part, 0);
    return { milliseconds, squares };
  }
}

/** Milliseconds of some iterations of the solver's own four sweeps, with no step of the total variation. */
export function solverMilliseconds(kernels: Kernels, iterations: number): number {
  const { wasm } = kernels;
  using scope = kernels.scope();
  const plane = () => scope.complex(ROWS, COLS);
  const [field, transfer, x, point, estimate] = [plane(), plane(), plane(), plane(), plane()];
  const dual = scope.complex(2 * ROWS, COLS);
  for (const a of [field, x, point, estimate]) wasm.retrieveOnes(a);
  wasm.fillBytes(dual.ptr, { value: 0, bytes: bytesIn(dual) });
  const amplitude = scope.real(ROWS, COLS);
  let state = 1;
  kernels.floats(amplitude.ptr, ROWS * COLS).forEach((_, i, values) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[i] = 0.9 + 0.2 * (state / 2 ** 32);
  });
  wasm.applyTransfer(null, transfer, TRANSFER);
  const packed = scope.quads(wasm.packedTransferBytes(ROWS, blocksOf(COLS)) / SAMPLE_BYTES);
  wasm.packTransfer(transfer, packed);
  const plans = FftPlans.of(kernels);
  const [along, down] = [plans.row(COLS)!, plans.lines(ROWS)];
  const [rowScratch, columnScratch] = [
    scope.scratch(wasm.retrieveStepScratchBytes(along, 0)),
    scope.scratch(wasm.propagateColumnsScratchBytes(down)),
  ];
  const [sensor, sums, seam] = [scope.integers(4), scope.doubles(3 * ROWS), scope.scratch(0)];
  kernels.integers(sensor, 4).set([0, 0, ROWS, quadsOf(COLS)]);
  const propagate = () => wasm.propagateColumns(down, field, packed, field, columnScratch, BLOCKS);
  const p = corner(dual, ROWS, COLS);
  const all = { first: 0, end: ROWS };
  const still = { lambda: 0, absorbs: false, sigma: 0, steps: 0, momentum: 0, ...all, closes: false };
  const start = performance.now();
  fftRows(kernels, field);
  for (let i = 0; i < iterations; i++) {
    propagate();
    const data = { momentum: 0, weight: 1, ...all };
    wasm.retrieveResidual(along, field, sensor, amplitude, estimate, sums, rowScratch, data);
    propagate();
    wasm.retrieveStep(along, field, p, x, point, field, seam, sums, rowScratch, still);
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
