import type { CameraImage } from '../../field/camera.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Sideband } from '../../sideband/sideband.ts';

export type Lines = 'rows' | 'columns';

/** Pixels of a line that are looked at together, and the least fringes in them: fewer are not told from the mean. */
const STRIP = 64;
const FEWEST_FRINGES = 3;
/** Strips across the frame: what happens to lines does so from side to side. */
export const STRIPS = 4;

/** The fringes of all lines of a frame, in each of some strips across it. */
export interface LineStrips {
  readonly lines: Lines;
  readonly count: number;
  /** cycles/px of the carrier, from line to line */
  readonly across: number;
  /** count × STRIPS complex numbers */
  readonly values: Float64Array;
}

/** Of rows and of columns, unless fringes hardly cross them. */
export function lineStrips(
  kernels: Kernels,
  { plane, mean }: Pick<CameraImage, 'plane' | 'mean'>,
  { x, y }: Sideband['carrier'],
): readonly LineStrips[] {
  const values = kernels.floats(plane.ptr, plane.rows * plane.pitch);
  const rows = { count: plane.rows, length: plane.cols, next: plane.pitch, step: 1 };
  const columns = { count: plane.cols, length: plane.rows, next: 1, step: plane.pitch };
  const sides = [
    { lines: 'rows', grid: rows, along: x, across: y },
    { lines: 'columns', grid: columns, along: y, across: x },
  ] as const;
  return sides
    .filter(({ grid, along }) => Math.abs(along) * STRIP >= FEWEST_FRINGES && grid.length >= STRIP)
    .map(({ lines, grid, along, across }) => ({
      ...{ lines, count: grid.count, across },
      values: stripsOf(kernels, values, grid, mean, along),
    }));
}

interface LineGrid {
  readonly count: number;
  readonly length: number;
  /** from a line to the next, and along it, in samples */
  readonly next: number;
  readonly step: number;
}

/** The fringes of every line in every strip: count × STRIPS complex numbers. */
function stripsOf(
  { wasm }: Kernels,
  values: Float32Array,
  { count, length, next, step }: LineGrid,
  mean: number,
  frequency: number,
): Float64Array {
  const wave = Array.from({ length: STRIP }, (_, k) => {
    const hann = 1 - wasm.cos((2 * Math.PI * (k + 0.5)) / STRIP);
    const turn = -2 * Math.PI * frequency * k;
    return { re: hann * wasm.cos(turn), im: hann * wasm.sin(turn) };
  });
  const re = Float64Array.from(wave, (one) => one.re);
  const im = Float64Array.from(wave, (one) => one.im);
  const strips = new Float64Array(2 * count * STRIPS);
  for (let line = 0; line < count; line++)
    for (let strip = 0; strip < STRIPS; strip++) {
      const first = line * next + Math.floor((strip * (length - STRIP)) / (STRIPS - 1)) * step;
      let [sumRe, sumIm] = [0, 0];
      for (let k = 0; k < STRIP; k++) {
        const value = values[first + k * step]! - mean;
        sumRe += value * re[k]!;
        sumIm += value * im[k]!;
      }
      strips[2 * (line * STRIPS + strip)] = sumRe;
      strips[2 * (line * STRIPS + strip) + 1] = sumIm;
    }
  return strips;
}
