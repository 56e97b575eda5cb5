import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { demodulate, nativeGrid, unfade } from '../demodulate/demodulate.ts';
import { loadCameraImage } from '../field/camera.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Scope } from '../kernel/kernels.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { offAxisSettings } from '../off-axis/off-axis-settings.ts';
import { referenceSurface } from '../off-axis/pupil/reference-surface.ts';
import { smoothReference } from './smooth-reference.ts';
import { smoothingSettings } from './smoothing-settings.ts';

const kernels = await loadKernels();
const carrier = { x: 0.18, y: 0.15 };
const filter = { passRadius: 0.08, stopRadius: 0.09, taper: 20 };
const margin = 8;

/** The background frame's field, with and without photon noise, and the noise of one pixel in counts². */
function fieldsOf(scope: Scope, rig: Partial<SimulationInput>) {
  const [noisy, clean] = [true, false].map((photon_noise) => {
    const { background, truth } = simulate(kernels, {
      ...{
        mode: 'off-axis',
        object: { kind: 'cells' },
        width_px: 448,
        height_px: 432,
        seed: 4,
        photon_noise,
      },
      ...{ bit_depth: 32, carrier_cycles_per_px: [carrier.x, carrier.y], ...rig },
    });
    const image = loadCameraImage(kernels, scope, background!, 'frame');
    const grid = nativeGrid(rig.height_px ?? 432, rig.width_px ?? 448, filter.stopRadius);
    const field = demodulate(kernels, scope, image, carrier, filter, grid);
    unfade(kernels, field, image.plane, filter);
    return { field, variance: (image.mean * image.mean) / truth.photoelectrons };
  });
  return { noisy: noisy!, clean: clean! };
}

/** Root mean square of the difference of two fields, away from their edges. */
function difference(a: ReturnType<typeof demodulate>, b: ReturnType<typeof demodulate>): number {
  const [x, y] = [a, b].map(({ plane }) => kernels.floats(plane.ptr, floatsIn(plane))) as [
    Float32Array,
    Float32Array,
  ];
  const pitch = floatsPerRow(a.plane);
  let [sum, count] = [0, 0];
  for (let row = margin; row < a.rows - margin; row++)
    for (let col = margin; col < a.cols - margin; col++)
      for (const part of [0, TO_IMAGINARY]) {
        const at = row * pitch + inRow(col) + part;
        sum += (x[at]! - y[at]!) ** 2;
        count++;
      }
  return Math.sqrt(sum / count);
}

function smoothed(rig: Partial<SimulationInput>, shared = 0) {
  using scope = kernels.scope();
  const { noisy, clean } = fieldsOf(scope, rig);
  const before = difference(noisy.field, clean.field);
  const variance = new Float64Array(144).fill(noisy.variance);
  const surface = referenceSurface(kernels, noisy.field, offAxisSettings, smoothingSettings.degree);
  const about = { variance, shared, radius: filter.passRadius, margin, surface };
  const left = smoothReference(kernels, noisy.field, about, smoothingSettings);
  const share = (difference(noisy.field, clean.field) / before) ** 2;
  return { share, stated: left.reduce((a, b) => a + b, 0) / left.length };
}

describe('a background frame’s field', () => {
  it('loses nearly all of its noise where the light is smooth, and says how much is left', () => {
    const { share, stated } = smoothed({});
    expect(share).toBeLessThan(0.15);
    expect(stated / share).toBeGreaterThan(0.6);
    expect(stated / share).toBeLessThan(1.6);
  });

  it('keeps dust and curvature: what smoothing takes of them is less than the noise it takes', () => {
    expect(smoothed({ dust: 12, uneven_light: 0.5 }).share).toBeLessThan(0.7);
    const curved = [
      { x: 2, y: 0, rad: 6 },
      { x: 0, y: 2, rad: -4 },
    ];
    expect(smoothed({ aberration: curved }).share).toBeLessThan(0.4);
  });

  it('is left as it is in a frame of two or three tiles, of which no noise can be told', () => {
    expect(smoothed({ width_px: 256, height_px: 240 })).toEqual({ share: 1, stated: 1 });
  });

  it('keeps all of it where all of it is a pattern that the other frame has as well', () => {
    expect(smoothed({}, 1).share).toBeCloseTo(1, 3);
  });
});
