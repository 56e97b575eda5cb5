import type { CameraImage } from '../field/camera.ts';
import type { Frequency } from '../field/frequency.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { Sideband } from '../sideband/sideband.ts';
import type { NativeField } from './demodulate.ts';
import type { DemodulationSettings } from './demodulation-settings.ts';

/** Share of the range, a level of 8 bits: where nothing is clipped, noise leaves more values that far below the largest than at it. */
const BESIDE = 1 / 255;

/** Harmonics of clipped fringes that may fall into the filter; they fall off with the square of their order. */
const ORDERS = [2, 3, 4, 5, 6, 7, 8];

/** What full pixels cost where fringes were given back what those took, per sample of rows × cols. */
export interface Clipping {
  /** counts², power of what is not the fringes and passes the filter */
  readonly beside: Float32Array;
  /** by how much the power of the camera's noise grew */
  readonly raised: Float32Array;
}

/**
 * Gives fringes back what full pixels took: of a + b cos θ cut off at the camera's range over a share s of its period, the
 * amplitude b (1 − s + sin(2πs) / 2π) is left. The share is that of the pixels at the frame's largest value within a
 * native sample of the place. That is a real factor and leaves the phase as it is. What costs phase are harmonics of the
 * clipped fringes that aliasing carries into the filter, and noise, which grows with the fringes; where hardly a fringe is left,
 * nothing is known.
 * @param field changed: as demodulated, in counts
 * @returns null where the frame is not clipped
 */
export function undoClipping(
  kernels: Kernels,
  image: CameraImage,
  field: NativeField,
  { carrier, stopRadius }: Pick<Sideband, 'carrier' | 'stopRadius'>,
  { leastClipped, mostClipped }: DemodulationSettings,
): Clipping | null {
  if (Math.round(image.fractionAtMaximum * image.plane.rows * image.plane.cols) < leastClipped) return null;
  const full = fullPixels(kernels, image, field);
  if (!full) return null;
  const { rows, cols } = field;
  const values = kernels.floats(field.plane.ptr, floatsIn(field.plane));
  const pitch = floatsPerRow(field.plane);
  const heard = ORDERS.flatMap((m) => [m, -m]).filter((m) => isHeard(m - 1, carrier, stopRadius));
  const [beside, raised] = [new Float32Array(rows * cols), new Float32Array(rows * cols).fill(1)];
  for (let k = 0; k < full.length; k++) {
    const around = aroundSample(full, rows, cols, k);
    const share = Math.min(mostClipped, around);
    if (share === 0) continue;
    const left = 1 - share + kernels.wasm.sin(2 * Math.PI * share) / (2 * Math.PI);
    const at = Math.floor(k / cols) * pitch + inRow(k % cols);
    const [re, im] = [values[at]! / left, values[at + TO_IMAGINARY]! / left];
    values[at] = re;
    values[at + TO_IMAGINARY] = im;
    const power = heard.reduce((sum, m) => sum + harmonicPower(kernels, Math.abs(m), share), 0);
    beside[k] = (around < mostClipped ? power : 1) * (re * re + im * im);
    // full pixels have none
    raised[k] = Math.max(1, (1 - share) / (left * left));
  }
  return { beside, raised };
}

/** Whether a wave of so many times the carrier's frequency beside it passes the filter. */
function isHeard(times: number, carrier: Frequency, stopRadius: number): boolean {
  const aliased = (f: number) => times * f - Math.round(times * f);
  const [x, y] = [aliased(carrier.x), aliased(carrier.y)];
  return x * x + y * y < stopRadius * stopRadius;
}

/** Squared amplitude of the m-th harmonic, m > 1, of what is cut off cos θ over a share of its period. */
function harmonicPower({ wasm }: Kernels, m: number, share: number): number {
  const edge = Math.PI * share;
  const around = wasm.sin((m - 1) * edge) / (m - 1) + wasm.sin((m + 1) * edge) / (m + 1);
  const amplitude = (around - (2 * wasm.cos(edge) * wasm.sin(m * edge)) / m) / Math.PI;
  return amplitude * amplitude;
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
