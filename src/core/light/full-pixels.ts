import type { CameraImage } from '../field/camera.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';

/** An amplitude that nothing was measured of. */
export const UNKNOWN = -1;

/**
 * An amplitude without the pixels that the camera's range cut off: of those it is only known that they are brighter. A frame that
 * has few is left as it is.
 * @param amplitude of the image, pixel by pixel
 * @param scope owns the other one, if there is one
 * @param most share of the pixels at the largest value up to which none was cut off
 */
export function withoutFullPixels(
  kernels: Kernels,
  scope: Scope,
  { plane, maximum, fractionAtMaximum }: Pick<CameraImage, 'plane' | 'maximum' | 'fractionAtMaximum'>,
  amplitude: RealPlane,
  most: number,
): RealPlane {
  if (!(fractionAtMaximum > most)) return amplitude;
  const { rows, cols } = plane;
  const kept = scope.real(rows, cols);
  const samples = ({ ptr, pitch }: RealPlane) => ({ values: kernels.floats(ptr, rows * pitch), pitch });
  const [counts, from, to] = [samples(plane), samples(amplitude), samples(kept)];
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < cols; x += 1) {
      const isFull = counts.values[y * counts.pitch + x]! >= maximum;
      to.values[y * to.pitch + x] = isFull ? UNKNOWN : from.values[y * from.pitch + x]!;
    }
  return kept;
}
