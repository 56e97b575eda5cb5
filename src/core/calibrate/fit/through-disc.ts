import { lensTerms } from '../model/disturbances.ts';
import { foldOf, type Surroundings } from '../model/margin.ts';
import { Optics } from '../model/optics.ts';
import { frequenciesOf, rimOf } from '../model/path-response.ts';
import { drawn, pathOf } from '../model/predict.ts';
import { emptyComplex, transformedFrom, type Complex, type Parts } from '../model/spectrum.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Everywhere } from '../model/shifted.ts';
import type { SceneFit } from './fit-scene.ts';
import type { Task } from './through-pupil.ts';

/** What a lens is beside a perfect one: rad, each of its terms over a disc of a radius, cycles per camera pixel. */
export interface LensWaves {
  readonly terms: Float64Array;
  readonly radius: number;
}

/**
 * Where the disc that a lens passes lies beside the middle of what light it meets, cycles per camera pixel: along x and y
 * at the middle of the frame, and outwards at half of its longer side; and its radius. Light that is tilted or curved
 * where it meets the target takes its orders across the disc's rim.
 */
export type Aside = readonly [x: number, y: number, bend: number, radius: number];

export type Turn = (fx: number, fy: number) => number;

/** Light on its way through a lens whose disc lies aside: it is turned until the disc is in its middle, and back. */
export interface BehindLens {
  /** the drawing's field at the measured cells; with a turn, what that changes by when each frequency is turned by so many rad */
  readonly passed: (aside: Aside, waves: LensWaves | null, turn?: Turn) => Complex;
  /** any field there, with what the lens's terms do to it, or freed of that; the disc takes nothing of it */
  readonly turned: (aside: Aside, waves: LensWaves, sign: 1 | -1, field: Complex) => Complex;
}

export function behindLens(
  { subject, measured }: Task,
  { state }: SceneFit,
  { margin, fade }: Surroundings,
): BehindLens {
  const { kernels, medium_wavelength_um } = subject;
  const open = { ...measured, filter: null };
  const optics = new Optics(kernels, open, medium_wavelength_um, margin, foldOf(measured), fade);
  const spectrum = optics.spectrumOf(drawn(subject, optics, state, state.look));
  const all = optics.everywhere(spectrum, { ...pathOf(subject, state), pupil: null });
  const { rows, cols, first } = all;
  const turnedBy = turnsOf(kernels, measured, all);
  const wavesIn = wavesOver(kernels, [rows, cols], measured.cell);
  const spectrumOf = (field: Complex, [x, y, bend]: Aside) =>
    transformedFrom(kernels, [rows, cols], false, turnedBy(x, y, bend)(field, 1));
  const seen = (parts: Parts, [x, y, bend]: Aside) => {
    const passed = transformedFrom(kernels, [rows, cols], true, parts);
    const back = emptyComplex(rows * cols);
    turnedBy(x, y, bend)(passed, -1)(back.re, back.im);
    const out = emptyComplex(measured.rows * measured.cols);
    for (let row = 0; row < measured.rows; row += 1) {
      const from = (row + first) * cols + first;
      out.re.set(back.re.subarray(from, from + measured.cols), row * measured.cols);
      out.im.set(back.im.subarray(from, from + measured.cols), row * measured.cols);
    }
    return out;
  };
  let bent: { readonly aside: Aside; readonly spectrum: Complex } | null = null;
  return {
    passed: (aside, waves, turn) => {
      if (!bent || [0, 1, 2].some((k) => bent!.aside[k] !== aside[k]))
        bent = { aside, spectrum: spectrumOf(all, aside) };
      const own = waves ? wavesIn(bent.spectrum, waves, 1) : bent.spectrum;
      return seen(throughDisc(kernels, own, [rows, cols], measured.cell, aside[3], turn), aside);
    },
    turned: (aside, waves, sign, field) => {
      const wide = emptyComplex(rows * cols);
      for (let row = 0; row < measured.rows; row += 1) {
        const from = row * measured.cols;
        const to = (row + first) * cols + first;
        wide.re.set(field.re.subarray(from, from + measured.cols), to);
        wide.im.set(field.im.subarray(from, from + measured.cols), to);
      }
      const own = wavesIn(spectrumOf(wide, aside), waves, sign);
      return seen((re, im) => {
        re.set(own.re);
        im.set(own.im);
      }, aside);
    },
  };
}

