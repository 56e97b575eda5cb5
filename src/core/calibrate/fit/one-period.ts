import { cubicShare } from '../../field/cubic-share.ts';
import type { Lattice } from '../../targets/target-model.ts';
import { DRAWN } from '../model/endless.ts';
import { lightField, lightTables, type Light } from '../model/light.ts';
import type { MeasuredLight } from '../model/measured.ts';
import {
  drawnPeriod,
  orderFrequency,
  ordersInto,
  ordersUpTo,
  periodOf,
  type Period,
} from '../model/endless.ts';
import { factorAt, sinc } from '../model/path-response.ts';
import { pathOf, type Subject } from '../model/predict.ts';
import { drawScene } from '../model/scene.ts';
import { frequencyOf, transformed, transformedFrom, type Parts } from '../model/spectrum.ts';
import type { State } from '../model/state.ts';

/** Cycles per camera pixel of the finest order that is followed: beyond, no pixel's mean and no light is left of it. */
const FINEST = 1.5;
/** An intensity has twice the band of its wave; half as much again is for the cubics between samples. */
export const FINER = 3;
/** Two periods, and as many cells along each as orders are followed. */
interface Followed extends Period {
  readonly cols: number;
  readonly rows: number;
}

/** Of a lattice without an end: the mean intensity over each cell. One period tells it for all of a frame. */
export function latticeOverPixels(
  subject: Subject,
  lattice: Lattice,
  state: State,
  light: Light,
  measured: MeasuredLight,
): Float32Array {
  const period = followedOf(lattice, state);
  const own = overOnePeriod(subject, lattice, period, state, measured.cell);
  const { wasm } = subject.kernels;
  const lit = lightField(light, lightTables(measured, light.amplitudeDegree), wasm);
  const [, , left, , , top] = state.places[0]!;
  const { rows, cols, cell } = measured;
  const { a, b, det } = period;
  const [wide, high] = [FINER * period.cols, FINER * period.rows];
  const out = new Float32Array(rows * cols);
  for (let row = 0, i = 0; row < rows; row += 1) {
    const dy = (row + 0.5) * cell - 0.5 - top;
    for (let col = 0; col < cols; col += 1, i += 1) {
      const dx = (col + 0.5) * cell - 0.5 - left;
      const u = (b[1] * dx - b[0] * dy) / det;
      const v = (a[0] * dy - a[1] * dx) / det;
      const value = between(own, wide, high, (u - Math.floor(u)) * wide, (v - Math.floor(v)) * high);
      out[i] = value * lit.re[i]! * lit.re[i]!;
    }
  }
  return out;
}

function followedOf(lattice: Lattice, { places }: State): Followed {
  const period = periodOf(lattice, places[0]!);
  const [rows, cols] = ordersUpTo(lattice, period, FINEST);
  return { ...period, rows, cols };
}

/** The same over one period, on a grid that is finer than its orders ask for. */
function overOnePeriod(
  subject: Subject,
  lattice: Lattice,
  period: Followed,
  state: State,
  cell: number,
): Float32Array {
  const { kernels } = subject;
  const { rows, cols } = period;
  const [high, wide] = [FINER * rows, FINER * cols];
  const box = (n: number, m: number) => {
    const [fx, fy] = orderFrequency(period, n, m);
    return sinc(fx * cell, kernels.wasm.sin) * sinc(fy * cell, kernels.wasm.sin);
  };
  const field = transformedFrom(kernels, [high, wide], true, ordersOf(subject, lattice, period, state));
  const spectrum = transformedFrom(kernels, [high, wide], false, (re, im) => {
    re.set(field.re.map((value, i) => value * value + field.im[i]! * field.im[i]!));
    im.fill(0);
  });
  return transformedFrom(kernels, [high, wide], true, (re, im) => {
    for (let row = 0, i = 0; row < high; row += 1) {
      const m = frequencyOf(row, high) * high;
      for (let col = 0; col < wide; col += 1, i += 1) {
        const share = box(frequencyOf(col, wide) * wide, m);
        re[i] = share * spectrum.re[i]!;
        im[i] = share * spectrum.im[i]!;
      }
    }
  }).re;
}

/** The waves that arrive, one for each order: of one period as it is drawn, after their way. */
function ordersOf(subject: Subject, lattice: Lattice, period: Followed, state: State): Parts {
  const { kernels, model, wavelength_um, medium_wavelength_um } = subject;
  const { rows, cols } = period;
  const size = [DRAWN * rows, DRAWN * cols] as const;
  const place = drawnPeriod(lattice, size);
  const grid = { rows: size[0], cols: size[1], cell: 1, left: 0, top: 0 };
  const wave = drawScene(grid, model, [{ place, parts: null }], state.look, wavelength_um, kernels.wasm);
  const spectrum = transformed(kernels, wave, ...size);
  const arrives = factorAt(kernels, pathOf(subject, state), medium_wavelength_um);
  return ordersInto(kernels, spectrum, size, period, [rows, cols], [FINER * rows, FINER * cols], arrives);
}

/** Between the samples of a grid that repeats itself, by cubics through four of them (Catmull and Rom). */
function between(values: Float32Array, wide: number, high: number, x: number, y: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const s = x - x0;
  const t = y - y0;
  let sum = 0;
  for (let k = -1; k < 3; k += 1) {
    const start = ((y0 + k + high) % high) * wide;
    const p = values[start + ((x0 - 1 + wide) % wide)]!;
    const q = values[start + (x0 % wide)]!;
    const r = values[start + ((x0 + 1) % wide)]!;
    const w = values[start + ((x0 + 2) % wide)]!;
    sum += cubicShare(k, t) * cubic(p, q, r, w, s);
  }
  return sum;
}

function cubic(p: number, q: number, r: number, w: number, s: number): number {
  return q + 0.5 * s * (r - p + s * (2 * p - 5 * q + 4 * r - w + s * (3 * (q - r) + w - p)));
}
