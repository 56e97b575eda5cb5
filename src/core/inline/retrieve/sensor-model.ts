import type { DoublesAt, IntegersAt, PlanAt, QuadsAt, ScratchAt } from '../../kernel/addresses.ts';
import { blocksOf, quadsOf } from '../../kernel/complex-layout.ts';
import { bytesIn, type ComplexPlane, type RealPlane } from '../../kernel/plane.ts';
import { FftPlans } from '../../fft/plans.ts';
import type { KernelExports } from '../../kernel/exports.ts';
import type { Kernels, PlanePart, Scope } from '../../kernel/kernels.ts';
import { matchAmplitude, matchedGains, measureMoments, type MatchedFrame, type Moments } from './exposure.ts';
import type { RetrievalGrid } from '../optics/retrieval-grid.ts';
import { findPupil } from './find-pupil.ts';
import type { RetrievalSettings } from './retrieval-settings.ts';
import { packedTransfer } from '../optics/transfer-plane.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';

/** One exposure. */
export interface RetrievalFrame {
  /** √ of the intensity over that of the undisturbed beam; negative or NaN where nothing was measured */
  readonly amplitude: RealPlane;
  /** µm from the sample to the sensor */
  readonly z: number;
  /** how much it counts beside the others, default 1 */
  readonly weight?: number;
}

/**
 * Told what was done since: samples of one frame taken through one propagation and back, or as much work. Comes much
 * more often than an iteration of several large frames; may throw to cancel.
 */
export type OnWork = (samples: number) => void;

interface LevelFrame extends MatchedFrame {
  /** µm */
  readonly z: number;
  /** packed for propagateColumns */
  readonly transfer: QuadsAt;
  readonly weight: number;
}

/** Share of itself that a radius is found anew within: half of what the search is precise to. */
const SAME = 0.005;

/** What a sum over the samples of all frames came to. */
export interface Misfit {
  /** Σ weight · Σ (|P x| − A)² */
  readonly weighted: number;
  /** the same with equal weights of 1 */
  readonly plain: number;
}

/**
 * The way from a field in the sample's plane to what the frames recorded of it, P, and back: propagation, the optics'
 * pupil, and each frame's gain. Everything lives in the kernels' memory.
 */
export class SensorModel {
  /** samples measured, over all frames */
  measured: number;
  /** rms of A − 1 over those */
  contrast: number;
  readonly #kernels: Kernels;
  readonly #grid: RetrievalGrid;
  readonly #optics: SensorOptics;
  readonly #frames: readonly LevelFrame[];
  readonly #rowPlan: PlanAt;
  readonly #columnPlan: PlanAt;
  /** of each part of a plane that is worked on at once */
  readonly #scratch: readonly [ScratchAt, ScratchAt];
  /** of each row of the sensor */
  readonly #sums: DoublesAt;
  /** where the sensor lies in the grid, as the kernel takes it */
  readonly #sensor: IntegersAt;
  readonly #onWork: () => void;
  readonly #settings: RetrievalSettings;
  #gains: readonly number[];
  #pupil: number | null = null;

