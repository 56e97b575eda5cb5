import type { Frame } from '../field/frame.ts';
import type { KernelExports } from '../kernel/exports.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { findDrawn } from '../targets/catalogue.ts';
import { limitBand } from './band-limit.ts';
import { drawObject } from './draw-object.ts';
import { dirtyLight } from './dirt.ts';
import { collect, digitise, gainFor } from './expose.ts';
import { illumination } from './illumination.ts';
import { interfere } from './interfere.ts';
import { seenByPixels, type SeenWave } from './seen-by-pixels.ts';
import { simulationMargin, withoutMargin, type Margin } from './margin.ts';
import { propagateForward, propagateIsolated } from './propagate-forward.ts';
import { Random } from './random.ts';
import { completeSpec, type SimulationInput, type SimulationSpec } from './simulation-spec.ts';
import { EXPOSURE_STREAMS, streams } from './streams.ts';
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
  const { wasm } = kernels;
  const margin = simulationMargin(spec);
  const drawn = drawObject(spec, wasm, margin);
  const transmitted = transmittedWave(drawn, wasm);
  const passed = throughPupil(kernels, transmitted, spec);
  const dirty = spec.disturbances.dirt_rad > 0;
  const lit = dirty ? dirtyLight(kernels, drawn.rows, drawn.cols, spec) : null;
  const arrived = (wave: Wave) =>
    seen(kernels, spec.z_mm === 0 ? wave : travelled(kernels, wave, spec), spec, margin);
  const arriving = arrived(lit ? throughPupil(kernels, multiplied(transmitted, lit), spec) : passed);
  const [object, wave] = [ownObject(drawn, spec, margin), ownPart(passed, spec, margin)];
  const light = illumination(spec, wasm);

  const electrons = exposure(
    arriving,
    light,
    spec,
    streams.hologramNoise + EXPOSURE_STREAMS * spec.exposure,
    wasm,
  );
  const gain = gainFor(electrons, spec);
  const background = spec.background
    ? exposure(
        lit ? arrived(throughPupil(kernels, lit, spec)) : undisturbed(spec),
        light,
        spec,
        streams.backgroundNoise,
        wasm,
      )
    : null;
  return {
    hologram: digitise(electrons, gain, spec, wasm),
    background: background && digitise(background, gain, spec, wasm),
    truth: truthOf(spec, object, wave, gain, wasm),
    spec,
  };
}

/** The part of a wave that is recorded, as pixels see it. */
function seen(kernels: Kernels, wave: Wave, spec: SimulationSpec, margin: Margin): SeenWave {
  if (spec.mode === 'inline' || !spec.pixel_area) return inPoints(ownPart(wave, spec, margin));
  const { fringes, light } = seenByPixels(kernels, wave, spec);
  const { height_px: rows, width_px: cols } = spec;
  return { fringes: ownPart(fringes, spec, margin), light: withoutMargin(light, rows, cols, margin) };
}

function inPoints(wave: Wave): SeenWave {
  return { fringes: wave, light: wave.re.map((re, i) => re * re + wave.im[i]! * wave.im[i]!) };
}

function throughPupil(kernels: Kernels, wave: Wave, spec: SimulationSpec): Wave {
  return limitBand(kernels, wave, spec.pupil_radius_cycles_per_px);
}

function multiplied(a: Wave, b: Wave): Wave {
  return {
    ...a,
    re: a.re.map((re, i) => re * b.re[i]! - a.im[i]! * b.im[i]!),
    im: a.re.map((re, i) => re * b.im[i]! + a.im[i]! * b.re[i]!),
  };
}

/** What lies beyond the samples is the undisturbed beam, or nothing where a target blocks it all around. */
function travelled(kernels: Kernels, wave: Wave, spec: SimulationSpec): Wave {
  const ground = spec.target && findDrawn(spec.target.target_id)?.model().ground;
  const propagate = ground?.kind === 'opaque' ? propagateIsolated : propagateForward;
  // what looks stretched is seen by pixels that are narrower, and light knows nothing of pixels
  const medium = { ...spec, pitch_ratio: 1 / (spec.target?.anisotropy ?? 1) };
  return propagate(kernels, wave, spec.z_mm, medium);
}

function ownPart(wave: Wave, { height_px: rows, width_px: cols }: SimulationSpec, margin: Margin): Wave {
  const own = (samples: Float64Array) => withoutMargin(samples, rows, cols, margin);
  return { rows, cols, re: own(wave.re), im: own(wave.im) };
}

function ownObject(object: ThinObject, { height_px: rows, width_px: cols }: SimulationSpec, margin: Margin) {
  const own = (samples: Float64Array) => withoutMargin(samples, rows, cols, margin);
  return { ...object, rows, cols, amplitude: own(object.amplitude), phase: own(object.phase) };
}

/** amplitude · exp(i phase) */
function transmittedWave(object: ThinObject, wasm: Pick<KernelExports, 'sin' | 'cos'>): Wave {
  const wave = emptyWave(object.rows, object.cols);
  for (let i = 0; i < wave.re.length; i += 1) {
    wave.re[i] = object.amplitude[i]! * wasm.cos(object.phase[i]!);
    wave.im[i] = object.amplitude[i]! * wasm.sin(object.phase[i]!);
  }
  return wave;
}

function undisturbed(spec: SimulationSpec): SeenWave {
  const wave = emptyWave(spec.height_px, spec.width_px);
  wave.re.fill(1);
  return inPoints(wave);
}

/** Photo-electrons of one exposure; their mean over a frame without a sample is `spec.photoelectrons`. */
function exposure(
  arriving: SeenWave,
  light: Float64Array,
  spec: SimulationSpec,
  stream: number,
  wasm: KernelExports,
): Float64Array {
  const intensity = spec.mode === 'inline' ? arriving.light : interfere(arriving, spec, wasm);
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  for (let i = 0; i < intensity.length; i += 1) intensity[i]! *= light[i]! / mean;
  return collect(intensity, spec, Random.from(spec.seed, stream), wasm);
}
