import type { ComplexPlane, RealPlane } from '../field/plane.ts';
import { fftRows } from '../fft/fft.ts';
import { FftPlans } from '../fft/plans.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import {
  matchAmplitude,
  matchedGains,
  measureMoments,
  type MatchedFrame,
  type Moments,
} from './retrieve-exposure.ts';
import { retrievalGrid, type RetrievalGrid } from './retrieve-grid.ts';
import { packedTransfer } from './retrieve-transfer.ts';
import type { SensorOptics } from './sensor-optics.ts';

/** One exposure. */
export interface RetrievalFrame {
  /** √ of the intensity over that of the undisturbed beam; negative or NaN where nothing was measured */
  readonly amplitude: RealPlane;
  /** µm from the sample to the sensor */
  readonly z: number;
  /** how much it counts beside the others, default 1 */
  readonly weight?: number;
}

export interface Progress {
  /** ‖x − xold‖ / ‖xold − 1‖ */
  readonly relativeChange: number;
  /** Σ |Dx| */
  readonly variation: number;
}

/**
 * Half the largest step at which p settles, 2/‖D‖² = ¼ over λ. (Half, because the limit itself leaves it ringing
 * while the solver moves on.)
 */
const DUAL_STEP = 1 / 8;
/** Measured: with fewer the solver has to restart more often, more cost time and gain nothing. */
const DUAL_STEPS = 6;

interface LevelFrame extends MatchedFrame {
  /** packed for propagateColumns */
  readonly transfer: number;
  readonly weight: number;
}

/**
 * The retrieval problem at one resolution, and the solver's state: the iterate x, the extrapolated point at which the
 * gradient is taken, and the dual p of the total variation. All of it lives in the kernels' memory.
 */
export class RetrievalLevel {
  readonly grid: RetrievalGrid;
  readonly optics: SensorOptics;
  /** samples measured, over all frames */
  readonly measured: number;
  /** rms of A − 1 over those */
  readonly contrast: number;
  readonly x: ComplexPlane;
  /** 2·rows of the grid: the dual of the differences along rows above that along columns */
  readonly dual: ComplexPlane;
  readonly #kernels: Kernels;
  readonly #frames: readonly LevelFrame[];
  readonly #point: ComplexPlane;
  /** the rows of the point transformed; with several frames the columns too while they are propagated */
  readonly #spectrum: ComplexPlane;
  /** the gradient, then the point less it */
  readonly #gradient: ComplexPlane;
  readonly #work: ComplexPlane;
  readonly #rowPlan: number;
  readonly #columnPlan: number;
  readonly #scratch: number;
  readonly #sensor: number;
  readonly #sums: number;
  #gains: readonly number[];

