import type { DoublesAt, PlanAt, ScratchAt } from '../../kernel/addresses.ts';
import { SAMPLE_BYTES } from '../../kernel/complex-layout.ts';
import { bytesIn, partOf, type ComplexPlane } from '../../kernel/plane.ts';
import { fft2, fftRows, ifft2 } from '../../fft/fft2.ts';
import { FftPlans } from '../../fft/plans.ts';
import type { KernelExports } from '../../kernel/exports.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { retrievalGrid, type RetrievalGrid } from '../optics/retrieval-grid.ts';
import { retrievalSettings, type RetrievalSettings } from './retrieval-settings.ts';
import { SensorModel, type Misfit, type OnWork, type RetrievalFrame } from './sensor-model.ts';
import { passPupil } from '../optics/transfer-plane.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';

/** Of a row: Σ |x − xold|², Σ |x − 1|² and Σ |Dx|. */
const SUMS = 3;

type SweepNumbers = Parameters<KernelExports['retrieveStep']>[9];

export interface LevelProgress {
  /** ‖x − xold‖ / ‖xold − 1‖ */
  readonly relativeChange: number;
  /** Σ |Dx| */
  readonly variation: number;
}

/** What a level goes on from. */
export interface LevelStart {
  /** of half the resolution */
  readonly coarse: RetrievalLevel;
  /** Gives its memory back: called as soon as its iterate is taken, before the rest of the finer level needs room. */
  readonly release: () => void;
}

/**
 * The retrieval problem at one resolution, and the solver's state: the iterate x, the extrapolated point at which the
 * gradient is taken, and the dual p of the total variation. All of it lives in the kernels' memory.
 */
export class RetrievalLevel {
  readonly grid: RetrievalGrid;
  readonly optics: SensorOptics;
  readonly settings: RetrievalSettings;
  readonly sensor: SensorModel;
  readonly x: ComplexPlane;
  /** 2·rows of the grid: the dual of the differences along rows above that along columns */
  readonly dual: ComplexPlane;
  readonly #kernels: Kernels;
  readonly #point: ComplexPlane;
  /** the rows of the point transformed; with several frames the columns too while they are propagated */
  readonly #spectrum: ComplexPlane;
  /** the step times the gradient, then the point less it */
  readonly #gradient: ComplexPlane;
  readonly #work: ComplexPlane;
  readonly #rowPlan: PlanAt;
  /** of each part of the rows that is worked on at once */
  readonly #scratch: readonly [ScratchAt, ScratchAt];
  /** what the lower part leaves for the upper one */
  readonly #seam: ScratchAt;
  /** of each row {@link SUMS} */
  readonly #sums: DoublesAt;

