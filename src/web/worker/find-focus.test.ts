import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { depthOfField } from '../../core/propagate/transfer.ts';
import { reconstruct } from '../../core/reconstruct.ts';
import type { ComplexMap } from '../../core/reconstruction/reconstruction.ts';
import { simulate } from '../../core/simulate/simulate.ts';
import { findFocus } from './find-focus.ts';
import type { RefocusOptics } from './protocol.ts';

const SIDE = 256;
const PITCH = 3.45;
const SAMPLE_MM = 5;
const TAKEN_MM = 4;

let kernels: Kernels;
let field: ComplexMap;
let optics: RefocusOptics;

beforeAll(async () => {
  kernels = await loadKernels();
  const carrier = [0.18, 0.15] as const;
  const { hologram } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'cells', count: 6 }, z_mm: SAMPLE_MM, seed: 3 },
    ...{ width_px: SIDE, height_px: SIDE, pixel_pitch_um: PITCH, carrier_cycles_per_px: carrier },
  });
  const recipe = offAxisRecipe({ pixel_pitch_um: PITCH, z_mm: TAKEN_MM, carrier_cycles_per_px: carrier });
  const made = reconstruct(kernels, { hologram, background: null }, recipe);
  field = made.field;
  const radius = Number(made.used.filter_radius_cycles_per_um);
  optics = { wavelength: 0.6328, pitchX: PITCH, pitchY: PITCH, radius, outside: 1, taper: 0 };
});

describe('the focus that is looked for in the page', () => {
  it('of a field that was reconstructed 1 mm too near lies 1 mm farther', () => {
    const { shift_mm, sigma_mm, curve } = findFocus(kernels, field, optics, null, 2);
    const depth = depthOfField(optics.wavelength, optics.radius) / 1000;
    expect(Math.abs(shift_mm - (SAMPLE_MM - TAKEN_MM))).toBeLessThan(0.5 * depth);
    expect(sigma_mm).toBeLessThan(depth);
    expect(curve.shift_mm.length).toBe(curve.value.length);
    expect(Math.min(...curve.shift_mm)).toBeCloseTo(-2, 6);
  });

  it('is looked for in a region with what surrounds it, wherever in the field that is', () => {
    const corner = { x: SIDE - 5, y: 0, width: 5, height: 300 };
    const found = findFocus(kernels, field, optics, corner, 2);
    expect(Number.isFinite(found.shift_mm)).toBe(true);
    expect(Math.abs(found.shift_mm)).toBeLessThanOrEqual(2);
  });
});
