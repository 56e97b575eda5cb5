import type { Kernels } from '../../kernel/kernels.ts';
import { distortionTerms } from '../../rig/distortion-terms.ts';
import { bordered, type PeriodCells } from '../model/between-cells.ts';
import { emptyComplex, frequencyOf, transformedFrom } from '../model/spectrum.ts';
import { risingAt, spectrumOfSamples, type Along, type CarriedField } from '../prepare/carried-field.ts';

/** Cells for each sample of a field, between which cubics tell it: ten for a turn of the highest frequency that passes. */
const FINE = 4;

/**
 * A field as it would be without a lens that distorts: at each sample what is seen where the lens puts what belongs there. Straight waves that it bends are
 * straight there, in a light and a window that are moved along.
 * @param terms the radial one first
 */
export function straightField(
  kernels: Kernels,
  carried: CarriedField,
  terms: readonly number[],
): CarriedField {
  const { across, down } = carried;
  const cells = fineCells(kernels, carried);
  const { cos } = kernels.wasm;
  const [riseX, riseY] = [risingAt(across.pixels, cos), risingAt(down.pixels, cos)];
  const count = across.count * down.count;
  const field = emptyComplex(count);
  const window = new Float32Array(count);
  const value = [0, 0] as [number, number];
  for (let row = 0, to = 0; row < down.count; row += 1) {
    const moved = movedRow(terms, carried, row);
    for (let col = 0; col < across.count; col += 1, to += 1) {
      const [x, y] = [moved.x[col]!, moved.y[col]!];
      window[to] = riseX(x) * riseY(y);
      if (window[to] === 0) continue;
      between(value, cells, (x * FINE) / across.step, (y * FINE) / down.step);
      [field.re[to], field.im[to]] = value;
    }
  }
  return { ...carried, field, window };
}

/** Where a lens puts what belongs at the samples of a row, camera pixels. */
function movedRow(terms: readonly number[], { across, down }: CarriedField, row: number) {
  const half = Math.max(across.pixels, down.pixels) / 2;
  const from = ({ pixels }: Along, at: number) => (at + 0.5 - pixels / 2) / half;
  const [x, y] = [new Float64Array(across.count), new Float64Array(across.count)];
  const v = from(down, row * down.step);
  for (let col = 0; col < across.count; col += 1) {
    const u = from(across, col * across.step);
    [x[col], y[col]] = [col * across.step, row * down.step];
    distortionTerms.forEach((term, k) => {
      const [p, q] = term(u, v);
      x[col]! += half * terms[k]! * p;
      y[col]! += half * terms[k]! * q;
    });
  }
  return { x, y };
}

/** The period that a frame and what lies between its end and its start fill. */
function fineCells(kernels: Kernels, carried: CarriedField): PeriodCells {
  const { spectrum, rows, cols } = spectrumOfSamples(kernels, carried);
  const [high, wide] = [FINE * rows, FINE * cols];
  const fine = transformedFrom(kernels, [high, wide], true, (re, im) => {
    re.fill(0);
    im.fill(0);
    for (let row = 0, from = 0; row < rows; row += 1) {
      const at = Math.round(frequencyOf(row, rows) * rows);
      const start = ((at + high) % high) * wide;
      for (let col = 0; col < cols; col += 1, from += 1) {
        const to = start + ((Math.round(frequencyOf(col, cols) * cols) + wide) % wide);
        re[to] = FINE * FINE * spectrum.re[from]!;
        im[to] = FINE * FINE * spectrum.im[from]!;
      }
    }
  });
  return bordered(fine, [high, wide]);
}

/** By cubics through four cells along either axis. */
function between(to: [number, number], { pairs, high, wide }: PeriodCells, x: number, y: number): void {
  const [col, row] = [Math.floor(x), Math.floor(y)];
  const [along, down] = [shares(x - col), shares(y - row)];
  // what lies before the first cell is the end of the period
  const [left, top] = [(col + wide) % wide, (row + high) % high];
  let [re, im] = [0, 0];
  for (let j = 0; j < 4; j += 1) {
    const from = 2 * ((top + j) * (wide + 3) + left);
    for (let i = 0; i < 4; i += 1) {
      const by = down[j]! * along[i]!;
      re += by * pairs[from + 2 * i]!;
      im += by * pairs[from + 2 * i + 1]!;
    }
  }
  [to[0], to[1]] = [re, im];
}

/** What the four next cells count for, at so much of a cell behind the second. */
function shares(t: number): readonly [number, number, number, number] {
  return [
    ...([(-t * (t - 1) * (t - 2)) / 6, ((t + 1) * (t - 1) * (t - 2)) / 2] as const),
    ...([(-(t + 1) * t * (t - 2)) / 2, ((t + 1) * t * (t - 1)) / 6] as const),
  ];
}
