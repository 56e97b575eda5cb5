import type { NativeField } from '../demodulate/demodulate.ts';
import { floatsPerRow, inRow, TO_IMAGINARY, wholeQuads } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { corner, partOf, type ComplexPlane } from '../kernel/plane.ts';
import type { SmoothPhase } from '../phase/smooth-phase.ts';
import { divide } from '../phase/smooth-series.ts';
import { groupsOf } from './shrink-groups.ts';
import { shrinkTiles } from './shrink-tiles.ts';
import { smoothedAcross } from './smoothed-across.ts';
import type { SmoothingSettings } from './smoothing-settings.ts';

/** What is known of a reference field before it is smoothed. */
export interface ReferenceNoise {
  /** variance of the frame's pixels per noise tile, counts² */
  readonly variance: Float64Array;
  /** correlation of its noise with that of the frame it is to divide, pixel by pixel: that part is a pattern, and stays */
  readonly shared: number;
  /** of the filter, cycles/px */
  readonly radius: number;
  /** native samples at each edge over which the frame faded */
  readonly margin: number;
  /** smooth phase that is taken out meanwhile; null: none is known */
  readonly surface: SmoothPhase | null;
}

/**
 * Takes noise out of a field that holds little but smooth light: in overlapping tiles, the numbers of neighbouring frequencies
 * are shrunk by what of their power noise explains (James and Stein, the positive part). Dust and parasitic fringes stand out of
 * the noise and stay. Source: Cai, doi:10.1214/aos/1018031262 (Stein's rule in blocks).
 * @param field changed
 * @returns the share of the noise that is left, and what smoothing may have taken beside it as such a share, per noise tile
 */
export function smoothReference(
  kernels: Kernels,
  field: NativeField,
  { variance, shared, radius, margin, surface }: ReferenceNoise,
  settings: SmoothingSettings,
): Float64Array {
  const { stepX, stepY } = field;
  // where the frame had faded its noise is larger: that stays as it is
  const [top, side] = [margin, wholeQuads(margin)];
  const [rows, cols] = [field.rows - 2 * top, field.cols - 2 * side];
  if (Math.min(rows, cols) < settings.fewest * settings.tile) return variance.map(() => 1);
  const used = corner(field.plane, field.rows, field.cols);
  if (surface) turn(kernels, used, surface, 1);
  const inner = partOf(used, { row: top, col: side }, rows, cols);
  const raw = partsOf(kernels, inner);
  const sigma = settings.tile * settings.base;
  const base = raw.map((part) => smoothedAcross(kernels, part, rows, cols, sigma));
  const less = (p: 0 | 1) => raw[p].map((value, k) => value - base[p]![k]!);
  const rest = { parts: [less(0), less(1)] as const, rows, cols };
  const density = variance.map((v) => Math.max(v, 1e-30) / (stepX * stepY));
  const shrunk = shrinkTiles(kernels, rest, groupsOf(kernels, field, radius, settings), density, settings);
  putParts(kernels, inner, (p, k) => {
    const smooth = base[p]![k]! + shrunk.parts[p][k]!;
    return smooth + shared * (raw[p][k]! - smooth);
  });
  if (surface) turn(kernels, used, surface, -1);
  return shrunk.left;
}

/** Real and imaginary parts, row by row. */
function partsOf(kernels: Kernels, plane: ComplexPlane): readonly [Float32Array, Float32Array] {
  const { rows, cols } = plane;
  const values = kernels.floats(
    plane.ptr,
    (rows - 1) * floatsPerRow(plane) + inRow(cols - 1) + TO_IMAGINARY + 1,
  );
  const pitch = floatsPerRow(plane);
  const part = (offset: number) => {
    const out = new Float32Array(rows * cols);
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < cols; x++) out[y * cols + x] = values[y * pitch + inRow(x) + offset]!;
    return out;
  };
  return [part(0), part(TO_IMAGINARY)];
}

function putParts(kernels: Kernels, plane: ComplexPlane, value: (part: 0 | 1, at: number) => number): void {
  const { rows, cols } = plane;
  const values = kernels.floats(
    plane.ptr,
    (rows - 1) * floatsPerRow(plane) + inRow(cols - 1) + TO_IMAGINARY + 1,
  );
  const pitch = floatsPerRow(plane);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) {
      const at = y * pitch + inRow(x);
      values[at] = value(0, y * cols + x);
      values[at + TO_IMAGINARY] = value(1, y * cols + x);
    }
}

/** Takes a phase out of a plane (sign 1), or puts it back (−1). */
function turn(
  kernels: Kernels,
  plane: ComplexPlane,
  { degree, coefficients }: SmoothPhase,
  sign: 1 | -1,
): void {
  const phase = coefficients.map((c) => sign * c);
  divide(kernels, plane, plane.rows, plane.cols, degree, phase, 0, new Float64Array([1]));
}
