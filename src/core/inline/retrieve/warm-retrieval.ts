import { corner, type ComplexPlane, type RealPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { takeSensor } from '../optics/retrieval-grid.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { RetrievalLevel } from './retrieval-level.ts';
import type { RetrievalSettings } from './retrieval-settings.ts';
import type { SolvedFinest } from './retrieve.ts';
import { solveLevel } from './solve-level.ts';

/** The solver's state at full resolution, copied out of the kernels' memory. */
export interface RetrievalState {
  readonly x: Uint8Array;
  readonly dual: Uint8Array;
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
  set state({ x, dual, pupil }: RetrievalState) {
    const { sensor } = this.#level;
    if (sensor.pupil !== pupil) sensor.usePupil(pupil);
    bytesOf(this.#kernels, this.#level.x).set(x);
    bytesOf(this.#kernels, this.#level.dual).set(dual);
  }

  get state(): RetrievalState {
    return stateOf(this.#kernels, this.#level);
  }

  /**
   * Loads a frame.
   * @param amplitude as normalised
   * @returns what the frame before explains of it wrongly, as a share of its contrast, squared: 0 where nothing has changed
   */
  load(amplitude: RealPlane, noiseSigma: number): number {
    const { rows, cols } = this.#measured;
    this.#kernels.run.retrieveMeasured(corner(amplitude, rows, cols), this.#measured);
    const measured = this.#level.sensor.recount();
    this.#level.begin();
    const { plain } = this.#level.residual(0);
    const { contrast } = this.#level.sensor;
    return (plain / Math.max(1, measured) - noiseSigma * noiseSigma) / Math.max(1e-30, contrast * contrast);
  }

  /**
   * Goes on from the frame before to the one that was loaded.
   * @param lambda the weight of the total variation
   * @param to the field, in the sample's plane
   * @returns rms of |P x| − A over the noise
   */
  solve(
    { lambda, noiseSigma }: { readonly lambda: number; readonly noiseSigma: number },
    { maxIterations, tolerance, window }: WarmSettings,
    to: ComplexPlane,
  ): number {
    const { firstPerMisfit } = this.#settings.weight;
    const firstLambda = (misfit: number) =>
      firstPerMisfit * Math.sqrt(Math.max(0, misfit * misfit - noiseSigma * noiseSigma));
    const options = { lambda, firstLambda, maxIterations, tolerance, window };
    const { misfit } = solveLevel(this.#level, options, () => {});
    takeSensor(this.#kernels, this.#level.passed(), this.#level.grid, to);
    return Math.sqrt(misfit / Math.max(1, this.#level.sensor.measured)) / noiseSigma;
  }

  [Symbol.dispose](): void {
    this.#scope[Symbol.dispose]();
  }
}

/** What a retrieval came to, for others to begin with. */
export function stateOf(kernels: Kernels, { x, dual, sensor }: SolvedFinest['level']): RetrievalState {
  const copy = (plane: ComplexPlane) => bytesOf(kernels, plane).slice();
  return { x: copy(x), dual: copy(dual), pupil: sensor.pupil };
}

function bytesOf(kernels: Kernels, { ptr, rows, pitchBytes }: ComplexPlane): Uint8Array {
  return kernels.bytes(ptr, rows * pitchBytes);
}
