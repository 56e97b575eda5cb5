import { solveSymmetric } from '../../fit/solve.ts';
import type { KernelExports } from '../../kernel/exports.ts';
import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import type { Measured } from '../../rig/calibration.ts';
import { HIGHEST_DEGREE } from '../model/light.ts';
import type { CarriedField } from '../prepare/carried-field.ts';
import type { ShapedOrder } from './order-waves.ts';

/** Of u³, and of u v² = u (2 P₂(v) + 1) / 3, what is P₃(u), and P₁(u) P₂(v). */
const THIRD = 2 / 5;
const MIXED = 2 / 3;
/** Where a polynomial of the ninth degree is known by five values, and what each counts for (Gauss and Legendre). */
const NODES: readonly (readonly [at: number, weight: number])[] = [
  [-0.906179845938664, 0.236926885056189],
  [-0.538469310105683, 0.478628670499366],
  [0, 0.568888888888889],
  [0.538469310105683, 0.478628670499366],
  [0.906179845938664, 0.236926885056189],
];

/** A term of the third degree of an order's phase. */
interface Cubic {
  /** of the light's terms */
  readonly at: number;
  /** P_a(y) P_b(x) */
  readonly a: number;
  readonly b: number;
  /** rad, by a radial distortion of 1, per cycle per pixel along x, or along y */
  readonly axis: 0 | 1;
  readonly turn: number;
}

/**
 * The radial term of a distortion by the waves of a lattice alone: what is moved by d turns an order's phase by −2π f · d over the frame, and no light that all of
 * them share does that, nor a lens. Null: too few orders show.
 * @param found those that no rim cuts
 */
export function radialByOrders(
  found: readonly ShapedOrder[],
  size: Pick<CarriedField, 'across' | 'down'>,
  wasm: Pick<KernelExports, 'atan2'>,
): Measured | null {
  const cubics = cubicsOf(size);
  const count = 1 + cubics.length;
  const rows = found.flatMap(({ f, shape, shapeNoise }) =>
    cubics.map((cubic, k) => {
      const row = Float64Array.from({ length: count }, (_, l) => (l === 1 + k ? 1 : 0));
      row[0] = cubic.turn * f[cubic.axis];
      const noise = shapeNoise[cubic.at]!;
      return { row, value: phaseIn(shape, cubic, wasm), weight: 1 / (noise * noise) };
    }),
  );
  if (rows.length <= count) return null;
  const matrix = new Float64Array(count * count);
  const right = new Float64Array(count);
  for (const { row, value, weight } of rows)
    for (let k = 0; k < count; k += 1) {
      right[k]! += weight * row[k]! * value;
      for (let l = 0; l < count; l += 1) matrix[k * count + l]! += weight * row[k]! * row[l]!;
    }
  const unit = Float64Array.from(right, (_, k) => (k === 0 ? 1 : 0));
  const [values, column] = [solveSymmetric(matrix.slice(), right), solveSymmetric(matrix, unit)];
  if (!values || !column) return null;
  const square = rows.reduce((sum, { row, value, weight }) => {
    const left = value - row.reduce((all, v, k) => all + v * values[k]!, 0);
    return sum + weight * left * left;
  }, 0);
  const scatter = Math.max(1, square / (rows.length - count));
  return { value: values[0]!, sigma: Math.sqrt(scatter * column[0]!) };
}

/** Distortions are of the longer side, terms of the light of each side by itself. */
function cubicsOf({ across, down }: Pick<CarriedField, 'across' | 'down'>): Cubic[] {
  const half = Math.max(across.pixels, down.pixels) / 2;
  const [x, y] = [across.pixels / 2 / half, down.pixels / 2 / half];
  const pixels = -2 * Math.PI * half;
  return legendreTerms(HIGHEST_DEGREE).flatMap(({ a, b }, at): Cubic[] => {
    if (a + b !== 3) return [];
    const axis = b % 2 === 1 ? 0 : 1;
    const [own, other] = axis === 0 ? [x, y] : [y, x];
    const share = a === 0 || b === 0 ? THIRD * own * own : MIXED * other * other;
    return [{ at, a, b, axis, turn: pixels * own * share }];
  });
}

/** Of an order's phase, however far it turns, as long as it is less than half a turn. */
function phaseIn(
  { re, im }: ShapedOrder['shape'],
  { a, b }: Cubic,
  { atan2 }: Pick<KernelExports, 'atan2'>,
): number {
  const terms = legendreTerms(HIGHEST_DEGREE);
  let sum = 0;
  for (const [y, down] of NODES)
    for (const [x, across] of NODES) {
      const [px, py] = [legendreValues(x, HIGHEST_DEGREE), legendreValues(y, HIGHEST_DEGREE)];
      let [p, q] = [0, 0];
      terms.forEach((term, k) => {
        const own = py[term.a]! * px[term.b]!;
        p += re[k]! * own;
        q += im[k]! * own;
      });
      sum += down * across * atan2(q, p) * py[a]! * px[b]!;
    }
  return (sum * (2 * a + 1) * (2 * b + 1)) / 4;
}
