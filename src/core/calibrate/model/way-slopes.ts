import type { Path } from './path-response.ts';
import { generators, type Generator } from './state.ts';

// Factors at a row of frequencies, each with the loop over it in a function of its own: what is handed in and called for
// each frequency is not compiled into the loop, and its result becomes an object each time.

/** What a frequency, cycles per camera pixel, is multiplied by. */
export type Factor = (fx: number, fy: number) => number;
/** Writes factors at a row of frequencies from 0 up, from a place on. */
export type RowFactor = (out: Float64Array, at: number, fx: Float64Array, fy: number) => void;

/** A path, and the inverse of the wavelength, 1/µm. */
export interface Way extends Pick<Path, 'zeta' | 'pitch_um' | 'ratio' | 'blur'> {
  readonly inverse: number;
}

/** What a unit of `anisotropy` does to the logarithm of the ratio: pictures grow along x and shrink along y. */
const RATIO = -2;

/** Any factor, a row of it. */
export function rowOf(factor: Factor): RowFactor {
  return (out, at, fx, fy) => {
    for (let col = 0; col < fx.length; col += 1) out[at + col] = factor(fx[col]!, fy);
  };
}

/** By a shift along x, per camera pixel, rad. */
export const alongX: RowFactor = (out, at, fx) => {
  for (let col = 0; col < fx.length; col += 1) out[at + col] = -2 * Math.PI * fx[col]!;
};

/** The same along y. */
export const alongY: RowFactor = (out, at, fx, fy) => {
  out.fill(-2 * Math.PI * fy, at, at + fx.length);
};

/** By the variance of a blur, camera pixels squared. */
export const byBlur: RowFactor = (out, at, fx, fy) => {
  for (let col = 0; col < fx.length; col += 1) {
    const x = fx[col]!;
    out[at + col] = -2 * Math.PI * Math.PI * (x * x + fy * fy);
  }
};

/** Derivative of a frequency's phase by zeta, rad. */
function turnOf({ pitch_um, ratio, inverse }: Way, fx: number, fy: number): number {
  const square = (fx * fx) / ratio + fy * fy * ratio;
  const axial = inverse * inverse - square / (pitch_um * pitch_um);
  return axial > 0 ? (-2 * Math.PI * square) / (Math.sqrt(axial) + inverse) : 0;
}

export function byZeta(way: Way): RowFactor {
  return (out, at, fx, fy) => {
    for (let col = 0; col < fx.length; col += 1) out[at + col] = turnOf(way, fx[col]!, fy);
  };
}

/** What other pixels, by which a picture is larger or stretched, do to a frequency's phase on its way, rad. */
function pixelsTurn(way: Way, name: Generator, fx: number, fy: number): number {
  if (name !== 'scale' && name !== 'anisotropy') return 0;
  const { zeta, pitch_um, ratio, inverse } = way;
  const area = pitch_um * pitch_um;
  const squareX = (fx * fx) / ratio;
  const squareY = fy * fy * ratio;
  const square = squareX + squareY;
  const axial = inverse * inverse - square / area;
  if (axial <= 0) return 0;
  const cosine = Math.sqrt(axial);
  if (name === 'anisotropy') return (RATIO * -Math.PI * zeta * (squareY - squareX)) / cosine;
  // pixels that are smaller by a share see light at steeper angles
  return (zeta * turnOf(way, fx, fy) * square) / (area * cosine * (cosine + inverse));
}

export function byPixels(way: Way, name: Generator): RowFactor {
  return (out, at, fx, fy) => {
    for (let col = 0; col < fx.length; col += 1) out[at + col] = pixelsTurn(way, name, fx[col]!, fy);
  };
}

/**
 * What a linear change of a picture does not change along: of a frequency f that becomes f + h, −h · ∇ of the logarithm of what its way
 * does to it, of the strength and of the phase.
 * @param box by f, of the logarithm of what a cell's mean takes of it
 */
export function heldBack(
  way: Way,
  name: Generator,
  box: (f: number) => number,
): { readonly strength: RowFactor; readonly phase: RowFactor } {
  const { zeta, pitch_um, ratio, blur, inverse } = way;
  const [xx, xy, yx, yy] = generators[name];
  const area = pitch_um * pitch_um;
  let across: { readonly fx: Float64Array; readonly box: Float64Array } | null = null;
  const strength: RowFactor = (out, at, fx, fy) => {
    if (across?.fx !== fx) across = { fx, box: fx.map(box) };
    const ofX = across.box;
    const ofY = box(fy);
    for (let col = 0; col < fx.length; col += 1) {
      const x = fx[col]!;
      const hx = xx * x + yx * fy;
      const hy = xy * x + yy * fy;
      out[at + col] = 4 * Math.PI * Math.PI * blur * (x * hx + fy * hy) - hx * ofX[col]! - hy * ofY;
    }
  };
  const phase: RowFactor = (out, at, fx, fy) => {
    for (let col = 0; col < fx.length; col += 1) {
      const x = fx[col]!;
      const hx = xx * x + yx * fy;
      const hy = xy * x + yy * fy;
      const axial = inverse * inverse - ((x * x) / ratio + fy * fy * ratio) / area;
      if (axial <= 0) {
        out[at + col] = 0;
        continue;
      }
      const perSquare = (-Math.PI * zeta) / Math.sqrt(axial);
      const own = -perSquare * ((2 * x * hx) / ratio + 2 * fy * hy * ratio);
      out[at + col] = own + pixelsTurn(way, name, x, fy);
    }
  };
  return { strength, phase };
}
