import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { reconstruct } from '../../core/reconstruct.ts';
import { simulate } from '../../core/simulate/simulate.ts';
import { PhasePreview } from './phase-preview.ts';

const SIDE = 256;
const PITCH = 3.45;
const CARRIER = { x: 0.18, y: 0.15 };
/** cycles/px, as a hand drags it: a reconstruction goes on with a filter that is given, and narrows one that it found to the pupil */
const RADIUS = 0.08;

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

it.each([
  ['where the carrier is', CARRIER],
  ['a little beside it', { x: 0.186, y: 0.147 }],
])(
  'a filter %s shows the phase of the reconstruction that is given its radius, but for a constant',
  (_, carrier) => {
    const { hologram } = simulate(kernels, {
      ...{ mode: 'off-axis', object: { kind: 'beads', phase_rad: 2, count: 4 }, z_mm: 3, seed: 5 },
      ...{ width_px: SIDE, height_px: SIDE, pixel_pitch_um: PITCH },
      carrier_cycles_per_px: [CARRIER.x, CARRIER.y] as const,
    });
    const recipe = offAxisRecipe({
      ...{ pixel_pitch_um: PITCH, z_mm: 3, output_sampling: 'native' },
      carrier_cycles_per_px: [CARRIER.x, CARRIER.y],
      filter_radius_cycles_per_um: RADIUS / PITCH,
    });
    const made = reconstruct(kernels, { hologram, background: null }, recipe);
    using preview = new PhasePreview(kernels, hologram);
    const seen = preview.phase({ carrier, radius: RADIUS }, CARRIER, {
      wavelength: 0.6328,
      pitch: PITCH,
      z: 3000,
    });
    const { rows, cols, data } = made.phase_wrapped;
    expect([seen.rows, seen.cols]).toEqual([rows, cols]);
    // phasors of the difference point one way where the two agree; the borders are faded
    let [re, im, count] = [0, 0, 0];
    for (let y = rows >> 2; y < (3 * rows) >> 2; y++) {
      for (let x = cols >> 2; x < (3 * cols) >> 2; x++, count++) {
        const difference = seen.data[y * cols + x]! - data[y * cols + x]!;
        re += Math.cos(difference);
        im += Math.sin(difference);
      }
    }
    expect(Math.hypot(re, im) / count).toBeGreaterThan(0.97);
  },
);
