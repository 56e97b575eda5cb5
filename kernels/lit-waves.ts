// Waves over a field that was multiplied by the conjugate of the light that all of them share: x by y, with terms 1, x and y of their own.
import { addProduct, plus, productIm, productRe, splat, subtractProduct, times, total } from './simd';
import { Count, DoublesAt, FloatPitch, FloatsAt, RealAt } from './types';

/**
 * Takes (a₀ + a₁ x + a₂ y) · |light|² · wave off what is left, `re` + i·`im`.
 * @param power |light|²
 * @param alongX three lines of `pitch` f32: real and imaginary part of the wave along a row, and the term x; 0 past `cols`
 * @param alongY three lines of `rows` f32: the same down a column
 * @param terms real parts of a₀, a₁ and a₂, then their imaginary ones
 */
export function takeWaveOff(
  re: RealAt,
  im: RealAt,
  power: RealAt,
  pitch: FloatPitch<usize>,
  rows: Count<usize>,
  cols: Count<usize>,
  alongX: FloatsAt,
  alongY: FloatsAt,
  terms: DoublesAt,
): void {
  const line = pitch << 2;
  const column = rows << 2;
  const end = ((cols + 3) >> 2) << 4;
  const ownRe = load<f64>(terms, 8);
  const ownIm = load<f64>(terms, 32);
  for (let row: usize = 0; row < rows; row++) {
    const at = alongY + (row << 2);
    const p = <f64>load<f32>(at);
    const q = <f64>load<f32>(at + column);
    const y = <f64>load<f32>(at + 2 * column);
    const a = load<f64>(terms) + load<f64>(terms, 16) * y;
    const b = load<f64>(terms, 24) + load<f64>(terms, 40) * y;
    const evenRe = splat(<f32>(p * a - q * b));
    const evenIm = splat(<f32>(p * b + q * a));
    const slopeRe = splat(<f32>(p * ownRe - q * ownIm));
    const slopeIm = splat(<f32>(p * ownIm + q * ownRe));
    const from = row * line;
    for (let i: usize = 0; i < end; i += 16) {
      const x = v128.load(alongX + 2 * line + i);
      const c = addProduct(evenRe, slopeRe, x);
      const d = addProduct(evenIm, slopeIm, x);
      const r = v128.load(alongX + i);
      const s = v128.load(alongX + line + i);
      const w = v128.load(power + from + i);
      const toRe = re + from + i;
      const toIm = im + from + i;
      v128.store(toRe, subtractProduct(v128.load(toRe), w, productRe(r, s, c, d)));
      v128.store(toIm, subtractProduct(v128.load(toIm), w, productIm(r, s, c, d)));
    }
  }
}

/**
 * Σ of what is left, `re` + i·`im`, times the conjugate of the wave, times 1, x and y: real parts of the three, then their imaginary ones.
 * `alongX` and `alongY` are those of {@link takeWaveOff}; what lies past `cols` is a number.
 */
export function besideWave(
  re: RealAt,
  im: RealAt,
  pitch: FloatPitch<usize>,
  rows: Count<usize>,
  cols: Count<usize>,
  alongX: FloatsAt,
  alongY: FloatsAt,
  sums: DoublesAt,
): void {
  const line = pitch << 2;
  const column = rows << 2;
  const end = ((cols + 3) >> 2) << 4;
  let re0: f64 = 0;
  let re1: f64 = 0;
  let re2: f64 = 0;
  let im0: f64 = 0;
  let im1: f64 = 0;
  let im2: f64 = 0;
  for (let row: usize = 0; row < rows; row++) {
    let a = splat(0);
    let b = splat(0);
    let ax = splat(0);
    let bx = splat(0);
    const from = row * line;
    for (let i: usize = 0; i < end; i += 16) {
      const k = v128.load(re + from + i);
      const l = v128.load(im + from + i);
      const r = v128.load(alongX + i);
      const s = v128.load(alongX + line + i);
      const x = v128.load(alongX + 2 * line + i);
      const c = addProduct(times(k, r), l, s);
      const d = subtractProduct(times(l, r), k, s);
      a = plus(a, c);
      b = plus(b, d);
      ax = addProduct(ax, c, x);
      bx = addProduct(bx, d, x);
    }
    const at = alongY + (row << 2);
    const p = <f64>load<f32>(at);
    const q = <f64>load<f32>(at + column);
    const y = <f64>load<f32>(at + 2 * column);
    const ownRe = total(a) * p + total(b) * q;
    const ownIm = total(b) * p - total(a) * q;
    re0 += ownRe;
    im0 += ownIm;
    re1 += total(ax) * p + total(bx) * q;
    im1 += total(bx) * p - total(ax) * q;
    re2 += ownRe * y;
    im2 += ownIm * y;
  }
  store<f64>(sums, re0);
  store<f64>(sums, re1, 8);
  store<f64>(sums, re2, 16);
  store<f64>(sums, im0, 24);
  store<f64>(sums, im1, 32);
  store<f64>(sums, im2, 40);
}
