import { TO_IMAGINARY } from '../kernel/complex-layout.ts';
import { fft2, ifft2 } from '../fft/fft2.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { signedFrequency } from './frequency.ts';
import { fromPlane, planeSamples, toPlane, type Wave } from './wave.ts';

/** Width of the raised edge, as a share of the radius. */
const EDGE_SHARE = 0.02;

/**
 * What a circular pupil lets through. The frame is treated as periodic, so that the wave on it holds nothing at all
 * beyond the pupil and a reconstruction with a filter of that size can be exact.
 * @param radius cycles per pixel, where the transmission is ½; the edge is linear and 2 % of the radius wide
 */
export function limitBand(kernels: Kernels, wave: Wave, radius: number): Wave {
  using scope = kernels.scope();
  const plane = scope.complex(wave.rows, wave.cols);
  toPlane(kernels, wave, plane);
  fft2(kernels, plane);
  const { floats, at } = planeSamples(kernels, plane);
  for (let row = 0; row < wave.rows; row += 1) {
    const fy = signedFrequency(row, wave.rows);
    for (let col = 0; col < wave.cols; col += 1) {
      const fx = signedFrequency(col, wave.cols);
      const share = pupilAt(Math.sqrt(fx * fx + fy * fy), radius);
      const index = at(row, col);
      floats[index]! *= share;
      floats[index + TO_IMAGINARY]! *= share;
    }
  }
  ifft2(kernels, plane);
  return fromPlane(kernels, plane, wave.rows, wave.cols);
}

function pupilAt(frequency: number, radius: number): number {
  const width = EDGE_SHARE * radius;
  return Math.min(1, Math.max(0, (radius + width / 2 - frequency) / width));
}