  constructor(
    kernels: Kernels,
    scope: Scope,
    frames: readonly RetrievalFrame[],
    optics: SensorOptics,
    grid: RetrievalGrid,
    onWork: OnWork,
    settings: RetrievalSettings,
  ) {
    this.#settings = settings;
    const { wasm } = kernels;
    this.#onWork = () => onWork(optics.rows * optics.cols);
    this.#kernels = kernels;
    this.#grid = grid;
    this.#optics = optics;
    this.#rowPlan = FftPlans.of(kernels).row(grid.cols)!;
    this.#columnPlan = FftPlans.of(kernels).lines(grid.rows);
    const forColumns = wasm.propagateColumnsScratchBytes(this.#columnPlan);
    const scratch = () => scope.scratch(Math.max(wasm.rowScratchBytes(this.#rowPlan), forColumns));
    this.#scratch = [scratch(), scratch()];
    this.#sums = scope.doubles(optics.rows);
    this.#sensor = scope.integers(4);
    const place = [grid.firstRow, quadsOf(grid.firstCol), optics.rows, quadsOf(optics.cols)];
    kernels.integers(this.#sensor, 4).set(place);
    const total = frames.reduce((sum, frame) => sum + (frame.weight ?? 1), 0);
    this.#frames = frames.map((frame) => ({
      transfer: this.#pack(scope, frame.z),
      raw: frame.amplitude,
      z: frame.z,
      amplitude: frames.length > 1 ? scope.real(optics.rows, optics.cols) : frame.amplitude,
      estimate: scope.complex(optics.rows, optics.cols),
      weight: (frame.weight ?? 1) / total,
    }));
    this.#gains = frames.map(() => 1);
    this.setGains(this.#gains);
    ({ measured: this.measured, contrast: this.contrast } = this.#contrast());
    for (const { estimate } of this.#frames) {
      wasm.fillBytes(estimate.ptr, { value: 0, bytes: bytesIn(estimate) });
    }
  }

  #contrast(): { readonly measured: number; readonly contrast: number } {
    using scope = this.#kernels.scope();
    const out = scope.doubles(2);
    let sum = 0;
    let measured = 0;
    for (const { raw } of this.#frames) {
      this.#kernels.wasm.retrieveContrast(raw, out);
      const [squares, count] = this.#kernels.doubles(out, 2) as unknown as [number, number];
      sum += squares;
      measured += count;
    }
    return { measured, contrast: Math.sqrt(sum / Math.max(1, measured)) };
  }

  /** The amplitudes are those of other frames by now. @returns how many samples are measured */
  recount(): number {
    ({ measured: this.measured, contrast: this.contrast } = this.#contrast());
    return this.measured;
  }

  /** of each frame, as matched last; their mean is the light over that which was estimated */
  get gains(): readonly number[] {
    return this.#gains;
  }

  setGains(gains: readonly number[]): void {
    this.#gains = gains;
    for (const [k, { raw, amplitude }] of this.#frames.entries())
      if (raw !== amplitude) matchAmplitude(this.#kernels, raw, { gain: gains[k]!, offset: 0 }, amplitude);
  }

  /** Each frame, and what the iterate gives there as of the last residual. */
  get matched(): readonly MatchedFrame[] {
    return this.#frames;
  }

  /**
   * Recorded against estimated intensity of each frame.
   * @param misfit Σ (|P x| − A)² over all frames
   */
  moments(misfit: number): readonly Moments[] {
    const missed = Math.sqrt(misfit / Math.max(1, this.measured));
    return this.#frames.map((frame) => measureMoments(this.#kernels, frame, missed, this.#settings.exposure));
  }

  /**
   * Fits every frame's gain to the iterate.
   * @param brightens whether the light may be found to be brighter than it was taken for
   */
  match(misfit: number, brightens = false): void {
    if (this.#frames.length === 1) return;
    const { exposure } = this.#settings;
    this.setGains(matchedGains(this.#gains, this.moments(misfit), brightens, exposure));
  }

  /** cycles/µm, radius of the disc that the optics are found to pass; null: all that the pixels sample */
  get pupil(): number | null {
    return this.#pupil;
  }

  /**
   * Looks for what the optics pass, and passes no more of a field than that from then on.
   * @returns whether it found another limit than before
   */
  findPupil(field: ComplexPlane): boolean {
    const [kernels, grid, optics] = [this.#kernels, this.#grid, this.#optics];
    const settings = this.#settings.exposure.evidence;
    const pupil = findPupil(kernels, field, this.#frames, grid, optics, settings, this.#onWork);
    if (pupil === null || Math.abs(pupil - (this.#pupil ?? Infinity)) < SAME * pupil) return false;
    this.usePupil(pupil);
    return true;
  }

  /** Passes no more of a field than this from now on; null: all that the pixels sample. */
  usePupil(pupil: number | null): void {
    this.#pupil = pupil;
    using scope = this.#kernels.scope();
    for (const { transfer, z } of this.#frames) this.#pack(scope, z, transfer);
  }

  #pack(scope: Scope, z: number, to?: QuadsAt): QuadsAt {
    const packed = packedTransfer(this.#kernels, scope, this.#grid, this.#optics, z, this.#pupil, to);
    this.#onWork();
    return packed;
  }

  /**
   * Takes the gradient of the data term, times `step`.
   * @param spectrum of the point at which it is taken, rows transformed; lost
   * @param work another plane, where there are several frames
   * @param gradient its conjugate comes here, rows transformed; with one frame this and `work` are `spectrum`
   * @param momentum with which the point was extrapolated
   * @returns at the iterate
   */
  residual(
    spectrum: ComplexPlane,
    work: ComplexPlane,
    gradient: ComplexPlane,
    momentum: number,
    step: number,
  ): Misfit {
    if (this.#frames.length === 1) return this.#residualOfOne(this.#frames[0]!, spectrum, momentum, step);
    const plan = this.#columnPlan;
    let weighted = 0;
    let plain = 0;
    // the frames share the columns' transforms at the sample: 2 + 2 · frames of them in place of 4 · frames
    this.#transformColumns(spectrum, false);
    for (const [i, frame] of this.#frames.entries()) {
      const { transfer, weight } = frame;
      this.#byColumns((wasm, part, scratch) =>
        wasm.spreadColumns(plan, spectrum, transfer, work, scratch, part),
      );
      const misfit = this.#constrain(frame, work, momentum, step);
      this.#byColumns((wasm, part, scratch) =>
        wasm.gatherColumns(plan, work, transfer, gradient, scratch, { adds: i > 0, ...part }),
      );
      weighted += weight * misfit;
      plain += misfit;
      this.#onWork();
    }
    this.#transformColumns(gradient, true);
    return { weighted, plain };
  }

  #residualOfOne(frame: LevelFrame, field: ComplexPlane, momentum: number, step: number): Misfit {
    this.#propagate(frame, field);
    const plain = this.#constrain(frame, field, momentum, step);
    this.#propagate(frame, field);
    this.#onWork();
    return { weighted: frame.weight * plain, plain };
  }

  #propagate({ transfer }: LevelFrame, field: ComplexPlane): void {
    const plan = this.#columnPlan;
    this.#byColumns((wasm, part, scratch) =>
      wasm.propagateColumns(plan, field, transfer, field, scratch, part),
    );
  }

  #transformColumns(plane: ComplexPlane, inverse: boolean): void {
    const plan = this.#columnPlan;
    this.#byColumns((wasm, part, scratch) => wasm.fftColumns(plan, plane, scratch, { inverse, ...part }));
  }

  #byColumns(work: (wasm: KernelExports, part: PlanePart, scratch: ScratchAt) => void): void {
    const { rows, cols } = this.#grid;
    const parts = this.#kernels.parts({ first: 0, end: blocksOf(cols) }, rows * cols);
    this.#kernels.atOnce(parts, (wasm, part, k) => work(wasm, part, this.#scratch[k]));
  }

  #constrain(
    { amplitude, estimate, weight }: LevelFrame,
    field: ComplexPlane,
    momentum: number,
    step: number,
  ): number {
    const [plan, sensor, sums, { rows, cols }] = [this.#rowPlan, this.#sensor, this.#sums, this.#grid];
    this.#kernels.atOnce(this.#kernels.parts({ first: 0, end: rows }, rows * cols), (wasm, part, k) => {
      const numbers = { momentum, weight: step * weight, ...part };
      wasm.retrieveResidual(plan, field, sensor, amplitude, estimate, sums, this.#scratch[k], numbers);
    });
    let misfit = 0;
    for (const row of this.#kernels.doubles(sums, this.#optics.rows)) misfit += row;
    return misfit;
  }
}
