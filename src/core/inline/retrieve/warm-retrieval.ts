import { corner, type ComplexPlane, type RealPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { takeSensor } from '../optics/retrieval-grid.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { halfOf, RetrievalLevel } from './retrieval-level.ts';
import type { RetrievalSettings } from './retrieval-settings.ts';
import type { SolvedFinest } from './retrieve.ts';
import { solveLevel } from './solve-level.ts';
import { variationForce } from './variation-force.ts';
import { rollPlane, wholeShift, type WholeShift } from './whole-shift.ts';

/** The solver's state at full resolution, copied out of the kernels' memory. */
export interface RetrievalState {
  readonly x: Uint8Array;
  readonly dual: Uint8Array;
  /** the amplitude that it explains, row by row */
  readonly seen: Float32Array;
  /** cycles/µm */
  readonly pupil: number | null;
}

export interface WarmSettings {
  /** a frame that starts from the one before is given so many iterations at full resolution, and stops sooner where … */
  readonly maxIterations: number;
  /** … over the last `window` of them the objective fell by less than this share */
  readonly tolerance: number;
  readonly window: number;
}

/** What is said of a field that goes on from another frame's. */
export interface WarmSolution {
  /** rms of |P x| − A over the noise */
  readonly dataMisfit: number;
  /** see {@link variationForce} */
  readonly force: Float32Array;
}

interface LoadedFrame {
  readonly change: number;
  readonly moved: boolean;
}

/**
 * Retrieval at full resolution that begins with the solution of another frame of the same rig: what is broad and slow, for
 * which coarse resolutions need most of the time, is there already where the sample has changed little.
 */
export class WarmRetrieval implements Disposable {
  readonly #kernels: Kernels;
  readonly #scope: Scope;
  readonly #measured: RealPlane;
  readonly #level: RetrievalLevel;
  readonly #settings: RetrievalSettings;
  #seen: Float32Array = new Float32Array();

  /** @param z µm */
  constructor(kernels: Kernels, optics: SensorOptics, z: number, settings: RetrievalSettings) {
    this.#kernels = kernels;
    this.#settings = settings;
    this.#scope = kernels.scope();
    this.#measured = this.#scope.real(optics.rows, optics.cols);
    const frame = { amplitude: this.#measured, z };
    this.#level = new RetrievalLevel(kernels, this.#scope, [frame], optics, () => {}, settings);
  }

  /** Goes on from here. */
  set state({ x, dual, seen, pupil }: RetrievalState) {
    const { sensor } = this.#level;
    if (sensor.pupil !== pupil) sensor.usePupil(pupil);
    bytesOf(this.#kernels, this.#level.x).set(x);
    bytesOf(this.#kernels, this.#level.dual).set(dual);
    this.#seen = seen;
  }

  /**
   * Loads a frame. Where the sample as a whole lies elsewhere than before, the solution is moved there.
   * @param amplitude as normalised
   * @param kept the same but for what was not measured
   * @param still a smaller change than so is not looked into
   * @returns what the frame before explains of it wrongly, as a share of its contrast, squared: 0 where nothing has changed;
   * and whether the solution was moved, so that what came into the frame is not known yet
   */
  load(amplitude: RealPlane, kept: RealPlane, noiseSigma: number, still: number): LoadedFrame {
    const { rows, cols } = this.#measured;
    this.#kernels.wasm.retrieveMeasured(corner(kept, rows, cols), this.#measured);
    const measured = this.#level.sensor.recount();
    const before = this.#seen;
    this.#seen = withoutGaps(this.#kernels, amplitude);
    const change = this.#change(measured, noiseSigma);
    if (change < still) return { change, moved: false };
    const shift = wholeShift(this.#kernels, before, amplitude);
    if (shift.x === 0 && shift.y === 0) return { change, moved: false };
    this.#move(shift);
    const moved = this.#change(measured, noiseSigma);
    if (moved < change) return { change: moved, moved: true };
    this.#move({ x: -shift.x, y: -shift.y });
    return { change: this.#change(measured, noiseSigma), moved: false };
  }

  #move(shift: WholeShift): void {
    const { x, dual } = this.#level;
    for (const plane of [x, halfOf(dual, 0), halfOf(dual, 1)]) rollPlane(this.#kernels, plane, shift);
  }

  #change(measured: number, noiseSigma: number): number {
    this.#level.begin();
    const { plain } = this.#level.residual(0);
    const { contrast } = this.#level.sensor;
    return (plain / Math.max(1, measured) - noiseSigma * noiseSigma) / Math.max(1e-30, contrast * contrast);
  }

  /**
   * Goes on from the frame before to the one that was loaded.
   * @param lambda the weight of the total variation
   * @param to the field, in the sample's plane
   */
  solve(
    { lambda, noiseSigma }: { readonly lambda: number; readonly noiseSigma: number },
    { maxIterations, tolerance, window }: WarmSettings,
    to: ComplexPlane,
  ): WarmSolution {
    const { perSigma } = this.#settings.weight;
    const firstLambda = (misfit: number) =>
      perSigma * Math.sqrt(Math.max(0, misfit * misfit - noiseSigma * noiseSigma));
    const options = { lambda, firstLambda, maxIterations, tolerance, window };
    const { misfit } = solveLevel(this.#level, options, () => {});
    takeSensor(this.#kernels, this.#level.passed(), this.#level.grid, to);
    return {
      dataMisfit: Math.sqrt(misfit / Math.max(1, this.#level.sensor.measured)) / noiseSigma,
      force: variationForce(this.#kernels, { level: this.#level, lambda }),
    };
  }

  [Symbol.dispose](): void {
    this.#scope[Symbol.dispose]();
  }
}

/** What a retrieval came to, for others to begin with, but for the frame that it was of. */
export function solutionIn(
  kernels: Kernels,
  { x, dual, sensor }: SolvedFinest['level'],
): Omit<RetrievalState, 'seen'> {
  const copy = (plane: ComplexPlane) => bytesOf(kernels, plane).slice();
  return { x: copy(x), dual: copy(dual), pupil: sensor.pupil };
}

/** A frame's amplitudes without gaps. */
export function withoutGaps(kernels: Kernels, { ptr, rows, cols, pitch }: RealPlane): Float32Array {
  const values = kernels.floats(ptr, rows * pitch);
  const out = new Float32Array(rows * cols);
  for (let row = 0; row < rows; row++) out.set(values.subarray(row * pitch, row * pitch + cols), row * cols);
  return out;
}

function bytesOf(kernels: Kernels, { ptr, rows, pitchBytes }: ComplexPlane): Uint8Array {
  return kernels.bytes(ptr, rows * pitchBytes);
}
