import type { ComplexPlane } from '../../kernel/plane.ts';
import { fft2, fftRows, ifft2 } from '../../fft/fft.ts';
import { FftPlans } from '../../fft/plans.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { retrievalGrid, type RetrievalGrid } from '../optics/retrieval-grid.ts';
import { SensorModel, type Misfit, type OnWork, type RetrievalFrame } from './sensor-model.ts';
import { passPupil } from '../optics/transfer-plane.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';

export interface Progress {
  /** ‖x − xold‖ / ‖xold − 1‖ */
  readonly relativeChange: number;
  /** Σ |Dx| */
  readonly variation: number;
}

/**
 * Along the gradient. The data term's curvature is at most 1, since propagation keeps energy: up to 1 the accelerated
 * method is sure to settle, without momentum up to 2. Measured: 1.2 and 1.3 save up to a quarter of the iterations, 1.5
 * does not settle any more.
 */
export const STEP = 1.2;
/**
 * Of p, over λ and the step along the gradient; up to 2/‖D‖² = ¼ it settles. (Less, because the limit itself leaves it
 * ringing while the solver moves on.)
 */
const DUAL_STEP = 0.2;
/** Measured: with 3 errors grow, with 6 iterations take longer and are hardly fewer. */
const DUAL_STEPS = 4;

/**
 * The retrieval problem at one resolution, and the solver's state: the iterate x, the extrapolated point at which the
 * gradient is taken, and the dual p of the total variation. All of it lives in the kernels' memory.
 */
export class RetrievalLevel {
  readonly grid: RetrievalGrid;
  readonly optics: SensorOptics;
  readonly sensor: SensorModel;
  readonly x: ComplexPlane;
  /** 2·rows of the grid: the dual of the differences along rows above that along columns */
  readonly dual: ComplexPlane;
  readonly #kernels: Kernels;
  readonly #point: ComplexPlane;
  /** the rows of the point transformed; with several frames the columns too while they are propagated */
  readonly #spectrum: ComplexPlane;
  /** STEP times the gradient, then the point less it */
  readonly #gradient: ComplexPlane;
  readonly #work: ComplexPlane;
  readonly #rowPlan: number;
  readonly #scratch: number;
  readonly #sums: number;

  constructor(
    kernels: Kernels,
    scope: Scope,
    frames: readonly RetrievalFrame[],
    optics: SensorOptics,
    onWork: OnWork = () => {},
  ) {
    const { run } = kernels;
    const distances = frames.map((frame) => frame.z);
    const grid = retrievalGrid(optics, distances);
    const plane = () => scope.complex(grid.rows, grid.cols);
    this.#kernels = kernels;
    this.grid = grid;
    this.optics = optics;
    [this.x, this.#point, this.#spectrum] = [plane(), plane(), plane()];
    // one frame is propagated in place
    const several = frames.length > 1;
    this.#work = several ? plane() : this.#spectrum;
    this.#gradient = several ? plane() : this.#spectrum;
    this.dual = scope.complex(2 * grid.rows, grid.cols);
    this.#rowPlan = FftPlans.of(kernels).row(grid.cols);
    this.#scratch = scope.block(run.retrieveStepScratchBytes(this.#rowPlan, DUAL_STEPS));
    this.#sums = scope.block(32);
    onWork(optics.rows * optics.cols);
    this.sensor = new SensorModel(kernels, scope, frames, optics, grid, onWork);
    run.retrieveOnes(this.x.ptr, this.x.pitchBytes, grid.rows);
    run.fillBytes(this.dual.ptr, 0, this.dual.rows * this.dual.pitchBytes);
  }

  /** Takes over the iterate of the level of half the resolution. */
  continueFrom(coarse: RetrievalLevel): void {
    const { rows } = this.grid;
    const { dual } = coarse;
    this.#double(coarse.x.ptr, this.x.ptr, coarse);
    this.#double(dual.ptr, this.dual.ptr, coarse);
    const below = coarse.grid.rows * dual.pitchBytes;
    this.#double(dual.ptr + below, this.dual.ptr + rows * this.dual.pitchBytes, coarse);
    this.sensor.setGains(coarse.sensor.gains);
  }

  #double(from: number, to: number, { grid: coarse, x }: RetrievalLevel): void {
    const { rows, cols, firstRow, firstCol } = this.grid;
    const source = [x.pitchBytes, coarse.rows, coarse.cols, coarse.firstRow, coarse.firstCol] as const;
    this.#kernels.run.retrieveDouble(from, ...source, to, this.x.pitchBytes, rows, cols, firstRow, firstCol);
  }

  /** Takes STEP times the gradient of the data term at the point. @returns what the iterate misses */
  residual(momentum: number): Misfit {
    return this.sensor.residual(this.#spectrum, this.#work, this.#gradient, momentum, STEP);
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
  advance(lambda: number, momentum: number, absorbs = false): Progress {
    const { rows, cols } = this.grid;
    this.#kernels.run.retrieveStep(
      this.#rowPlan,
      this.#gradient.ptr,
      this.dual.ptr,
      this.x.ptr,
      this.#point.ptr,
      this.#spectrum.ptr,
      this.x.pitchBytes,
      rows,
      cols / 4,
      STEP * lambda,
      absorbs,
      DUAL_STEP / (STEP * lambda),
      DUAL_STEPS,
      momentum,
      this.#sums,
      this.#scratch,
    );
    const [change, contrast, variation] = this.#kernels.doubles(this.#sums, 3) as unknown as number[];
    return { relativeChange: Math.sqrt(change! / Math.max(contrast!, 1e-30)), variation: variation! };
  }
}
