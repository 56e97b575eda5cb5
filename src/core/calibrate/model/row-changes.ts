import type { Quarter, Turns } from './path-response.ts';
import type { RimShare } from './rims.ts';
import type { Complex } from './spectrum.ts';

// What is called once a row stays compiled; a loop over rows with another in it does not.

/** So many frequencies of a row, each times a scale and its factor of a response, which is gone through up or down. */
export function passRow(
  { re, im }: Complex,
  from: number,
  scale: number,
  response: Quarter,
  at: number,
  step: 1 | -1,
  out: Complex,
  to: number,
  count: number,
): void {
  for (let k = 0, l = at; k < count; k += 1, l += step) {
    const a = re[from + k]! * scale;
    const b = im[from + k]! * scale;
    const c = response.re[l]!;
    const d = response.im[l]!;
    out.re[to + k] = a * c - b * d;
    out.im[to + k] = a * d + b * c;
  }
}

/** A row of frequencies, turned in place by what its row and each of its columns is. */
export function turnRow({ re, im }: Complex, from: number, ofCol: Turns, p: number, q: number): void {
  for (let col = 0, i = from; col < ofCol.re.length; col += 1, i += 1) {
    const u = ofCol.re[col]!;
    const v = ofCol.im[col]!;
    const c = p * u - q * v;
    const d = p * v + q * u;
    const a = re[i]!;
    const b = im[i]!;
    re[i] = a * c - b * d;
    im[i] = a * d + b * c;
  }
}

/** A row of frequencies at a rim, each times a share, in place. */
export function shareOfRow(
  re: Float32Array,
  im: Float32Array,
  from: number,
  fx: Float64Array,
  fy: number,
  by: RimShare,
): void {
  for (let col = 0, i = from; col < fx.length; col += 1, i += 1) {
    if (re[i] === 0 && im[i] === 0) continue;
    const share = by(fx[col]!, fy);
    re[i]! *= share;
    im[i]! *= share;
  }
}

/** So many frequencies of a row times factors, which are gone through up or down; null: 0. */
export function changeRow(
  { re, im }: Complex,
  from: number,
  real: Float64Array | null,
  imaginary: Float64Array | null,
  at: number,
  step: 1 | -1,
  sign: number,
  out: Complex,
  count: number,
): void {
  for (let i = from, l = at; i < from + count; i += 1, l += step) {
    const c = real === null ? 0 : sign * real[l]!;
    const d = imaginary === null ? 0 : sign * imaginary[l]!;
    const a = re[i]!;
    const b = im[i]!;
    out.re[i] = a * c - b * d;
    out.im[i] = a * d + b * c;
  }
}

/** A row that is kept less of towards its ends. */
export function fadeRow(
  { re, im }: Complex,
  from: number,
  across: Float64Array,
  ofRow: number,
  out: Complex,
  to: number,
): void {
  for (let col = 0; col < across.length; col += 1) {
    const kept = ofRow * across[col]!;
    out.re[to + col] = kept * re[from + col]!;
    out.im[to + col] = kept * im[from + col]!;
  }
}

/** By a camera pixel along x, and along y. */
export interface Gradient {
  readonly x: Complex;
  readonly y: Complex;
}

/** What a unit of a linear change moves, in units of the distance from the middle: [dx/dx, dx/dy, dy/dx, dy/dy]. */
type Linear = readonly [number, number, number, number];

/** What a linear change adds to a row: how far each cell is displaced by it, times the gradient there. */
export function addDisplaced(
  out: Complex,
  from: number,
  across: Float64Array,
  v: number,
  [xx, xy, yx, yy]: Linear,
  { x, y }: Gradient,
): void {
  for (let col = 0, i = from; col < across.length; col += 1, i += 1) {
    const u = across[col]!;
    const dx = xx * u + xy * v;
    const dy = yx * u + yy * v;
    out.re[i]! += dx * x.re[i]! + dy * y.re[i]!;
    out.im[i]! += dx * x.im[i]! + dy * y.im[i]!;
  }
}

/** A row of −v · ∇, v the displacement. */
export function displacedRow(
  out: Complex,
  from: number,
  across: Float64Array,
  v: number,
  [xx, xy, yx, yy]: Linear,
  { x, y }: Gradient,
): void {
  for (let col = 0, i = from; col < across.length; col += 1, i += 1) {
    const u = across[col]!;
    const dx = xx * u + xy * v;
    const dy = yx * u + yy * v;
    out.re[i] = -(dx * x.re[i]! + dy * y.re[i]!);
    out.im[i] = -(dx * x.im[i]! + dy * y.im[i]!);
  }
}

/** A row of a spectrum's derivative along an axis, of so many cycles per pixel each. */
export function gradientRow({ re, im }: Complex, from: number, along: Float64Array, out: Complex): void {
  for (let col = 0, i = from; col < along.length; col += 1, i += 1) {
    const f = 2 * Math.PI * along[col]!;
    out.re[i] = -f * im[i]!;
    out.im[i] = f * re[i]!;
  }
}
