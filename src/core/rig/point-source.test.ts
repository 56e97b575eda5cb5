import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 256;
const [WAVELENGTH, PITCH] = [0.532, 5.5];
/** µm: from the source to the sensor, and to the sample */
const [TO_SENSOR, TO_SAMPLE] = [20_000, 5_000];
const magnification = TO_SENSOR / TO_SAMPLE;
/** where a grain of dust lies in the sample, µm from the axis */
const GRAIN = { x: 40, y: -25 };

/** What the sensor sees of a point source and of a grain that scatters its light: exact spherical waves, summed. */
function recorded(grain: boolean): Frame {
  const k = (2 * Math.PI) / WAVELENGTH;
  const samples = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
    const x = ((i % SIDE) + 0.5 - SIDE / 2) * PITCH;
    const y = (Math.floor(i / SIDE) + 0.5 - SIDE / 2) * PITCH;
    const direct = Math.hypot(x, y, TO_SENSOR);
    const there = Math.hypot(GRAIN.x, GRAIN.y, TO_SAMPLE);
    const on = Math.hypot(x - GRAIN.x, y - GRAIN.y, TO_SENSOR - TO_SAMPLE);
    const weak = grain ? (0.05 * (TO_SENSOR - TO_SAMPLE)) / on : 0;
    const beam = TO_SENSOR / direct;
    const late = k * (there + on - direct);
    return 1000 * ((beam + weak * Math.cos(late)) ** 2 + (weak * Math.sin(late)) ** 2);
  });
  return { width: SIDE, height: SIDE, samples, bitDepth: 32 };
}

/** How bright the grain is at a distance given as docs/conventions.md says, and where, µm from the axis. */
function seenAt(fields: Record<string, unknown>): { power: number; x: number; y: number; pixel: number } {
  const recipe = parseRecipe({
    ...{ holography_mode: 'inline', wavelength_um: WAVELENGTH, phase_retrieval: 'none' },
    ...{ phase_background: 'none', ...fields },
  });
  const { field, pixel_size_um } = reconstruct(
    kernels,
    { hologram: recorded(true), background: recorded(false) },
    recipe,
  );
  let [power, at] = [0, 0];
  for (let i = 0; i < SIDE * SIDE; i++) {
    const here = (field.data[2 * i]! - 1) ** 2 + field.data[2 * i + 1]! ** 2;
    if (here > power) [power, at] = [here, i];
  }
  const place = (pixel: number) => (pixel + 0.5 - SIDE / 2) * pixel_size_um.x;
  return { power, x: place(at % SIDE), y: place(Math.floor(at / SIDE)), pixel: pixel_size_um.x };
}

describe('light from a point source, given as the parallel light that makes the same frame', () => {
  // z' = z_s (L - z_s) / L on the side of the sample, M² times as much on that of the sensor
  const onSample = ((TO_SAMPLE * (TO_SENSOR - TO_SAMPLE)) / TO_SENSOR) * 1e-3;
  const sensor = (z_mm: number) => ({ pixel_pitch_um: PITCH, magnification, z_mm });

  it('is in focus at that distance, in its place, in pixels of that size', () => {
    const distances = [0.96, 0.98, 1, 1.02, 1.04].map((by) => by * onSample * magnification ** 2);
    const seen = distances.map((z) => seenAt(sensor(z)));
    const sharpest = seen.reduce((a, b) => (b.power > a.power ? b : a));
    expect(sharpest).toBe(seen[2]);
    expect(sharpest.pixel).toBeCloseTo(PITCH / magnification, 9);
    expect(Math.abs(sharpest.x - GRAIN.x)).toBeLessThan(sharpest.pixel);
    expect(Math.abs(sharpest.y - GRAIN.y)).toBeLessThan(sharpest.pixel);
  });

  it('comes out a little sharper with pitch and distance in the sample, where the angles are the true ones', () => {
    const inSample = {
      ...{ pixel_pitch_um: PITCH / magnification, pixel_pitch_basis: 'object_space' },
      ...{ magnification, z_mm: onSample },
    };
    const more = seenAt(inSample).power / seenAt(sensor(onSample * magnification ** 2)).power;
    expect(more).toBeGreaterThan(1);
    expect(more).toBeLessThan(1.01);
  });
});
