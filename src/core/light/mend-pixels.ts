import type { RealPlane } from '../kernel/plane.ts';
import { medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { PixelSettings } from './light-settings.ts';

/**
 * Gives pixels that stay bright or dark whatever light they get the median of those around them. Diffracted light is never that
 * sharp: a pixel counts as broken where it stands out from that median by many times the noise, and by more than a few times what
 * those around it differ among themselves. Frames in which many do hold something else, and stay as they are.
 * @param amplitude changed
 * @param sigma standard deviation of its noise
 * @returns how many were mended
 */
export function mendPixels(
  kernels: Kernels,
  amplitude: RealPlane,
  sigma: number,
  { noise, around, most }: PixelSettings,
): number {
  const { rows, cols, pitch } = amplitude;
  const values = kernels.floats(amplitude.ptr, rows * pitch);
  // all around one
  const ring = new Float64Array(8);
  const [places, mended]: [number[], number[]] = [[], []];
  for (let row = 0; row < rows; row += 1) {
    // beyond the frame it goes back as it came
    const [up, down] = [row > 0 ? -pitch : pitch, row < rows - 1 ? pitch : -pitch];
    // three neighbours differ too little to say anything of a corner
    const corner = row === 0 || row === rows - 1 ? 1 : 0;
    for (let col = corner; col < cols - corner; col += 1) {
      const at = row * pitch + col;
      const value = values[at]!;
      const [left, right] = [col > 0 ? -1 : 1, col < cols - 1 ? 1 : -1];
      // the two beside it tell nearly always that it is none
      const beside = Math.min(Math.abs(value - values[at + left]!), Math.abs(value - values[at + right]!));
      if (!(beside > noise * sigma)) continue;
      let k = 0;
      for (const dy of [up, 0, down])
        for (const dx of [left, 0, right]) if (dx !== 0 || dy !== 0) ring[k++] = values[at + dy + dx]!;
      const range = Math.max(...ring) - Math.min(...ring);
      const middle = medianInPlace(ring);
      if (!(Math.abs(value - middle) > Math.max(noise * sigma, around * range))) continue;
      places.push(at);
      mended.push(middle);
    }
  }
  if (places.length > most * rows * cols) return 0;
  places.forEach((at, k) => (values[at] = mended[k]!));
  return places.length;
}
