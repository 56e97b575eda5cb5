import { demodulate, fadeAt, type NativeField } from '../../demodulate/demodulate.ts';
import type { CameraImage } from '../../field/camera.ts';
import { fft2 } from '../../fft/fft2.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import { followedSpectrum, leastFrequency } from '../../spectrum/followed-spectrum.ts';
import type { Sideband } from '../../sideband/sideband.ts';

interface Beside {
  readonly image: CameraImage;
  /** less its smooth background, in the plane of the sensor */
  readonly field: NativeField;
  readonly sideband: Pick<Sideband, 'carrier' | 'passRadius'>;
  /** what the field is where there is no sample */
  readonly outside: number;
  /** of the fringes, 2 A / (mean intensity) */
  readonly visibility: number;
}

/**
 * The object beam's share of all light, |o|² / I where there is no sample: by how the frame's frequencies below the sideband follow those
 * of |û|². What stands in the frame besides counts as its error, which is added in square. With A ≤ |o| |r| and |o|² + |r|² ≤ I the share
 * lies between (1 − √(1 − V²)) / 2 and (1 + √(1 − V²)) / 2.
 * @returns null where no frequencies are left to tell
 */
export function lightOfObject(
  kernels: Kernels,
  { image, field, sideband, outside, visibility }: Beside,
): number | null {
  const { carrier, passRadius } = sideband;
  const { plane, fullRows, fullCols, taper } = field;
  const most = Math.min(Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y) - passRadius, passRadius);
  if (!(most > 2 * leastFrequency(field))) return null;
  using scope = kernels.scope();
  const grid = { rows: plane.rows, cols: plane.cols, fullRows, fullCols };
  const both = demodulate(
    kernels,
    scope,
    image,
    { x: 0, y: 0 },
    { passRadius: 0, stopRadius: 0, taper },
    grid,
  );
  besideIntensity(kernels, both.plane, field, outside, image.mean);
  fft2(kernels, both.plane);
  const { slope, error, own } = followedSpectrum(kernels, both.plane, field, most);
  const told = own > 0 ? Math.sqrt(Math.max(0, slope) * Math.max(0, slope) + error * error) : 1;
  const apart = Math.sqrt(Math.max(0, 1 - visibility * visibility));
  return Math.max((1 - apart) / 2, Math.min(told, (1 + apart) / 2));
}

/** Scales the frame, real parts, by its mean, and puts |û|² less what it is without a sample beside it as imaginary parts, as faded. */
function besideIntensity(
  kernels: Kernels,
  into: ComplexPlane,
  { plane, rows, cols, stepX, stepY, taper }: NativeField,
  outside: number,
  mean: number,
): void {
  const [target, source] = [into, plane].map((of) => kernels.floats(of.ptr, floatsIn(of))) as [
    Float32Array,
    Float32Array,
  ];
  const fade = (samples: number, step: number) =>
    fadeAt(kernels, Math.floor(samples * step), taper, samples, step);
  const [across, down] = [fade(cols, stepX), fade(rows, stepY)];
  for (let y = 0; y < into.rows; y++)
    for (let x = 0; x < into.cols; x++) {
      const at = y * floatsPerRow(into) + inRow(x);
      target[at]! /= mean;
      const from = y * floatsPerRow(plane) + inRow(x);
      const [re, im] = [source[from]!, source[from + TO_IMAGINARY]!];
      const isThere = y < rows && x < cols;
      target[at + TO_IMAGINARY] = isThere
        ? down[y]! * across[x]! * (re * re + im * im - outside * outside)
        : 0;
    }
}
