import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { calibrate } from '../calibrate/calibrate.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { Recipe } from '../recipe/values.ts';
import { reconstruct } from '../reconstruct.ts';
import type { CalibratedRig } from '../rig/calibrated-rig.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { findTarget } from '../targets/catalogue.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 160;
const size = { width_px: SIDE, height_px: SIDE };
const away = [-0.18, -0.15] as const;

/** A rig whose own sideband lies at fx < 0, and what a target told of it. */
function rigWith(carrier: readonly [number, number], z: number, sigma = 0.01): CalibratedRig {
  const nothing = {
    ...{ pixel_pitch_um: null, pixel_pitch_x_um: null, pixel_pitch_y_um: null, scale_anisotropy: null },
    ...{ shear_rad: null, z_offset_mm: null, phase_aberration: null, phase_scale: null },
  };
  const corrections = {
    ...nothing,
    z_mm: { value: z, sigma },
    carrier_cycles_per_px: { x: carrier[0], y: carrier[1] },
  };
  const frame = { ...size, crop_px: { x: 0, y: 0, width: SIDE, height: SIDE } };
  return { profile_id: 'prof_1', nominal: offAxisRecipe({ z_mm: 5 }), corrections, frame };
}

/** What a frame comes to whose own sideband lies at fx < 0. */
function seen(
  kind: 'flat' | 'cells',
  z_mm: number,
  rig: CalibratedRig | null,
  given: Partial<Recipe> = { z_mm },
) {
  const input: SimulationInput = {
    ...{ mode: 'off-axis', object: { kind }, z_mm, seed: 3, background: false },
    ...{ ...size, carrier_cycles_per_px: away },
  };
  const { hologram } = simulate(kernels, input);
  const frames = { hologram, background: null };
  const { flags, metrics } = reconstruct(kernels, frames, offAxisRecipe(given), undefined, rig);
  const of = flags.map(({ code }) => code).filter((code) => /twin_open|phase_sign/.test(code));
  return { flags: of, own: (metrics.carrier_x_cycles_per_px as number) < 0 };
}

describe('which sideband is the object’s, as a target showed it', () => {
  it('is taken where the twins are equally sharp, and not said to be open', () => {
    expect(seen('flat', 7, null).flags).toEqual(['twin_open']);
    expect(seen('flat', 7, rigWith(away, 5))).toEqual({ flags: [], own: true });
    expect(seen('flat', 7, rigWith([0.18, 0.15], 5))).toEqual({ flags: [], own: false });
    const other = { z_mm: 7, sideband: 'conjugate' as const };
    expect(seen('flat', 7, rigWith(away, 5), other)).toEqual({ flags: [], own: false });
  });

  it('is taken at the sensor, where it is a convention otherwise', () => {
    expect(seen('cells', 0, null)).toEqual({ flags: ['phase_sign_by_convention'], own: false });
    expect(seen('cells', 0, rigWith(away, 5))).toEqual({ flags: [], own: true });
  });

  it('is open where the target’s own distance did not tell it, or the reference has moved since', () => {
    expect(seen('flat', 7, rigWith(away, 5, 2)).flags).toEqual(['twin_open']);
    expect(seen('flat', 7, rigWith([-0.18, 0.15], 5)).flags).toEqual(['twin_open']);
  });

  it('gives way to a frame that shows plainly which one it is, with a warning', () => {
    expect(seen('cells', 7, rigWith(away, 5))).toEqual({ flags: [], own: true });
    expect(seen('cells', 7, rigWith([0.18, 0.15], 5))).toEqual({ flags: ['twin_open'], own: true });
  });

  it('comes from a calibration, for another frame of the rig', { tags: 'further/rig' }, () => {
    const target = findTarget('distortion-grid-50um')!;
    const { hologram } = simulate(kernels, {
      ...{ mode: 'off-axis', object: { kind: 'target' }, z_mm: 0.3, seed: 5, background: false },
      ...{ ...size, pixel_pitch_um: 1.6, carrier_cycles_per_px: away },
      target: { target_id: target.entry.target_id, rotation_deg: 24, shift_x_um: 9 },
    });
    const fields = { pixel_pitch_um: 1.6, pixel_pitch_basis: 'object_space', magnification: 2 } as const;
    const recipe = offAxisRecipe({ ...fields, z_min_mm: 0.25, z_max_mm: 0.35 });
    const { corrections, frame } = calibrate(kernels, { hologram, background: null }, { target, recipe });
    const rig = { profile_id: 'prof_1', nominal: recipe, corrections, frame };
    const next = simulate(kernels, {
      ...{ mode: 'off-axis', object: { kind: 'flat' }, z_mm: 3, seed: 6, background: false },
      ...{ ...size, pixel_pitch_um: 1.6, carrier_cycles_per_px: away },
    });
    const frames = { hologram: next.hologram, background: null };
    const use = (profile: CalibratedRig | null) => {
      const given = offAxisRecipe({ ...fields, z_mm: 3 });
      return reconstruct(kernels, frames, given, undefined, profile);
    };
    expect(use(null).flags.map(({ code }) => code)).toContain('twin_open');
    const { flags, metrics, steps } = use(rig);
    expect(flags.map(({ code }) => code)).not.toContain('twin_open');
    expect(metrics.carrier_x_cycles_per_px).toBeCloseTo(away[0], 2);
    expect(steps.find(({ name }) => name === 'sideband')!.method).toContain('profile’s target');
  });
});
