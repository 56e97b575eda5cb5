import { describe, expect, it } from 'vitest';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { farthestOff, statedDefocus } from './stated-defocus.ts';

const given = { z_mm: 5, wavelength_um: 0.6328 };
/** A rectangular distribution over ± 1. */
const ONE = 1 / Math.sqrt(3);
const profile = { z_mm: 5, own_mm: 0.002, scale: 0.001, wavelength: 0.0058 };

describe('statedDefocus', () => {
  it('is none where nothing is said, and none of what is found', () => {
    expect(statedDefocus(offAxisRecipe(given), { distance: null })).toEqual({ distance: 0, wavelength: 0 });
    const searched = offAxisRecipe({ z_min_mm: 4, z_max_mm: 6, wavelength_tolerance_nm: 5 });
    expect(statedDefocus(searched, { distance: profile })).toEqual({ distance: 0, wavelength: 0 });
  });

  it('takes tolerances for half-widths, that of the wavelength as a share of the distance', () => {
    const recipe = offAxisRecipe({ ...given, z_tolerance_mm: 0.3, wavelength_tolerance_nm: 6.328 });
    const { distance, wavelength } = statedDefocus(recipe, { distance: null });
    expect(distance).toBeCloseTo(300 * ONE, 9);
    expect(wavelength).toBeCloseTo(50 * ONE, 9);
  });

  it('counts what a profile shares with its target only beyond the distance of that target', () => {
    const of = (z_mm: number, fields = {}) =>
      statedDefocus(offAxisRecipe({ ...given, z_mm, ...fields }), { distance: profile });
    expect(of(5)).toEqual({ distance: 2, wavelength: 0 });
    const further = of(8);
    expect(further.distance).toBeCloseTo(Math.hypot(2, 3), 9);
    expect(further.wavelength).toBeCloseTo(3000 * 0.0058, 9);
    // who says it now knows better than the profile
    expect(of(8, { wavelength_tolerance_nm: 0.6328 }).wavelength).toBeCloseTo(3 * ONE, 9);
  });

  it('is of all distances of a stack together, at their mean', () => {
    const stack = { z_mm: null, stack_z_mm: [4, 5, 6] };
    const recipe = { ...offAxisRecipe(given), ...stack, z_tolerance_mm: 0.3, wavelength_tolerance_nm: 6.328 };
    const { distance, wavelength } = statedDefocus(recipe, { distance: null });
    expect(distance).toBeCloseTo(300 * ONE, 9);
    expect(wavelength).toBeCloseTo(50 * ONE, 9);
  });
});

it('nothing lies beyond a tolerance that is stated', () => {
  expect(farthestOff(offAxisRecipe(given), { distance: null })).toBe(Infinity);
  const recipe = offAxisRecipe({ ...given, z_tolerance_mm: 0.3, wavelength_tolerance_nm: 6.328 });
  expect(farthestOff(recipe, { distance: null })).toBeCloseTo(350, 9);
});