  constructor(kernels: Kernels, scope: Scope, frames: readonly RetrievalFrame[], optics: SensorOptics) {
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
    this.#columnPlan = FftPlans.of(kernels).lines(grid.rows);
    this.#scratch = scope.block(
      Math.max(
        run.retrieveStepScratchBytes(this.#rowPlan, DUAL_STEPS),
        run.propagateColumnsScratchBytes(this.#columnPlan),
      ),
    );
    this.#sensor = scope.block(16);
    this.#sums = scope.block(32);
    const total = frames.reduce((sum, frame) => sum + (frame.weight ?? 1), 0);
    this.#frames = frames.map((frame) => ({
      transfer: packedTransfer(kernels, scope, grid, optics, frame.z),
      raw: frame.amplitude,
      amplitude: several ? scope.real(optics.rows, optics.cols) : frame.amplitude,
      estimate: scope.complex(optics.rows, optics.cols),
      weight: (frame.weight ?? 1) / total,
    }));
    this.#gains = frames.map(() => 1);
    this.#setGains(this.#gains);
    ({ measured: this.measured, contrast: this.contrast } = this.#contrast());
    for (const { estimate } of this.#frames) {
      run.fillBytes(estimate.ptr, 0, estimate.rows * estimate.pitchBytes);
    }
    const sensor = new Uint32Array(run.memory.buffer, this.#sensor, 4);
    sensor.set([grid.firstRow, grid.firstCol / 4, optics.rows, Math.ceil(optics.cols / 4)]);
    run.retrieveOnes(this.x.ptr, this.x.pitchBytes, grid.rows);
    run.fillBytes(this.dual.ptr, 0, this.dual.rows * this.dual.pitchBytes);
  }

  #contrast(): { readonly measured: number; readonly contrast: number } {
    let sum = 0;
    let measured = 0;
    for (const { raw } of this.#frames) {
      const { ptr, pitch, rows, cols } = raw;
      this.#kernels.run.retrieveContrast(ptr, pitch, rows, cols, this.#sums);
      const [squares, count] = this.#kernels.doubles(this.#sums, 2) as unknown as [number, number];
      sum += squares;
      measured += count;
    }
    return { measured, contrast: Math.sqrt(sum / Math.max(1, measured)) };
  }

  /** Takes over the iterate of the level of half the resolution. */
  continueFrom(coarse: RetrievalLevel): void {
    const { rows } = this.grid;
    const { dual } = coarse;
    this.#double(coarse.x.ptr, this.x.ptr, coarse);
    this.#double(dual.ptr, this.dual.ptr, coarse);
    const below = coarse.grid.rows * dual.pitchBytes;
    this.#double(dual.ptr + below, this.dual.ptr + rows * this.dual.pitchBytes, coarse);
    this.#setGains(coarse.gains);
  }

  /** of each frame, as matched last; their mean is the light over that which was estimated */
  get gains(): readonly number[] {
    return this.#gains;
  }

  /**
   * Recorded against estimated intensity of each frame.
   * @param misfit Σ (|P x| − A)² over all frames
   */
  moments(misfit: number): readonly Moments[] {
    const missed = Math.sqrt(misfit / Math.max(1, this.measured));
    return this.#frames.map((frame) => measureMoments(this.#kernels, frame, missed));
  }

  /**
   * Fits every frame's gain to the iterate.
   * @param brightens whether the light may be found to be brighter than it was taken for
   */
  match(misfit: number, brightens = false): void {
    if (this.#frames.length > 1) this.#setGains(matchedGains(this.#gains, this.moments(misfit), brightens));
  }

  #setGains(gains: readonly number[]): void {
    this.#gains = gains;
    for (const [k, { raw, amplitude }] of this.#frames.entries())
      if (raw !== amplitude) matchAmplitude(this.#kernels, raw, { gain: gains[k]!, offset: 0 }, amplitude);
  }

  #double(from: number, to: number, { grid: coarse, x }: RetrievalLevel): void {
    const { rows, cols, firstRow, firstCol } = this.grid;
    const source = [x.pitchBytes, coarse.rows, coarse.cols, coarse.firstRow, coarse.firstCol] as const;
    this.#kernels.run.retrieveDouble(from, ...source, to, this.x.pitchBytes, rows, cols, firstRow, firstCol);
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
   * Takes the gradient of the data term at the point.
   * @param momentum with which the point was extrapolated
   * @returns Σ weight · Σ (|P x| − A)² at the iterate, weighted and plain
   */
  residual(momentum: number): { readonly weighted: number; readonly plain: number } {
    if (this.#frames.length === 1) return this.#residualOfOne(this.#frames[0]!, momentum);
    const { run } = this.#kernels;
    const { ptr, pitchBytes } = this.#work;
    const blocks = this.grid.cols / 16;
    let weighted = 0;
    let plain = 0;
    // the frames share the columns' transforms at the sample: 2 + 2 · frames of them in place of 4 · frames
    this.#transformColumns(this.#spectrum, false);
    for (const [i, frame] of this.#frames.entries()) {
      const { transfer, weight } = frame;
      const spectrum = this.#spectrum.ptr;
      run.spreadColumns(this.#columnPlan, spectrum, pitchBytes, blocks, transfer, ptr, this.#scratch);
      const misfit = this.#constrain(frame, momentum);
      const gradient = this.#gradient.ptr;
      run.gatherColumns(
        this.#columnPlan,
        ptr,
        pitchBytes,
        blocks,
        transfer,
        gradient,
        i === 0,
        this.#scratch,
      );
      weighted += weight * misfit;
      plain += misfit;
    }
    this.#transformColumns(this.#gradient, true);
    return { weighted, plain };
  }

  #residualOfOne(frame: LevelFrame, momentum: number): { readonly weighted: number; readonly plain: number } {
    const { ptr, pitchBytes } = this.#work;
    const blocks = this.grid.cols / 16;
    const args = [this.#columnPlan, ptr, pitchBytes, blocks, frame.transfer, ptr, this.#scratch] as const;
    this.#kernels.run.propagateColumns(...args);
    const plain = this.#constrain(frame, momentum);
    this.#kernels.run.propagateColumns(...args);
    return { weighted: frame.weight * plain, plain };
  }

  #transformColumns({ ptr, pitchBytes }: ComplexPlane, inverse: boolean): void {
    const { cols } = this.grid;
    this.#kernels.run.fftColumns(
      this.#columnPlan,
      inverse,
      ptr,
      cols,
      pitchBytes,
      0,
      cols / 16,
      this.#scratch,
    );
  }

  #constrain({ amplitude, estimate, weight }: LevelFrame, momentum: number): number {
    const { rows, cols } = this.grid;
    return this.#kernels.run.retrieveResidual(
      this.#rowPlan,
      this.#work.ptr,
      this.#work.pitchBytes,
      rows,
      cols / 4,
      this.#sensor,
      amplitude.ptr,
      amplitude.pitch * 4,
      estimate.ptr,
      estimate.pitchBytes,
      momentum,
      weight,
      this.#scratch,
    );
  }

  /**
   * From the point along the gradient, by a step of 1: the data term's curvature is at most that, since propagation
   * keeps energy. Then the proximal step of λ · total variation and |x| ≤ 1, and the next point beyond the new iterate.
   */
  advance(lambda: number, momentum: number): Progress {
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
      lambda,
      DUAL_STEP / lambda,
      DUAL_STEPS,
      momentum,
      this.#sums,
      this.#scratch,
    );
    const [change, contrast, variation] = this.#kernels.doubles(this.#sums, 3) as unknown as number[];
    return { relativeChange: Math.sqrt(change! / Math.max(contrast!, 1e-30)), variation: variation! };
  }
}
