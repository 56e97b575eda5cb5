import type { DoublesAt, FloatsAt } from '../../kernel/addresses.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { RealPlane } from '../../kernel/plane.ts';
import type { Complex } from '../model/spectrum.ts';
import type { FrameWave, Sums, Terms } from './frame-wave.ts';

/** A wave's own terms: 1, x and y. */
export const OWN_TERMS = 3;

/**
 * What is left of a field in the light of its waves: times that light's conjugate. A wave that nothing bends is one of x by one of y there, and so are
 * its own terms 1, x and y: half of what sums over a frame take is taken once for all waves. There are hundreds of these, and each is summed in every round.
 */
export interface LitRest {
  readonly kernels: Kernels;
  readonly re: RealPlane;
  readonly im: RealPlane;
  /** |light|² */
  readonly power: RealPlane;
  /** room for a wave along a row and along a column, with the terms x and y behind it */
  readonly alongX: FloatsAt;
  readonly alongY: FloatsAt;
  /** room for real and imaginary parts of its own terms */
  readonly terms: DoublesAt;
}

/** Does that to what is left, and gives back what is left then. */
export function inTheLight(
  kernels: Kernels,
  rest: Complex,
  sums: Sums,
  cols: number,
  act: (lit: LitRest) => void,
): void {
  const rows = rest.re.length / cols;
  using scope = kernels.scope();
  const plane = () => scope.real(rows, cols);
  const re = plane();
  const lit = {
    ...{ kernels, re, im: plane(), power: plane() },
    ...{ alongX: scope.floats(OWN_TERMS * re.pitch), alongY: scope.floats(OWN_TERMS * rows) },
    terms: scope.doubles(2 * OWN_TERMS),
  };
  const before = fill(lit, rest, sums);
  act(lit);
  giveBack(lit, before, rest, sums.lit);
}

function samplesOf({ kernels, re, im, power }: LitRest): [Float32Array, Float32Array, Float32Array] {
  const own = (plane: RealPlane) => kernels.floats(plane.ptr, plane.rows * plane.pitch);
  return [own(re), own(im), own(power)];
}

/** Writes what is left there, and gives a copy of it. */
function fill(lit: LitRest, rest: Complex, sums: Sums): Complex {
  const { rows, cols, pitch } = lit.re;
  const [re, im, power] = samplesOf(lit);
  for (const own of [re, im, power]) own.fill(0);
  const { re: litRe, im: litIm } = sums.lit;
  for (let row = 0, i = 0; row < rows; row += 1)
    for (let at = row * pitch; at < row * pitch + cols; at += 1, i += 1) {
      const [k, l] = [litRe[i]!, litIm[i]!];
      const [a, b] = [rest.re[i]!, rest.im[i]!];
      re[at] = a * k + b * l;
      im[at] = b * k - a * l;
      power[at] = k * k + l * l;
    }
  const [x, y] = [sums.tables[1]!, sums.tables[2]!];
  const [alongX, alongY] = [
    lit.kernels.floats(lit.alongX, OWN_TERMS * pitch),
    lit.kernels.floats(lit.alongY, OWN_TERMS * rows),
  ];
  alongX.fill(0);
  alongX.set(x.subarray(0, cols), 2 * pitch);
  for (let row = 0; row < rows; row += 1) alongY[2 * rows + row] = y[row * cols]!;
  return { re: re.slice(), im: im.slice() };
}

/** Of the field itself as much less as is less there now. */
function giveBack(lit: LitRest, before: Complex, rest: Complex, { re: litRe, im: litIm }: Complex): void {
  const { rows, cols, pitch } = lit.re;
  const [re, im, power] = samplesOf(lit);
  for (let row = 0, i = 0; row < rows; row += 1)
    for (let at = row * pitch; at < row * pitch + cols; at += 1, i += 1) {
      if (power[at] === 0) continue;
      const a = (before.re[at]! - re[at]!) / power[at]!;
      const b = (before.im[at]! - im[at]!) / power[at]!;
      rest.re[i]! -= litRe[i]! * a - litIm[i]! * b;
      rest.im[i]! -= litRe[i]! * b + litIm[i]! * a;
    }
}

/** Writes a wave where kernels look for it. */
function place({ kernels, re: { rows, pitch }, ...lit }: LitRest, { alongX, alongY }: FrameWave): void {
  const [x, y] = [kernels.floats(lit.alongX, 2 * pitch), kernels.floats(lit.alongY, 2 * rows)];
  x.set(alongX.re);
  x.set(alongX.im, pitch);
  y.set(alongY.re);
  y.set(alongY.im, rows);
}

/** Takes (Σ by P) · light · wave off what is left, of up to three terms. */
export function takeLitOff(lit: LitRest, wave: FrameWave, own: Terms): void {
  place(lit, wave);
  const terms = lit.kernels.doubles(lit.terms, 2 * OWN_TERMS);
  terms.fill(0);
  terms.set(own.re);
  terms.set(own.im, OWN_TERMS);
  lit.kernels.wasm.takeWaveOff(lit.re, lit.im, lit.power, lit.alongX, lit.alongY, lit.terms);
}

/** Σ rest · conj(light · wave) times 1, x and y: so many of these. */
export function besideLit(lit: LitRest, wave: FrameWave, count: number): Terms {
  place(lit, wave);
  lit.kernels.wasm.besideWave(lit.re, lit.im, lit.alongX, lit.alongY, lit.terms);
  const sums = lit.kernels.doubles(lit.terms, 2 * OWN_TERMS);
  return { re: sums.slice(0, count), im: sums.slice(OWN_TERMS, OWN_TERMS + count) };
}
