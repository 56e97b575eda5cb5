import type { NativeField } from '../../demodulate/demodulate.ts';
import { NOISE_TILES } from '../../demodulate/demodulate-pair.ts';
import { floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { refined } from '../../uncertainty/phase-sigma.ts';
import type { DividedStructure } from '../../uncertainty/divided-out.ts';

/** Native samples along the finest tile's side, or somewhat more: ten cycles of the filter's rim. */
const SIDE = 32;
/** How many of those a coarser tile is wide: where fringes are slow, a bent surface follows them through the finest ones. */
const ACROSS = [1, 2, 4];
/** Terms of a bent surface: what a tile has of it is the light's and the reference's. */
const TERMS = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 2, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 2 },
] as const;
/** Samples that know nothing of each other: a round filter that is sampled three times per cycle of its rim. */
const INDEPENDENT = Math.PI / 9;

/**
 * What the modulus of a background frame has beside a bent surface, per tile: the most that tiles of three sizes say. Where fringes run
 * slowly, the finest take them for the light; of the coarsest there are two along a side.
 * @param margin native samples at each edge that are left out: what lies there has as much as the tile beside it
 */
export function dividedStructure(kernels: Kernels, field: NativeField, margin: number): DividedStructure {
  const tiles = Math.max(1, Math.floor((Math.min(field.rows, field.cols) - 2 * margin) / SIDE));
  const counts = ACROSS.map((across) => Math.floor(tiles / across));
  const maps = counts
    .filter((count, k) => k === 0 || count > 1)
    .map((count) => refined(powerBeside(kernels, field, margin, count), count, tiles));
  return { tiles, power: maps.reduce((one, other) => one.map((power, t) => Math.max(power, other[t]!))) };
}

/** E|s|² over the light's, per tile of so many along a side. */
function powerBeside(
  kernels: Kernels,
  { plane, rows, cols }: NativeField,
  margin: number,
  tiles: number,
): Float64Array {
  const pitch = floatsPerRow(plane);
  const field = kernels.floats(plane.ptr, plane.rows * pitch);
  const bounds = (count: number) =>
    Array.from({ length: tiles + 1 }, (_, k) => margin + Math.floor((k * (count - 2 * margin)) / tiles));
  const [down, across] = [bounds(rows), bounds(cols)];
  return Float64Array.from({ length: tiles * tiles }, (_, t) => {
    const [j, i] = [Math.floor(t / tiles), t % tiles];
    const [top, left] = [down[j]!, across[i]!];
    const [high, wide] = [down[j + 1]! - top, across[i + 1]! - left];
    const [byY, byX] = [orthogonal(high), orthogonal(wide)];
    const found = TERMS.map(() => ({ sum: 0, norm: 0 }));
    let all = 0;
    for (let y = 0; y < high; y++)
      for (let x = 0; x < wide; x++) {
        const at = (top + y) * pitch + inRow(left + x);
        const square = field[at]! * field[at]! + field[at + TO_IMAGINARY]! * field[at + TO_IMAGINARY]!;
        const modulus = Math.sqrt(square);
        all += square;
        for (let k = 0; k < TERMS.length; k++) {
          const term = byX[TERMS[k]!.x]![x]! * byY[TERMS[k]!.y]![y]!;
          found[k]!.sum += modulus * term;
          found[k]!.norm += term * term;
        }
      }
    const inTerms = found.map(({ sum, norm }) => (sum * sum) / norm);
    const rest = all - inTerms.reduce((one, other) => one + other, 0);
    const [free, light] = [high * wide - TERMS.length / INDEPENDENT, inTerms[0]! / (high * wide)];
    return light > 0 ? (2 * Math.max(0, rest)) / free / light : 0;
  });
}

/**
 * What a background frame has beside its light and its noise; null: there is none.
 * @param referenceVariance E|n|² of its field over its light, per noise tile
 */
export function lessNoiseOf(
  structure: DividedStructure | null,
  referenceVariance: Float64Array | null | undefined,
): DividedStructure | null {
  if (!structure || !referenceVariance) return null;
  const noise = refined(referenceVariance, NOISE_TILES, structure.tiles);
  return { ...structure, power: structure.power.map((p, t) => Math.max(0, p - noise[t]!)) };
}

/** Polynomials of degree 0, 1 and 2 over so many places, none of which has anything of the others. */
function orthogonal(count: number): readonly [Float64Array, Float64Array, Float64Array] {
  const x = Float64Array.from({ length: count }, (_, k) => (2 * k + 1) / count - 1);
  const square = x.reduce((sum, v) => sum + v * v, 0) / count;
  return [x.map(() => 1), x, x.map((v) => v * v - square)];
}
