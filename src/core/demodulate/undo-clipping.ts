import type { CameraImage } from '../field/camera.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { NativeField } from './demodulate.ts';
import type { DemodulationSettings } from './demodulation-settings.ts';

/** Share of the range, a level of 8 bits: where nothing is clipped, noise leaves more values that far below the largest than at it. */
const BESIDE = 1 / 255;

/**
 * Gives fringes back what full pixels took: of a + b cos θ cut off at the camera's range over a share s of its period, the
 * amplitude b (1 − s + sin(2πs) / 2π) is left. The share is that of the pixels at the frame's largest value within a
 * native sample of the place.
 * @param field changed: as demodulated, in counts
 * @returns what was added, to the square, per sample of rows × cols (counts²); null where the frame is not clipped
 */
export function undoClipping(
  kernels: Kernels,
  image: CameraImage,
  field: NativeField,
  { leastClipped, mostClipped }: DemodulationSettings,
): Float32Array | null {
  if (!(image.fractionAtMaximum > leastClipped)) return null;
  const full = fullPixels(kernels, image, field);
  if (!full) return null;
  const { rows, cols } = field;
  const values = kernels.floats(field.plane.ptr, floatsIn(field.plane));
  const pitch = floatsPerRow(field.plane);
  return full.map((_, k) => {
    const share = Math.min(mostClipped, aroundSample(full, rows, cols, k));
    if (share === 0) return 0;
    const left = 1 - share + kernels.wasm.sin(2 * Math.PI * share) / (2 * Math.PI);
    const at = Math.floor(k / cols) * pitch + inRow(k % cols);
    const [re, im] = [values[at]!, values[at + TO_IMAGINARY]!];
    values[at] = re / left;
    values[at + TO_IMAGINARY] = im / left;
    const added = 1 / left - 1;
    return added * added * (re * re + im * im);
  });
}

/** Share of full pixels around each native sample; null where the largest value is not where the camera ends. */
function fullPixels(kernels: Kernels, image: CameraImage, field: NativeField): Float32Array | null {
  const { rows, cols, stepX, stepY } = field;
  const { plane, maximum, minimum } = image;
  const samples = kernels.floats(plane.ptr, plane.rows * plane.pitch);
  const near = maximum - BESIDE * (maximum - minimum);
  const full = new Float32Array(rows * cols);
  const seen = new Float32Array(rows * cols);
  let [atEnd, beside] = [0, 0];
  for (let row = 0; row < plane.rows; row++) {
    const line = Math.min(rows - 1, Math.round(row / stepY)) * cols;
    for (let col = 0; col < plane.cols; col++) {
      const k = line + Math.min(cols - 1, Math.round(col / stepX));
      const value = samples[row * plane.pitch + col]!;
      seen[k]! += 1;
      if (value >= maximum) {
        full[k]! += 1;
        atEnd++;
      } else if (value >= near) beside++;
    }
  }
  return atEnd > beside ? full.map((count, k) => count / Math.max(1, seen[k]!)) : null;
}

function aroundSample(full: Float32Array, rows: number, cols: number, k: number): number {
  const [y, x] = [Math.floor(k / cols), k % cols];
  let [sum, count] = [0, 0];
  for (let j = Math.max(0, y - 1); j <= Math.min(rows - 1, y + 1); j++)
    for (let i = Math.max(0, x - 1); i <= Math.min(cols - 1, x + 1); i++) {
      sum += full[j * cols + i]!;
      count++;
    }
  return sum / count;
}
