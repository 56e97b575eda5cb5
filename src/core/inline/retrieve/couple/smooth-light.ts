import { MAD, medianInPlace } from '../../../fit/median.ts';
import { solveSymmetric } from '../../../fit/solve.ts';
import type { GridSize } from './coupled-parts.ts';

/** So many samples settle a few terms. */
const MOST_SAMPLES = 8_000;
/** What lies farther off than so many standard deviations is not the light's. */
const CLIP = 3;
const ROUNDS = 3;

/**
 * The light's amplitude as a polynomial over the frame, by which a field explains the amplitudes that were recorded best.
 * @param recorded negative where nothing was measured
 * @param explained the field's
 */
export function smoothLight(
  { rows, cols }: GridSize,
  recorded: Float32Array,
  explained: Float32Array,
  degree: number,
): Float32Array<ArrayBuffer> {
  const powers = powersOf(degree);
  const step = Math.max(1, Math.ceil(Math.sqrt((rows * cols) / MOST_SAMPLES)));
  const places: number[] = [];
  for (let y = 0; y < rows; y += step)
    for (let x = 0; x < cols; x += step) if (recorded[y * cols + x]! >= 0) places.push(y * cols + x);
  const grid = new Powers(powers, { rows, cols });
  const terms = places.map((i) => grid.at(i, new Float64Array(powers.length)));
  let fitted = Float64Array.from(powers, (_, j) => (j === 0 ? 1 : 0));
  let used = places.map(() => true);
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = fit(places, terms, used, recorded, explained);
    if (!found) break;
    fitted = found;
    const off = places.map((i, k) => Math.abs(recorded[i]! - sumOf(terms[k]!, fitted) * explained[i]!));
    const most = CLIP * MAD * medianInPlace(Float64Array.from(off));
    used = off.map((one) => one <= most);
  }
  const light = new Float32Array(recorded.length);
  const here = new Float64Array(powers.length);
  for (let i = 0; i < light.length; i += 1) light[i] = sumOf(grid.at(i, here), fitted);
  return light;
}

function sumOf(terms: Float64Array, factors: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < terms.length; j += 1) sum += terms[j]! * factors[j]!;
  return sum;
}

type Power = readonly [x: number, y: number];

function powersOf(degree: number): readonly Power[] {
  const powers: Power[] = [];
  for (let sum = 0; sum <= degree; sum += 1) for (let y = 0; y <= sum; y += 1) powers.push([sum - y, y]);
  return powers;
}

/** Products of powers of the place along the rows and along the columns, from −1 to 1. */
class Powers {
  readonly #powers: readonly Power[];
  readonly #cols: number;
  readonly #across: readonly Float64Array[];
  readonly #down: readonly Float64Array[];

  constructor(powers: readonly Power[], { rows, cols }: GridSize) {
    [this.#powers, this.#cols] = [powers, cols];
    const degrees = Array.from({ length: 1 + Math.max(...powers.flat()) }, (_, degree) => degree);
    const raisedOver = (n: number) =>
      degrees.map((degree) =>
        Float64Array.from({ length: n }, (_, k) => raised((2 * k) / (n - 1) - 1, degree)),
      );
    [this.#across, this.#down] = [raisedOver(cols), raisedOver(rows)];
  }

  /** @param to where they come: one for each */
  at(i: number, to: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
    const x = i % this.#cols;
    const y = (i - x) / this.#cols;
    for (let j = 0; j < to.length; j += 1) {
      const power = this.#powers[j]!;
      to[j] = this.#across[power[0]]![x]! * this.#down[power[1]]![y]!;
    }
    return to;
  }
}

function raised(base: number, power: number): number {
  let product = 1;
  for (let k = 0; k < power; k += 1) product *= base;
  return product;
}

function fit(
  places: readonly number[],
  terms: readonly Float64Array[],
  used: readonly boolean[],
  recorded: Float32Array,
  explained: Float32Array,
): Float64Array<ArrayBuffer> | null {
  const n = terms[0]?.length ?? 0;
  const matrix = new Float64Array(n * n);
  const right = new Float64Array(n);
  for (const [k, i] of places.entries()) {
    if (!used[k]) continue;
    const own = terms[k]!;
    const a = recorded[i]!;
    const m = explained[i]!;
    for (let j = 0; j < n; j += 1) {
      right[j]! += own[j]! * m * a;
      for (let l = 0; l <= j; l += 1) matrix[j * n + l]! += own[j]! * own[l]! * m * m;
    }
  }
  const found = solveSymmetric(matrix, right);
  return found && Float64Array.from(found);
}
