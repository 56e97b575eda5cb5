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
  const terms = places.map((i) => termsAt(powers, { rows, cols }, i));
  const light = (of: Float64Array, k: number) => terms[k]!.reduce((sum, term, j) => sum + term * of[j]!, 0);
  let fitted = Float64Array.from(powers, (_, j) => (j === 0 ? 1 : 0));
  let used = places.map(() => true);
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = fit(places, terms, used, recorded, explained);
    if (!found) break;
    fitted = found;
    const off = places.map((i, k) => Math.abs(recorded[i]! - light(fitted, k) * explained[i]!));
    const most = CLIP * MAD * medianInPlace(Float64Array.from(off));
    used = off.map((one) => one <= most);
  }
  return Float32Array.from(recorded, (_, i) =>
    termsAt(powers, { rows, cols }, i).reduce((sum, term, j) => sum + term * fitted[j]!, 0),
  );
}

type Power = readonly [x: number, y: number];

function powersOf(degree: number): readonly Power[] {
  const powers: Power[] = [];
  for (let sum = 0; sum <= degree; sum += 1) for (let y = 0; y <= sum; y += 1) powers.push([sum - y, y]);
  return powers;
}

function termsAt(powers: readonly Power[], { rows, cols }: GridSize, i: number): readonly number[] {
  const u = (2 * (i % cols)) / (cols - 1) - 1;
  const v = (2 * Math.floor(i / cols)) / (rows - 1) - 1;
  return powers.map(([x, y]) => raised(u, x) * raised(v, y));
}

function raised(base: number, power: number): number {
  let product = 1;
  for (let k = 0; k < power; k += 1) product *= base;
  return product;
}

function fit(
  places: readonly number[],
  terms: readonly (readonly number[])[],
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
    const [a, m] = [recorded[i]!, explained[i]!];
    for (let j = 0; j < n; j += 1) {
      right[j]! += own[j]! * m * a;
      for (let l = 0; l <= j; l += 1) matrix[j * n + l]! += own[j]! * own[l]! * m * m;
    }
  }
  const found = solveSymmetric(matrix, right);
  return found && Float64Array.from(found);
}
