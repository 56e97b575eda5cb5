import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { record } from '../../../test/second-simulator/record.ts';
import { secondCase } from '../../../test/second-simulator/rigs.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { boundsOf, rectangle, type Shape } from '../targets/shape.ts';
import { calibrate } from './calibrate.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** The same about the same middle, of another width. */
function asWide(shape: Shape, width_um: number): Shape {
  if (shape.kind === 'band') return { ...shape, width_um };
  if (shape.kind === 'circle') return { ...shape, radius_um: width_um / 2 };
  const { left_um, right_um, top_um, bottom_um } = boundsOf(shape);
  const [x, y] = [(left_um + right_um) / 2, (top_um + bottom_um) / 2];
  return rectangle(x - width_um / 2, y - width_um / 2, width_um, width_um);
}

it.each([
  { target_id: 'own-dots', mode: 'inline', share: 0.3 },
  // lines of a fifth, between two widths that are thought of: the wrong one fits at a distance 24 % too far
  { target_id: 'own-grid', mode: 'inline', share: 0.8 },
  // lines of a twentieth, as lines of a tenth explained a quarter of what is seen
  { target_id: 'distortion-grid-500um', mode: 'inline', share: 0.95 },
  { target_id: 'own-lines', mode: 'inline', share: 0.36 },
  // between two widths again
  { target_id: 'own-lines', mode: 'inline', share: 0.62 },
  // off-axis a fit comes to it from the width that is drawn
  { target_id: 'own-holes', mode: 'off-axis', share: 0.35 },
  // and not to these, which come from others
  // a twentieth of the light: its distance is known to a tenth
  { target_id: 'own-dots', mode: 'off-axis', share: 0.25, open: 0.12 },
  { target_id: 'own-dots', mode: 'off-axis', share: 0.8 },
] as const)('finds pitch and distance of $target_id $mode that are $share of a period wide', (about) => {
  const { target_id, mode, share } = about;
  const open = 'open' in about ? about.open : 0.06;
  const isCoarse = target_id === 'distortion-grid-500um';
  const period = isCoarse ? 500 : 50;
  const coarse = { side_px: 240, pitch_um: 7.5, z_um: 10_000 };
  const inline = isCoarse ? coarse : { side_px: 144, pitch_um: 2.4, z_um: 1200 };
  const setup = mode === 'inline' ? inline : { side_px: 176, pitch_um: 1.6, z_um: 300 };
  const { rig, recipe, target, truth, withBackground } = secondCase({ target_id, mode, ...setup }, 5);
  const drawn = target.model();
  const areas: typeof drawn.areas = (window) =>
    drawn.areas(window).map((area) => ({ ...area, shape: asWide(area.shape, share * period) }));
  const frames = record({ ...drawn, areas }, rig, withBackground);
  const z = setup.z_um / 1000;
  const range = { z_min_mm: 0.66 * z, z_max_mm: 1.4 * z };
  const { corrections } = calibrate(kernels, frames, { target, recipe: { ...recipe, ...range } });
  const { z_mm, pixel_pitch_um: pitch } = corrections;
  expect(Math.abs(pitch!.value / truth.pitch - 1)).toBeLessThan(5e-4);
  const asStated = (truth.z * rig.wavelength_um) / recipe.wavelength_um / 1000;
  expect(Math.abs(z_mm!.value - asStated)).toBeLessThan(2 * z_mm!.sigma);
  expect(z_mm!.sigma).toBeLessThan(open * z);
});