/** Turns a spectrum by what a lens's terms make of each frequency, beyond the disc as at its rim, or back. */
function wavesOver({ wasm: { sin, cos } }: Kernels, [rows, cols]: readonly [number, number], cell: number) {
  const [fx, fy] = [frequenciesOf(cols, cell), frequenciesOf(rows, cell)];
  let known: { readonly waves: LensWaves; readonly factor: Complex } | null = null;
  const factorOf = ({ terms, radius }: LensWaves): Complex => {
    const factor = emptyComplex(rows * cols);
    for (let row = 0, i = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1, i += 1) {
        const angle = lensAngle(terms, fx[col]! / radius, fy[row]! / radius);
        factor.re[i] = cos(angle);
        factor.im[i] = sin(angle);
      }
    }
    return factor;
  };
  return ({ re, im }: Complex, waves: LensWaves, sign: 1 | -1): Complex => {
    if (known?.waves !== waves) known = { waves, factor: factorOf(waves) };
    const { re: c, im: d } = known.factor;
    return {
      re: re.map((a, i) => a * c[i]! - sign * im[i]! * d[i]!),
      im: re.map((a, i) => sign * a * d[i]! + im[i]! * c[i]!),
    };
  };
}

function lensAngle(terms: Float64Array, u: number, v: number): number {
  const outside = Math.max(1, Math.sqrt(u * u + v * v));
  return lensTerms.reduce((sum, { of }, k) => sum + terms[k]! * of(u / outside, v / outside), 0);
}

/** Writes what a disc in the middle passes of frequencies, or what that changes by when each is turned. */
function throughDisc(
  { wasm: { raisedCosine } }: Kernels,
  { re: fromRe, im: fromIm }: Complex,
  [rows, cols]: readonly [number, number],
  cell: number,
  radius: number,
  turn: Turn | undefined,
): Parts {
  const rim = rimOf(radius);
  const [fx, fy] = [frequenciesOf(cols, cell), frequenciesOf(rows, cell)];
  return (re, im) => {
    for (let row = 0, i = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1, i += 1) {
        const f = Math.sqrt(fx[col]! * fx[col]! + fy[row]! * fy[row]!);
        const share = f <= rim.pass ? 1 : f >= rim.stop ? 0 : raisedCosine(f, rim.pass, rim.stop);
        const a = share * fromRe[i]!;
        const b = share * fromIm[i]!;
        const by = turn && share > 0 ? turn(fx[col]!, fy[row]!) : 0;
        re[i] = turn ? -by * b : a;
        im[i] = turn ? by * a : b;
      }
    }
  };
}

/** Writes a field times exp(± i θ), θ the phase that takes a disc which lies aside to the middle. */
function turnsOf(
  { wasm: { sin, cos } }: Kernels,
  { cell, ...seen }: MeasuredLight,
  { rows, cols, first }: Everywhere,
) {
  const half = (Math.max(seen.rows, seen.cols) * cell) / 2;
  const places = (count: number, own: number) =>
    Float64Array.from({ length: count }, (_, k) => (k - first + 0.5 - own / 2) * cell);
  const [ofX, ofY] = [places(cols, seen.cols), places(rows, seen.rows)];
  return (x: number, y: number, bend: number) => {
    const along = (place: Float64Array, shift: number) => {
      const angles = place.map((p) => 2 * Math.PI * p * (shift + (bend * p) / (2 * half)));
      return { re: angles.map(cos), im: angles.map(sin) };
    };
    const [ofCol, ofRow] = [along(ofX, x), along(ofY, y)];
    return ({ re: fromRe, im: fromIm }: Complex, sign: 1 | -1): Parts =>
      (re, im) => {
        for (let row = 0, i = 0; row < rows; row += 1) {
          const p = ofRow.re[row]!;
          const q = ofRow.im[row]!;
          for (let col = 0; col < cols; col += 1, i += 1) {
            const u = ofCol.re[col]!;
            const v = ofCol.im[col]!;
            const c = p * u - q * v;
            const d = sign * (p * v + q * u);
            const a = fromRe[i]!;
            const b = fromIm[i]!;
            re[i] = a * c - b * d;
            im[i] = a * d + b * c;
          }
        }
      };
  };
}

/** (a − b) · by */
export function less(a: Complex, b: Complex, by: number): Complex {
  return by === -1
    ? { re: a.re.map((v, i) => v + b.re[i]!), im: a.im.map((v, i) => v + b.im[i]!) }
    : { re: a.re.map((v, i) => by * (v - b.re[i]!)), im: a.im.map((v, i) => by * (v - b.im[i]!)) };
}
