import { describe, expect, it } from 'vitest';
import { someOf } from '../../../test/brief-form.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { loadCameraImage } from '../field/camera.ts';
import type { Frame } from '../field/frame.ts';
import { partOf } from '../kernel/plane.ts';
import { jpegSteps, throughJpeg } from '../simulate/jpeg-loss.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { lossyNoise } from './lossy-noise.ts';
import { normalised } from './normalise-inline.fixture.ts';

const kernels = await loadKernels();
const SIDE = 256;

function simulation(object: SimulationInput['object'], photoelectrons: number): SimulationInput {
  const size = { width_px: SIDE, height_px: SIDE, pixel_pitch_um: 2.2, z_mm: 1.5 };
  return { mode: 'inline', object, ...size, photoelectrons, bit_depth: 8, background: false, seed: 4 };
}

function compressed({ samples, ...frame }: Frame, quality: number): Frame {
  const quantisation = jpegSteps(quality);
  const { width, height } = frame;
  const kept = throughJpeg(samples as Uint8Array, height, width, quantisation, kernels.wasm);
  return { ...frame, samples: kept, quantisation };
}

/** rms distance of a frame's samples from those of the same rig without noise, at the gain that fits best. */
function noiseOf(samples: ArrayLike<number>, of: SimulationInput): number {
  const clean = simulate(kernels, { ...of, photon_noise: false, bit_depth: 32 }).hologram.samples;
  let [both, square, rest] = [0, 0, 0];
  for (let k = 0; k < clean.length; k++) {
    both += samples[k]! * clean[k]!;
    square += clean[k]! * clean[k]!;
  }
  for (let k = 0; k < clean.length; k++) rest += (samples[k]! - (both / square) * clean[k]!) ** 2;
  return Math.sqrt(rest / clean.length);
}

function lossy(frame: Frame) {
  using scope = kernels.scope();
  return lossyNoise(kernels, loadCameraImage(kernels, scope, frame, 'frame'), frame.quantisation!)!;
}

describe('a JPEG', () => {
  it.each(someOf([50, 75, 90, 95, 100]))(
    'of quality %i tells the noise that there was before it',
    (quality) => {
      const of = simulation({ kind: 'flat' }, 2000);
      const { hologram } = simulate(kernels, of);
      const before = Math.sqrt(lossy(compressed(hologram, quality)).before) / noiseOf(hologram.samples, of);
      expect(before).toBeGreaterThan(0.85);
      expect(before).toBeLessThan(1.1);
    },
  );

  it.each(
    someOf([
      [{ kind: 'beads', phase_rad: 2 }, 400, 75],
      [{ kind: 'beads', phase_rad: 2 }, 2000, 90],
      [{ kind: 'absorbing-chart' }, 2000, 95],
      [{ kind: 'cells', phase_rad: 0.8 }, 2000, 60],
    ] as const),
  )('of %o in %i electrons, quality %i: about its error, and no less than before', (object, e, quality) => {
    const of = simulation(object, e);
    const { hologram } = simulate(kernels, of);
    const after = compressed(hologram, quality);
    const stated = lossy(after);
    const least = Math.max(noiseOf(hologram.samples, of), noiseOf(after.samples, of));
    const ratio = Math.sqrt(stated.before + stated.rounding) / least;
    // detail that was rounded to nothing is an error as well, and not counted
    expect(ratio).toBeGreaterThan(0.85);
    expect(ratio).toBeLessThan(1.5);
    expect(normalised(after, null).noiseSigma).toBeGreaterThan(0.9 * normalised(hologram, null).noiseSigma);
  });

  it('that was cropped still has its blocks where the frame had them', () => {
    const { hologram } = simulate(kernels, simulation({ kind: 'flat' }, 2000));
    const frame = compressed(hologram, 60);
    using scope = kernels.scope();
    const image = loadCameraImage(kernels, scope, frame, 'frame');
    const from = { x: 4, y: 13 };
    const plane = partOf(image.plane, { row: from.y, col: from.x }, 200, 200);
    const at = (crop: { readonly x: number; readonly y: number }) =>
      lossyNoise(kernels, { plane, crop: { ...crop, width: 200, height: 200 } }, frame.quantisation!)!;
    const whole = lossy(frame);
    expect(at(from).rounding).toBeCloseTo(whole.rounding, 1);
    // as if they began elsewhere: what was rounded to nothing is spread over all
    expect(at({ x: 0, y: 0 }).before).toBeLessThan(0.7 * whole.before);
  });

  it('is as much of the noise where the background frame is one as well', () => {
    const of = simulation({ kind: 'flat' }, 2000);
    const small = { width_px: 96, height_px: 96 };
    const [one, other] = [4, 5].map((seed) => simulate(kernels, { ...of, ...small, seed }).hologram);
    const alone = normalised(compressed(one!, 50), null).roundingShare;
    expect(alone).toBeGreaterThan(0.02);
    const both = normalised(compressed(one!, 50), compressed(other!, 50)).roundingShare;
    expect(Math.abs(both / alone - 1)).toBeLessThan(0.15);
    const half = normalised(compressed(one!, 50), other!).roundingShare;
    expect(half / alone).toBeLessThan(0.8);
    expect(normalised(one!, other!).roundingShare).toBe(0);
  });

  it('without a whole block tells nothing', () => {
    using scope = kernels.scope();
    const plane = scope.real(7, 40);
    const crop = { x: 0, y: 0, width: 40, height: 7 };
    expect(lossyNoise(kernels, { plane, crop }, jpegSteps(75))).toBeNull();
  });
});
