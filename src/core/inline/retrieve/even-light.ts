import type { RealPlane } from '../../kernel/plane.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { UNKNOWN } from '../../light/full-pixels.ts';
import { placeBetween, type PlaceBetween } from './couple/place-between.ts';
import { lightLeft, type LightLeft } from './light-left.ts';
import type { Resolution } from './retrieval-pyramid.ts';
import type { SolvedLevel } from './retrieval-levels.ts';
import type { LeftLightSettings } from './retrieval-settings.ts';

/** How often it is looked for: bounds the time, each try must bring the objective down anyway. */
const MOST_TRIES = 4;
/** The resolution that it is looked for at: what is broad is settled there, and the sample's fringes show. */
const AT_FACTOR = 4;

/**
 * The light that is left in frames, looked for as their coarse resolutions are solved, and taken out of them where they explain more without:
 * solved again, the objective is clearly less.
 */
export class EvenLight {
  readonly #kernels: Kernels;
  readonly #settings: LeftLightSettings;
  #light: LightLeft | null = null;
  #before: { readonly light: LightLeft | null; readonly objective: number; readonly lambda: number } | null =
    null;
  #tries = 0;
  #isOpen = true;

  constructor(kernels: Kernels, settings: LeftLightSettings) {
    this.#kernels = kernels;
    this.#settings = settings;
  }

  /** Root mean square of what is known to be left, over the amplitude; 0: nothing is. */
  get rms(): number {
    if (!this.#light) return 0;
    const { over } = this.#light;
    return Math.sqrt(over.reduce((sum, value) => sum + value * value, 0) / over.length);
  }

  /** What is known to be left; null: nothing is. */
  get light(): LightLeft | null {
    return this.#light;
  }

  /** Takes it out of an amplitude. */
  takeFrom(amplitude: RealPlane): void {
    if (this.#light) withoutLight(this.#kernels, amplitude, this.#light);
  }

  /** The resolution to ask at; null: none, or nothing is left to be asked. */
  at(pyramid: readonly Resolution[]): Resolution | null {
    if (!this.#isOpen) return null;
    const coarse = pyramid.slice(1);
    return coarse.find(({ factor }) => factor === AT_FACTOR) ?? coarse.at(-1) ?? null;
  }

  /**
   * Asks a level that is solved with all that is known.
   * @param distances µm
   * @returns whether something else is known now, so that all is to be solved again
   */
  ask({ level, lambda, solution }: SolvedLevel, distances: readonly number[]): boolean {
    const { worth, sure, slack } = this.#settings.evidence;
    const first = this.#before?.lambda ?? lambda;
    // λ follows the frames' contrast, which light is part of
    const variation = (solution.objective.at(-1)! - solution.weighted / 2) / lambda;
    const objective = solution.weighted / 2 + first * variation;
    if (this.#before && !(objective < (1 - worth) * this.#before.objective)) {
      this.#isOpen = false;
      this.#light = this.#before.light;
      return true;
    }
    const left = lightLeft(this.#kernels, level, distances, this.#settings);
    // light is uneven all over; what stands out of that by more than light is known to is a sample
    const isLight = this.#light !== null || left.peak < Math.max(slack / 2, sure * left.everywhere);
    if (this.#tries === MOST_TRIES || !isLight) {
      this.#isOpen = false;
      return false;
    }
    this.#tries += 1;
    this.#before = { light: this.#light, objective, lambda: first };
    this.#light = this.#light ? andAlso(this.#light, left) : left;
    return true;
  }
}

function andAlso(one: LightLeft, other: LightLeft): LightLeft {
  return { ...one, over: one.over.map((value, i) => (1 + value) * (1 + other.over[i]!) - 1) };
}

/** Takes it out of an amplitude in place. What is only known to be as bright at least is so over the light, too. */
export function withoutLight(
  kernels: Kernels,
  { ptr, rows, cols, pitch }: RealPlane,
  light: Pick<LightLeft, 'rows' | 'cols' | 'over'>,
): void {
  const values = kernels.floats(ptr, rows * pitch);
  const factor = Math.round(cols / light.cols);
  const across = Array.from({ length: cols }, (_, x) => placeBetween(x, factor, light.cols));
  for (let y = 0; y < rows; y += 1) {
    const { first, next, share } = placeBetween(y, factor, light.rows);
    const line = (k: number) => light.over.subarray(k * light.cols, (k + 1) * light.cols);
    divideRow(values.subarray(y * pitch, y * pitch + cols), across, line(first), line(next), share);
  }
}

function divideRow(
  values: Float32Array,
  across: readonly PlaceBetween[],
  upper: Float32Array,
  lower: Float32Array,
  share: number,
): void {
  for (let x = 0; x < values.length; x += 1) {
    const { first, next, share: right } = across[x]!;
    const above = (1 - right) * upper[first]! + right * upper[next]!;
    const below = (1 - right) * lower[first]! + right * lower[next]!;
    const light = 1 + (1 - share) * above + share * below;
    const here = values[x]!;
    values[x] = here >= 0 ? here / light : UNKNOWN - (UNKNOWN - here) / light;
  }
}
