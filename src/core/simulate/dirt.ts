import { fft2, ifft2 } from '../fft/fft2.ts';
import { TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { signedFrequency } from './frequency.ts';
import { normalSource } from './normal.ts';
import { propagateForward } from './propagate-forward.ts';
import { Random } from './random.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { streams } from './streams.ts';
import { emptyWave, fromPlane, planeSamples, toPlane, type Wave } from './wave.ts';

/**
 * Light that has passed a dirty surface, as it arrives at the sample: speckle beside the undisturbed beam 1. The surface
 * adds a random phase with a Gaussian autocorrelation exp(−(r / grain)²).
 */
export function dirtyLight(kernels: Kernels, rows: number, cols: number, spec: SimulationSpec): Wave {
  const { dirt_rad, dirt_grain_px: grain, dirt_mm } = spec.disturbances;
  const normal = normalSource(Random.from(spec.seed, streams.dirt), kernels.wasm);
  const noise = emptyWave(rows, cols);
  for (let i = 0; i < noise.re.length; i += 1) noise.re[i] = normal();
  const phase = smoothed(kernels, noise, grain).re;
  const spread = Math.sqrt(phase.reduce((sum, p) => sum + p * p, 0) / phase.length);
  const wave = emptyWave(rows, cols);
  for (let i = 0; i < phase.length; i += 1) {
    const angle = (dirt_rad * phase[i]!) / spread;
    wave.re[i] = kernels.wasm.cos(angle);
    wave.im[i] = kernels.wasm.sin(angle);
  }
  return dirt_mm === 0 ? wave : propagateForward(kernels, wave, dirt_mm, spec);
}

/** White noise through the filter whose square is the spectrum of exp(−(r / length)²). */
function smoothed(kernels: Kernels, wave: Wave, length: number): Wave {
  using scope = kernels.scope();
  const plane = scope.complex(wave.rows, wave.cols);
  toPlane(kernels, wave, plane);
  fft2(kernels, plane);
  const { floats, at } = planeSamples(kernels, plane);
  const reach = Math.PI * Math.PI * length * length * 0.5;
  for (let row = 0; row < wave.rows; row += 1) {
    const fy = signedFrequency(row, wave.rows);
    for (let col = 0; col < wave.cols; col += 1) {
      const fx = signedFrequency(col, wave.cols);
      const share = kernels.wasm.exp(-reach * (fx * fx + fy * fy));
      floats[at(row, col)]! *= share;
      floats[at(row, col) + TO_IMAGINARY]! *= share;
    }
  }
  ifft2(kernels, plane);
  return fromPlane(kernels, plane, wave.rows, wave.cols);
}
