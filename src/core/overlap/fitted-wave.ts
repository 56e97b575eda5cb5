import type { nativeGrid, NativeField } from '../demodulate/demodulate.ts';
import { ifft2 } from '../fft/fft2.ts';
import { tileBounds } from '../field/tile-bounds.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import { putDisc, type Disc } from './disc.ts';

/** A wave on the native grid. */
export type NativeWave = Pick<
  NativeField,
  'plane' | 'rows' | 'cols' | 'stepX' | 'stepY' | 'fullRows' | 'fullCols'
>;

export interface NativeDisc {
  readonly grid: ReturnType<typeof nativeGrid>;
  /** the camera's */
  readonly frame: RealPlane;
  readonly disc: Disc;
  /** of the unitary transform that its numbers are from: the root of its samples */
  readonly unit: number;
}

/** A disc of a spectrum as a wave on the native grid. */
export function onNativeGrid(
  kernels: Kernels,
  scope: Scope,
  { grid, frame, disc, unit }: NativeDisc,
  numbers: Float64Array,
): NativeWave {
  const { rows, cols, fullRows, fullCols } = grid;
  const plane = scope.complex(rows, cols);
  putDisc(kernels, plane, disc, (rows * cols) / unit, numbers);
  ifft2(kernels, plane);
  const [stepX, stepY] = [fullCols / cols, fullRows / rows];
  return {
    ...{ plane, fullRows, fullCols, stepX, stepY },
    rows: Math.min(rows, Math.floor((frame.rows - 1) / stepY) + 1),
    cols: Math.min(cols, Math.floor((frame.cols - 1) / stepX) + 1),
  };
}

/** Means per tile of twice the square of the phase that a change of a wave makes. */
export function phasePowers(
  kernels: Kernels,
  wave: NativeWave,
  change: NativeWave,
  tiles: number,
): Float64Array {
  const { rows, cols } = wave;
  const values = kernels.floats(wave.plane.ptr, floatsIn(wave.plane));
  const changes = kernels.floats(change.plane.ptr, floatsIn(change.plane));
  const pitch = floatsPerRow(wave.plane);
  return Float64Array.from({ length: tiles * tiles }, (_, t) => {
    const y = tileBounds(Math.floor(t / tiles), tiles, rows);
    const x = tileBounds(t % tiles, tiles, cols);
    let sum = 0;
    for (let j = y.from; j < y.to; j++)
      for (let i = x.from; i < x.to; i++) {
        const k = j * pitch + inRow(i);
        const [re, im] = [values[k]!, values[k + TO_IMAGINARY]!];
        const across = changes[k + TO_IMAGINARY]! * re - changes[k]! * im;
        sum += (across * across) / (re * re + im * im + 1e-30);
      }
    return (2 * sum) / ((y.to - y.from) * (x.to - x.from));
  });
}

/** Multiplies a wave by the reference's amplitude and by the frame's mean: what linear demodulation calls the field. */
export function asFringes(
  kernels: Kernels,
  { plane, rows, cols, stepX, stepY }: NativeWave,
  frame: RealPlane,
  surfaces: Float64Array,
  mean: number,
): void {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  const [a, b, c, d, e, f] = surfaces as unknown as number[];
  for (let j = 0; j < rows; j++) {
    const y = (2 * j * stepY) / (frame.rows - 1) - 1;
    const [p, q] = [a! + d! * y + f! * (1.5 * y * y - 0.5), b! + e! * y];
    for (let i = 0; i < cols; i++) {
      const x = (2 * i * stepX) / (frame.cols - 1) - 1;
      const r = mean * (p + q * x + c! * (1.5 * x * x - 0.5));
      const k = j * pitch + inRow(i);
      values[k]! *= r;
      values[k + TO_IMAGINARY]! *= r;
    }
  }
}
