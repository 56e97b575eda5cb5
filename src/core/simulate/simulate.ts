import type { Frame } from '../field/frame.ts';
import type { KernelExports } from '../kernel/exports.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { bandLimit } from './band-limit.ts';
import { drawObject } from './draw-object.ts';
import { collect, digitise, gainFor } from './expose.ts';
import { illumination } from './illumination.ts';
import { interfere } from './interfere.ts';
import { propagateForward } from './propagate-forward.ts';
import { Random } from './random.ts';
import { completeSpec, type SimulationInput, type SimulationSpec } from './simulation-spec.ts';
import { streams } from './streams.ts';
import type { ThinObject } from './thin-object.ts';
import { truthOf, type Truth } from './truth.ts';
import { emptyWave, type Wave } from './wave.ts';

export interface Simulation {
  readonly hologram: Frame;
  /** the same rig, light, exposure and gain without the sample; noise of its own */
  readonly background: Frame | null;
  readonly truth: Truth;
  /** the specification with its defaults filled in */
  readonly spec: SimulationSpec;
}

/**
 * A hologram whose truth is known. Object → pupil → free space → (off-axis: aberration and reference wave) → light
 * → camera. The same input gives the same samples on every machine.
 * @throws Problem INVALID_INPUT naming everything that is wrong with the input
 */
export function simulate(kernels: Kernels, input: SimulationInput): Simulation {
  const spec = completeSpec(input);
  const { run } = kernels;
  const object = drawObject(spec, run);
  const wave = bandLimit(kernels, transmittedWave(object, run), spec.pupil_radius_cycles_per_px);
  const arriving = spec.z_mm === 0 ? wave : propagateForward(kernels, wave, spec.z_mm, spec);
  const light = illumination(spec, run);

  const electrons = exposure(arriving, light, spec, streams.hologramNoise, run);
  const gain = gainFor(electrons, spec);
  const background = spec.background
    ? exposure(undisturbedWave(spec), light, spec, streams.backgroundNoise, run)
    : null;
  return {
    hologram: digitise(electrons, gain, spec),
    background: background && digitise(background, gain, spec),
    truth: truthOf(spec, object, wave, gain, run),
    spec,
  };
}

/** amplitude · exp(i phase) */
function transmittedWave(object: ThinObject, run: Pick<KernelExports, 'sin' | 'cos'>): Wave {
  const wave = emptyWave(object.rows, object.cols);
  for (let i = 0; i < wave.re.length; i += 1) {
    wave.re[i] = object.amplitude[i]! * run.cos(object.phase[i]!);
    wave.im[i] = object.amplitude[i]! * run.sin(object.phase[i]!);
  }
  return wave;
}

function undisturbedWave(spec: SimulationSpec): Wave {
  const wave = emptyWave(spec.height_px, spec.width_px);
  wave.re.fill(1);
  return wave;
}

/** Photo-electrons of one exposure; their mean over a frame without a sample is `spec.photoelectrons`. */
function exposure(
  wave: Wave,
  light: Float64Array,
  spec: SimulationSpec,
  stream: number,
  run: KernelExports,
): Float64Array {
  const intensity = spec.mode === 'inline' ? squaredModulus(wave) : interfere(wave, spec, run);
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  for (let i = 0; i < intensity.length; i += 1) intensity[i]! *= light[i]! / mean;
  return collect(intensity, spec, Random.from(spec.seed, stream), run);
}

function squaredModulus(wave: Wave): Float64Array {
  return wave.re.map((re, i) => re * re + wave.im[i]! * wave.im[i]!);
}
