import { TO_IMAGINARY } from '../kernel/complex-layout.ts';
import { fft2, ifft2 } from '../fft/fft2.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { signedFrequency } from './frequency.ts';
import { emptyWave, fromPlane, planeSamples, toPlane, type Wave } from './wave.ts';

export interface Medium {
  readonly wavelength_um: number;
  /** the geometric mean of both directions */
  readonly pixel_pitch_um: number;
  /** pitch along x over pitch along y; absent: 1 */
  readonly pitch_ratio?: number;
}

/**
 * The wave a distance further towards the sensor, less the phase exp(ikz) of the plane wave itself. Written apart
 * from the reconstruction's propagation on purpose, so that each can be checked against the other.
 *
 * Angular spectrum on a grid twice as large in both directions, limited to the frequencies that this grid samples
 * well (Matsushima and Shimobaba, doi:10.1364/OE.17.019662, eq. 13). Only the difference from the undisturbed
 * beam, amplitude 1, is propagated and the beam added back: the frame's border does not diffract, nothing wraps
 * around, and what leaves the frame is lost as it would be at a camera.
 */
export function propagateForward(kernels: Kernels, wave: Wave, z_mm: number, medium: Medium): Wave {
  const disturbance = { ...wave, re: wave.re.map((value) => value - 1) };
  const moved = propagateIsolated(kernels, disturbance, z_mm, medium);
  for (let i = 0; i < moved.re.length; i += 1) moved.re[i]! += 1;
  return moved;
}

/** The same for a wave that is zero outside the frame. */
export function propagateIsolated(kernels: Kernels, wave: Wave, z_mm: number, medium: Medium): Wave {
  using scope = kernels.scope();
  const plane = scope.complex(2 * wave.rows, 2 * wave.cols);
  toPlane(kernels, wave, plane);
  fft2(kernels, plane);
  const { re, im } = transferQuadrant(kernels, plane.rows, plane.cols, z_mm * 1000, medium);
  const { floats, at } = planeSamples(kernels, plane);
  for (let row = 0; row < plane.rows; row += 1) {
    const quadrantRow = Math.min(row, plane.rows - row) * (wave.cols + 1);
    for (let col = 0; col < plane.cols; col += 1) {
      const from = quadrantRow + Math.min(col, plane.cols - col);
      const index = at(row, col);
      const a = floats[index]!;
      const b = floats[index + TO_IMAGINARY]!;
      floats[index] = a * re[from]! - b * im[from]!;
      floats[index + TO_IMAGINARY] = a * im[from]! + b * re[from]!;
    }
  }
  ifft2(kernels, plane);
  return fromPlane(kernels, plane, wave.rows, wave.cols);
}

/**
 * H = exp(2πi z (√(1/λ² − fx² − fy²) − 1/λ)) for the frequencies from 0 to ½ of an even grid; it is the same for
 * either sign. 0 where a component does not travel or exceeds the band limit.
 */
function transferQuadrant(kernels: Kernels, rows: number, cols: number, z_um: number, medium: Medium): Wave {
  const { wavelength_um: wavelength, pixel_pitch_um: pitch, pitch_ratio: ratio = 1 } = medium;
  const [pitchX, pitchY] = [pitch * Math.sqrt(ratio), pitch / Math.sqrt(ratio)];
  const quadrant = emptyWave(rows / 2 + 1, cols / 2 + 1);
  const inverse = 1 / wavelength;
  const limit = (count: number, own: number) => {
    const slope = (2 * z_um) / (count * own);
    return inverse / Math.sqrt(slope * slope + 1);
  };
  const limitX = limit(cols, pitchX);
  const limitY = limit(rows, pitchY);
  for (let row = 0; row < quadrant.rows; row += 1) {
    const fy = Math.abs(signedFrequency(row, rows)) / pitchY;
    for (let col = 0; col < quadrant.cols; col += 1) {
      const fx = Math.abs(signedFrequency(col, cols)) / pitchX;
      const axial2 = inverse * inverse - fx * fx - fy * fy;
      if (fx > limitX || fy > limitY || axial2 <= 0) continue;
      // √a − b = −(fx² + fy²)/(√a + b) keeps the digits that the difference of two near numbers would lose.
      const phase = (-2 * Math.PI * z_um * (fx * fx + fy * fy)) / (Math.sqrt(axial2) + inverse);
      quadrant.re[row * quadrant.cols + col] = kernels.wasm.cos(phase);
      quadrant.im[row * quadrant.cols + col] = kernels.wasm.sin(phase);
    }
  }
  return quadrant;
}
