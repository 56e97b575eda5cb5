import { emptyComplex, type Complex } from '../model/spectrum.ts';
import type { FrameWave, Sums, Terms } from './frame-wave.ts';

type Pair = readonly [re: number, im: number];

/**
 * What is left of a field in the light of its waves: times that light's conjugate. A wave that nothing bends is one of x by one of y there, and so are
 * its own terms 1, x and y: half of what sums over a frame take is taken once for all waves. There are hundreds of these, and each is summed in every round.
 */
export interface LitRest {
  readonly own: Complex;
  /** |light|² */
  readonly power: Float32Array;
  /** the terms x and y, along a row and along a column */
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Does that to what is left, and gives back what is left then. */
export function inTheLight(rest: Complex, sums: Sums, cols: number, act: (lit: LitRest) => void): void {
  const { re: litRe, im: litIm } = sums.lit;
  const count = rest.re.length;
  const [own, power] = [emptyComplex(count), new Float32Array(count)];
  for (let i = 0; i < count; i += 1) {
    const [k, l] = [litRe[i]!, litIm[i]!];
    const [a, b] = [rest.re[i]!, rest.im[i]!];
    own.re[i] = a * k + b * l;
    own.im[i] = b * k - a * l;
    power[i] = k * k + l * l;
  }
  const before = { re: own.re.slice(), im: own.im.slice() };
  const y = Float32Array.from({ length: count / cols }, (_, row) => sums.tables[2]![row * cols]!);
  act({ own, power, x: sums.tables[1]!.subarray(0, cols), y });
  for (let i = 0; i < count; i += 1) {
    if (power[i] === 0) continue;
    const a = (before.re[i]! - own.re[i]!) / power[i]!;
    const b = (before.im[i]! - own.im[i]!) / power[i]!;
    rest.re[i]! -= litRe[i]! * a - litIm[i]! * b;
    rest.im[i]! -= litRe[i]! * b + litIm[i]! * a;
  }
}

function timesX({ re, im }: Complex, x: Float32Array): Complex {
  return { re: re.map((v, k) => v * x[k]!), im: im.map((v, k) => v * x[k]!) };
}

/** Takes (Σ by P) · light · wave off what is left, of up to three terms. */
export function takeLitOff(lit: LitRest, { alongX, alongY }: FrameWave, { re, im }: Terms): void {
  const { x, y } = lit;
  const [a0, a1, a2] = [re[0]!, re[1] ?? 0, re[2] ?? 0];
  const [b0, b1, b2] = [im[0]!, im[1] ?? 0, im[2] ?? 0];
  const sloped = a1 === 0 && b1 === 0 ? null : timesX(alongX, x);
  for (let row = 0, from = 0; row < y.length; row += 1, from += x.length) {
    const [p, q, v] = [alongY.re[row]!, alongY.im[row]!, y[row]!];
    const [a, b] = [a0 + a2 * v, b0 + b2 * v];
    const even = [p * a - q * b, p * b + q * a] as const;
    if (sloped) takeSlopedRowOff(lit, alongX, even, sloped, [p * a1 - q * b1, p * b1 + q * a1], from);
    else takeRowOff(lit, alongX, even, from);
  }
}

/** So much of what is along a row. */
function takeRowOff({ own: { re, im }, power }: LitRest, along: Complex, [c, d]: Pair, from: number): void {
  const { re: xRe, im: xIm } = along;
  for (let col = 0, i = from; col < xRe.length; col += 1, i += 1) {
    const r = xRe[col]!;
    const s = xIm[col]!;
    const w = power[i]!;
    re[i]! -= w * (r * c - s * d);
    im[i]! -= w * (r * d + s * c);
  }
}

/** The same of two at once: what is left is read and written once. */
function takeSlopedRowOff(
  { own: { re, im }, power }: LitRest,
  { re: xRe, im: xIm }: Complex,
  [c, d]: Pair,
  { re: uRe, im: uIm }: Complex,
  [e, f]: Pair,
  from: number,
): void {
  for (let col = 0, i = from; col < xRe.length; col += 1, i += 1) {
    const r = xRe[col]!;
    const s = xIm[col]!;
    const t = uRe[col]!;
    const u = uIm[col]!;
    const w = power[i]!;
    re[i]! -= w * (r * c - s * d + t * e - u * f);
    im[i]! -= w * (r * d + s * c + t * f + u * e);
  }
}

/** Σ rest · conj(light · wave) times 1, x and y: so many of these. */
export function besideLit(lit: LitRest, { alongX, alongY }: FrameWave, count: number): Terms {
  const { x, y } = lit;
  const out = { re: new Float64Array(3), im: new Float64Array(3) };
  const row = new Float64Array(2);
  const along = count > 1 ? timesX(alongX, x) : null;
  const add = (k: number, p: number, q: number) => {
    out.re[k]! += row[0]! * p + row[1]! * q;
    out.im[k]! += row[1]! * p - row[0]! * q;
  };
  for (let k = 0, from = 0; k < y.length; k += 1, from += x.length) {
    const [p, q, v] = [alongY.re[k]!, alongY.im[k]!, y[k]!];
    besideRow(lit.own, alongX, from, row);
    add(0, p, q);
    add(2, v * p, v * q);
    if (!along) continue;
    besideRow(lit.own, along, from, row);
    add(1, p, q);
  }
  return { re: out.re.slice(0, count), im: out.im.slice(0, count) };
}

/** Σ rest · conj(what is along a row). */
function besideRow({ re, im }: Complex, { re: xRe, im: xIm }: Complex, from: number, to: Float64Array): void {
  let a = 0;
  let b = 0;
  for (let col = 0, i = from; col < xRe.length; col += 1, i += 1) {
    const k = re[i]!;
    const l = im[i]!;
    const r = xRe[col]!;
    const s = xIm[col]!;
    a += k * r + l * s;
    b += l * r - k * s;
  }
  to[0] = a;
  to[1] = b;
}
