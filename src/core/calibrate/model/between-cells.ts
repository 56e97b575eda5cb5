import type { Kernels } from '../../kernel/kernels.ts';
import type { PartOfFrame } from './shifted.ts';
import { emptyComplex, type Complex } from './spectrum.ts';

/** A complex picture that repeats itself: a real part and an imaginary one of each cell, with one more before and two behind along each side. */
export interface PeriodCells {
  readonly high: number;
  readonly wide: number;
  readonly pairs: Float32Array;
}

/** More cells at the end: of what rounds up to a whole period, four by which nothing is multiplied. */
const SPARE = 4;

export function bordered({ re, im }: Complex, [high, wide]: readonly [number, number]): PeriodCells {
  const pairs = new Float32Array(2 * ((high + 3) * (wide + 3) + SPARE));
  for (let row = 0, to = 0; row < high + 3; row += 1) {
    const start = ((row - 1 + high) % high) * wide;
    for (let col = 0; col < wide + 3; col += 1, to += 2) {
      const from = start + ((col - 1 + wide) % wide);
      pairs[to] = re[from]!;
      pairs[to + 1] = im[from]!;
    }
  }
  return { high, wide, pairs };
}

/** Where samples lie, in pixels from where a period begins. */
interface Places {
  /** of the first one, and from one to the next */
  readonly left: number;
  readonly top: number;
  readonly step: number;
  /** share of a period along rows of cells per pixel in x and in y, and along their columns */
  readonly along: readonly [number, number];
  readonly down: readonly [number, number];
}

/** Samples of it, by cubics. */
export function betweenCells(
  kernels: Kernels,
  { pairs, high, wide }: PeriodCells,
  { rows, cols }: Pick<PartOfFrame, 'rows' | 'cols'>,
  { left, top, step, along, down }: Places,
): Complex {
  const values = [...along, ...down, left, top, step];
  const count = rows * cols;
  // a lattice without extent has no cells
  if (!values.every(Number.isFinite)) {
    const nowhere = emptyComplex(count);
    return { re: nowhere.re.fill(NaN), im: nowhere.im.fill(NaN) };
  }
  using scope = kernels.scope();
  const cells = scope.floats(pairs.length);
  const place = scope.doubles(values.length);
  const [re, im] = [scope.floats(count), scope.floats(count)];
  kernels.floats(cells, pairs.length).set(pairs);
  kernels.doubles(place, values.length).set(values);
  kernels.wasm.betweenCells(cells, place, re, im, { high, wide, rows, cols });
  return { re: kernels.floats(re, count).slice(), im: kernels.floats(im, count).slice() };
}
