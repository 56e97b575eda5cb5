import { fadeAt, inverseFade, type NativeField } from '../../demodulate/demodulate.ts';
import { NOISE_TILES } from '../../demodulate/demodulate-pair.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane, RealPlane } from '../../kernel/plane.ts';
import type { MeasuredFrame } from '../../sideband/measure-frame.ts';
import { fieldVariance, measureCameraNoise, type CameraNoise } from '../../uncertainty/camera-noise.ts';
import type { NoiseSettings } from '../../uncertainty/noise-settings.ts';
import type { NoiseMap } from '../../uncertainty/phase-sigma.ts';

/** What the camera's noise is in both frames, and what it makes of the demodulated fields, per noise tile. */
export interface MeasuredNoise {
  readonly hologram: CameraNoise;
  /** E|n|² of the demodulated hologram over the squared modulus of the background frame (counts² without one) */
  readonly fieldVariance: Float64Array;
  /** rad² */
  readonly backgroundPhaseVariance: Float64Array;
}

export function measureNoise(
  kernels: Kernels,
  hologram: MeasuredFrame,
  background: MeasuredFrame | null,
  field: NativeField,
  backgroundModulus: Float64Array | null,
  settings: NoiseSettings,
): MeasuredNoise {
  const noise = measureCameraNoise(kernels, hologram.spectrum, hologram.image, settings);
  const own = fieldVariance(kernels, hologram.image, noise, field.noiseGain, NOISE_TILES);
  if (!background || !backgroundModulus) {
    return { hologram: noise, fieldVariance: own, backgroundPhaseVariance: new Float64Array(own.length) };
  }
  const other = measureCameraNoise(kernels, background.spectrum, background.image, settings);
  const theirs = fieldVariance(kernels, background.image, other, field.noiseGain, NOISE_TILES);
  const power = backgroundModulus.map((m) => m * m + 1e-30);
  return {
    hologram: noise,
    fieldVariance: own.map((v, t) => v / power[t]!),
    backgroundPhaseVariance: theirs.map((v, t) => v / (2 * power[t]!)),
  };
}

/** How the field was demodulated and scaled, and how it is delivered. */
interface Delivered {
  readonly field: NativeField;
  /** that the field was divided by: per noise tile, and after the propagation */
  readonly amplitude: Float64Array;
  readonly scale: number;
  /** the camera's */
  readonly frame: RealPlane;
  /** the field on the grid that it is delivered on */
  readonly output: ComplexPlane;
}

/** The noise relative to the background's amplitude, and what the fade at the frame's edges makes of it. */
export function noiseMapOf(
  kernels: Kernels,
  noise: MeasuredNoise,
  { field, amplitude, scale, frame, output }: Delivered,
  /** whether that is the native one, not the camera's */
  native: boolean,
): NoiseMap {
  const noisier = (count: number, samples: number, step: number) =>
    inverseFade(fadeAt(kernels, count, field.taper, samples, native ? step : 1));
  return {
    tiles: NOISE_TILES,
    fieldVariance: noise.fieldVariance.map((v, t) => v / (amplitude[t]! * scale * amplitude[t]! * scale)),
    extraPhaseVariance: noise.backgroundPhaseVariance,
    noisierX: noisier(frame.cols, output.cols, field.stepX),
    noisierY: noisier(frame.rows, output.rows, field.stepY),
  };
}
