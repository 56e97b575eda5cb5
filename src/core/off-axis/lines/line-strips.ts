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
  const wave = { re: new Float64Array(STRIP), im: new Float64Array(STRIP) };
  for (let k = 0; k < STRIP; k++) {
    const hann = 1 - wasm.cos((2 * Math.PI * (k + 0.5)) / STRIP);
    const turn = -2 * Math.PI * frequency * k;
    wave.re[k] = hann * wasm.cos(turn);
    wave.im[k] = hann * wasm.sin(turn);
  }
  const strips = new Float64Array(2 * count * STRIPS);
  for (let line = 0; line < count; line++)
    for (let strip = 0; strip < STRIPS; strip++) {
      const first = line * next + Math.floor((strip * (length - STRIP)) / (STRIPS - 1)) * step;
      putFringes(values.subarray(first), step, mean, wave, strips, 2 * (line * STRIPS + strip));
    }
  return strips;
}

/** Of a strip that begins with the first value. */
function putFringes(
  values: Float32Array,
  step: number,
  mean: number,
  { re, im }: { readonly re: Float64Array; readonly im: Float64Array },
  out: Float64Array,
  at: number,
): void {
  let sumRe = 0;
  let sumIm = 0;
  for (let k = 0; k < STRIP; k++) {
    const value = values[k * step]! - mean;
    sumRe += value * re[k]!;
    sumIm += value * im[k]!;
  }
  out[at] = sumRe;
  out[at + 1] = sumIm;
}
