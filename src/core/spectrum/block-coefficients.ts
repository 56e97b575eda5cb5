import { cosines } from '../fft/block-cosines.ts';
import type { CameraImage } from '../field/camera.ts';
import type { Quantisation } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** Blocks that are looked at, about: spread evenly over the frame. */
const BLOCKS = 4000;

/**
 * What a frame holds of each cosine of its blocks, block by block: `side` rows of vertical frequency, of `side` horizontal
 * ones each. Orthonormal, in counts.
 */
export function blockCoefficients(
  kernels: Kernels,
  { plane, crop }: Pick<CameraImage, 'plane' | 'crop'>,
  side: number,
): Float64Array[] {
  const samples = kernels.floats(plane.ptr, plane.rows * plane.pitch);
  // the blocks are those of the whole frame
  const [top, left] = [crop.y, crop.x].map((at) => (side - (at % side)) % side) as [number, number];
  const down = Math.max(0, Math.floor((plane.rows - top) / side));
  const across = Math.max(0, Math.floor((plane.cols - left) / side));
  const every = Math.max(1, Math.floor((down * across) / BLOCKS));
  const count = Math.ceil((down * across) / every);
  const cosine = cosines(kernels.wasm, side);
  const out = Array.from({ length: side * side }, () => new Float64Array(count));
  const half = new Float64Array(side * side);
  for (let n = 0; n < count; n++) {
    const row = top + side * Math.floor((n * every) / across);
    const col = left + side * ((n * every) % across);
    for (let y = 0; y < side; y++)
      for (let u = 0; u < side; u++) {
        const at = (row + y) * plane.pitch + col;
        let sum = 0;
        for (let x = 0; x < side; x++) sum += cosine[u * side + x]! * samples[at + x]!;
        half[y * side + u] = sum;
      }
    for (let v = 0; v < side; v++)
      for (let u = 0; u < side; u++) {
        let sum = 0;
        for (let y = 0; y < side; y++) sum += cosine[v * side + y]! * half[y * side + u]!;
        out[v * side + u]![n] = sum;
      }
  }
  return out;
}

/** Of each cosine, the share of the blocks in which a file with losses did not round it to nothing, as far as so many blocks tell it. */
export function keptShares(
  kernels: Kernels,
  image: Pick<CameraImage, 'plane' | 'crop'>,
  { side, steps }: Quantisation,
): number[] {
  return blockCoefficients(kernels, image, side).map((values, k) => {
    const kept = values.reduce((count, c) => count + (Math.abs(c) > steps[k]! / 2 ? 1 : 0), 0);
    return (kept + 0.5) / (values.length + 1);
  });
}
