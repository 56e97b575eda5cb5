import { expect, it } from 'vitest';
import type { Problem } from '../problem/problem.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import type { CalibratedRig } from '../rig/calibrated-rig.ts';
import { applyProfile } from './apply-profile.ts';
import { checkRig, placeOn } from './check-rig.ts';

const told = { holography_mode: 'off-axis', wavelength_um: 0.6, pixel_pitch_um: 4, z_mm: 5 };
const frame = { width: 64, height: 64 };

/** A rig told to have pixels of 4 µm and measured to have 4.1. */
function rig(shear_rad: { value: number; sigma: number } | null = null): CalibratedRig {
  const size = { width_px: 64, height_px: 64, crop_px: { x: 0, y: 0, ...frame } };
  const corrections = { pixel_pitch_um: { value: 4.1, sigma: 0.001 }, shear_rad };
  return {
    profile_id: 'prof_1',
    nominal: parseRecipe(told),
    corrections,
    frame: size,
  } as unknown as CalibratedRig;
}

function differing(fields: Partial<typeof told>): string[] {
  try {
    checkRig(parseRecipe({ ...told, ...fields }), rig(), null);
    return [];
  } catch (error) {
    return (error as Problem).errors.map(({ pointer }) => pointer.slice(1));
  }
}

it.each<[keyof typeof told, number, number]>([
  ['wavelength_um', 0.6 * 1.00199, 0.6 * 1.00201],
  ['wavelength_um', 0.6 * 0.99801, 0.6 * 0.99799],
  // a little smaller than what was told, a little larger than what was measured
  ['pixel_pitch_um', 4 * 0.9501, 4 * 0.9499],
  ['pixel_pitch_um', 4.1 * 1.0499, 4.1 * 1.0501],
])('takes %s of %f for the same rig, and %f for another', (field, same, other) => {
  expect(differing({ [field]: same })).toEqual([]);
  expect(differing({ [field]: other })).toEqual([field]);
});

it('says that a picture is sheared where that is certain, and large enough to matter', () => {
  const said = (value: number, sigma: number) => {
    const { flags } = applyProfile(parseRecipe(told), rig({ value, sigma }), {
      ...frame,
      hasBackground: true,
    });
    return flags.map(({ code }) => code);
  };
  const sheared = ['calibration_shear_not_corrected'];
  expect(said(0.00101, 1e-5)).toEqual(sheared);
  expect(said(-0.00101, 1e-5)).toEqual(sheared);
  expect(said(0.00099, 1e-5)).toEqual([]);
  expect(said(0.0031, 0.001)).toEqual(sheared);
  expect(said(0.0029, 0.001)).toEqual([]);
});

it('takes a region from where it is said to lie, and none that leaves what was calibrated', () => {
  const at = (x: number, y: number) => ({ ...rig(), origin_px: { x, y } });
  const region = { width: 32, height: 16 };
  expect(placeOn(region, rig())).toEqual({ x: 16, y: 24 });
  expect(placeOn(region, at(32, 10))).toEqual({ x: 32, y: 10 });
  expect(() => checkRig(parseRecipe(told), at(32, 48), region)).not.toThrow();
  expect(() => checkRig(parseRecipe(told), at(33, 48), region)).toThrow(
    /calibration_origin_px is 33,48: .* leaves the part/,
  );
});