  constructor(
    kernels: Kernels,
    scope: Scope,
    frames: readonly RetrievalFrame[],
    optics: SensorOptics,
    onWork: OnWork = () => {},
    settings: RetrievalSettings = retrievalSettings,
    start: LevelStart | null = null,
  ) {
    const { wasm } = kernels;
    const distances = frames.map((frame) => frame.z);
    const grid = retrievalGrid(optics, distances);
    const plane = () => scope.complex(grid.rows, grid.cols);
    this.#kernels = kernels;
    this.grid = grid;
    this.optics = optics;
    this.settings = settings;
    [this.x, this.dual] = [plane(), scope.complex(2 * grid.rows, grid.cols)];
    wasm.retrieveOnes(this.x);
    wasm.fillBytes(this.dual.ptr, { value: 0, bytes: bytesIn(this.dual) });
    const gains = start && this.#take(start);
    onWork(optics.rows * optics.cols);
    this.sensor = new SensorModel(kernels, scope, frames, optics, grid, onWork, settings);
    if (gains) this.sensor.setGains(gains);
    // now, as these have room where transfer functions were made
    [this.#point, this.#spectrum] = [plane(), plane()];
    // one frame is propagated in place
    const several = frames.length > 1;
    this.#work = several ? plane() : this.#spectrum;
    this.#gradient = several ? plane() : this.#spectrum;
    this.#rowPlan = FftPlans.of(kernels).row(grid.cols)!;
    const { dualSteps } = settings.solver;
    const scratch = () => scope.scratch(wasm.retrieveStepScratchBytes(this.#rowPlan, dualSteps));
    this.#scratch = [scratch(), scratch()];
    this.#seam = scope.scratch(wasm.retrieveStepSeamBytes(this.#rowPlan, dualSteps));
    this.#sums = scope.doubles(SUMS * grid.rows);
  }

  /** Takes over the iterate of the level of half the resolution. @returns its gains */
  #take({ coarse, release }: LevelStart): readonly number[] {
    const place = { fromY: coarse.grid.firstRow, fromX: coarse.grid.firstCol };
    const to = { toY: this.grid.firstRow, toX: this.grid.firstCol };
    const double = (from: ComplexPlane, fine: ComplexPlane) =>
      this.#kernels.wasm.retrieveDouble(from, fine, { ...place, ...to });
    double(coarse.x, this.x);
    for (const half of [0, 1]) double(halfOf(coarse.dual, half), halfOf(this.dual, half));
    const { gains } = coarse.sensor;
    release();
    return gains;
  }

  /** Takes the step times the gradient of the data term at the point. @returns what the iterate misses */
  residual(momentum: number): Misfit {
    const { step } = this.settings.solver;
    return this.sensor.residual(this.#spectrum, this.#work, this.#gradient, momentum, step);
  }

  /** What the optics pass of the iterate. The solver can't go on afterwards. */
  passed(): ComplexPlane {
    const { pupil } = this.sensor;
    if (pupil === null) return this.x;
    const bytes = this.grid.rows * this.x.pitchBytes;
    this.#kernels.bytes(this.#point.ptr, bytes).set(this.#kernels.bytes(this.x.ptr, bytes));
    fft2(this.#kernels, this.#point);
    passPupil(this.#kernels, this.#point, this.optics, pupil);
    ifft2(this.#kernels, this.#point);
    return this.#point;
  }

  /** The iterate becomes the point to start from. */
  begin(): void {
    const bytes = this.grid.rows * this.x.pitchBytes;
    const iterate = this.#kernels.bytes(this.x.ptr, bytes);
    this.#kernels.bytes(this.#point.ptr, bytes).set(iterate);
    this.#kernels.bytes(this.#spectrum.ptr, bytes).set(iterate);
    fftRows(this.#kernels, this.#spectrum);
  }

  /**
   * From the point along the gradient, which `residual` took. Then the proximal step of λ · total variation and |x| ≤ 1, and
   * the next point beyond the new iterate.
   * @param absorbs whether x is real and from 0 to 1 as well
   */
  advance(lambda: number, momentum: number, absorbs = false): LevelProgress {
    const { step, dualStep, dualSteps: steps } = this.settings.solver;
    const weights = { lambda: step * lambda, sigma: dualStep / (step * lambda) };
    const numbers = { ...weights, absorbs, steps, momentum };
    const { rows, cols } = this.grid;
    const parts = this.#kernels.parts({ first: 0, end: rows }, rows * cols);
    this.#kernels.atOnce(parts, (wasm, part, k) =>
      this.#sweep(wasm, this.#scratch[k], { ...numbers, ...part, closes: false }),
    );
    if (parts.length > 1)
      this.#sweep(this.#kernels.wasm, this.#scratch[0], { ...numbers, ...parts[0]!, closes: true });
    const [change, contrast, variation] = this.#summed();
    return { relativeChange: Math.sqrt(change / Math.max(contrast, 1e-30)), variation };
  }

  #sweep(wasm: KernelExports, scratch: ScratchAt, numbers: SweepNumbers): void {
    const [plan, gradient, p, point] = [this.#rowPlan, this.#gradient, halfOf(this.dual, 0), this.#point];
    const [spectrum, seam, sums] = [this.#spectrum, this.#seam, this.#sums];
    wasm.retrieveStep(plan, gradient, p, this.x, point, spectrum, seam, sums, scratch, numbers);
  }

  /** In the order of the rows, however many threads they were swept by. */
  #summed(): readonly [number, number, number] {
    const { rows } = this.grid;
    const of = this.#kernels.doubles(this.#sums, SUMS * rows);
    let [change, contrast, variation] = [0, 0, 0];
    for (let at = 0; at < of.length; at += SUMS) {
      change += of[at]!;
      contrast += of[at + 1]!;
      variation += of[at + 2]!;
    }
    return [change, contrast, variation];
  }
}

/** The iterate, its dual of two, the point and the spectrum; of several frames the work and the gradient, too. */
const planesOf = (frames: number) => (frames > 1 ? 7 : 5);

/**
 * The most that a retrieval takes of the kernels' memory, which is while its finest level looks for what the optics pass:
 * complex planes of its grid and one more; the field; of each frame half a plane of its transfer function, what it is
 * estimated to be, its amplitude at all resolutions, and of several that without its offset and in its own light.
 */
export function retrievalBytes(frames: readonly RetrievalFrame[], optics: SensorOptics): number {
  const distances = frames.map((frame) => frame.z);
  const { rows, cols } = retrievalGrid(optics, distances);
  const [grid, sensor, several] = [rows * cols, optics.rows * optics.cols, frames.length > 1];
  const amplitudes = (4 / 3 + (several ? 2 : 0)) / 2;
  const perFrame = grid / 2 + (1 + amplitudes) * sensor;
  return ((planesOf(frames.length) + 1) * grid + sensor + frames.length * perFrame) * SAMPLE_BYTES;
}

/** Of the dual, the part of the differences along rows (0) or along columns (1). */
export function halfOf(dual: ComplexPlane, half: number): ComplexPlane {
  const rows = dual.rows / 2;
  return partOf(dual, { row: half * rows, col: 0 }, rows, dual.cols);
}
