import { selectInPlace } from '../fit/median.ts';
import type { Frame } from '../field/frame.ts';
import type { KernelExports } from '../kernel/exports.ts';
import { jpegSteps, throughJpeg } from './jpeg-loss.ts';
import { normalSource } from './normal.ts';
import { poisson } from './poisson.ts';
import { Random } from './random.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { streams } from './streams.ts';

/**
 * What the pixels collect: photo-electrons with photon noise, then read noise.
 * @param intensity relative: 1 stands for `spec.photoelectrons`
 */
export function collect(
  intensity: Float64Array,
  spec: SimulationSpec,
  random: Random,
  wasm: Pick<KernelExports, 'log' | 'exp'>,
): Float64Array {
  const electrons = intensity.map((relative) => relative * spec.photoelectrons);
  if (spec.photon_noise) {
    for (let i = 0; i < electrons.length; i += 1) electrons[i] = poisson(electrons[i]!, random, wasm);
  }
  if (spec.read_noise_electrons > 0) {
    const normal = normalSource(random, wasm);
    for (let i = 0; i < electrons.length; i += 1) electrons[i]! += spec.read_noise_electrons * normal();
  }
  const { pixel_gain_spread: spread } = spec.disturbances;
  if (spread > 0) {
    const normal = normalSource(Random.from(spec.seed, streams.pixelGains), wasm);
    for (let i = 0; i < electrons.length; i += 1) electrons[i]! *= 1 + spread * normal();
  }
  return electrons;
}

/** Counts per electron that bring the stated percentile to the stated share of the range; 1 for float frames. */
export function gainFor(electrons: Float64Array, spec: SimulationSpec): number {
  if (spec.bit_depth === 32) return 1;
  const rank = Math.ceil((spec.full_scale_percentile / 100) * electrons.length) - 1;
  const brightest = selectInPlace(electrons.slice(), Math.max(0, rank));
  // At least one electron: an almost dark frame must not turn into an infinite gain.
  return (spec.full_scale_fraction * fullScale(spec.bit_depth)) / Math.max(1, brightest);
}

/**
 * Bends the response, rounds to whole counts and clips at both ends of the range, as a camera without an offset does, and
 * loses what a JPEG loses.
 */
export function digitise(
  electrons: Float64Array,
  gain: number,
  spec: SimulationSpec,
  wasm: Pick<KernelExports, 'pow' | 'cos'>,
): Frame {
  const frame = { width: spec.width_px, height: spec.height_px, bitDepth: spec.bit_depth };
  if (spec.bit_depth === 32) return { ...frame, samples: Float32Array.from(electrons) };
  const { gamma, jpeg_quality } = spec.disturbances;
  const highest = fullScale(spec.bit_depth);
  const samples = spec.bit_depth === 8 ? new Uint8Array(electrons.length) : new Uint16Array(electrons.length);
  for (let i = 0; i < samples.length; i += 1) {
    const counts = Math.min(highest, Math.max(0, electrons[i]! * gain));
    samples[i] = Math.round(gamma === 1 ? counts : highest * wasm.pow(counts / highest, gamma));
  }
  if (jpeg_quality === null || !(samples instanceof Uint8Array)) return { ...frame, samples };
  const quantisation = jpegSteps(jpeg_quality);
  const { height, width } = frame;
  return { ...frame, samples: throughJpeg(samples, height, width, quantisation, wasm), quantisation };
}

function fullScale(bitDepth: number): number {
  return 2 ** bitDepth - 1;
}
