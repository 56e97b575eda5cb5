import { expect, it } from 'vitest';
import { parseRecipe } from './recipe.ts';

it('says of what belongs in the address that it does', () => {
  const fields = { holography_mode: 'off-axis', wavelength_um: 0.65, pixel_pitch_um: 3.45, z_mm: 5 };
  expect(parseRecipe(fields)).toMatchObject({ z_mm: 5 });
  const asked = () => parseRecipe({ ...fields, calibration_profile_id: 'prof_1' });
  expect(asked).toThrow(/calibration_profile_id is not a field .* belongs in the address/);
});
