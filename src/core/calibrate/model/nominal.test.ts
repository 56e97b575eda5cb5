import { expect, it } from 'vitest';
import { parseRecipe } from '../../recipe/recipe.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { nominalOf } from './nominal.ts';
import { rigSettings } from './rig-settings.ts';

function rangeFor(target_id: string, z_mm: number, certificate = {}) {
  const rig = { holography_mode: 'inline', wavelength_um: 0.6328, pixel_pitch_um: 3.45, z_mm };
  const target = findTarget(target_id)!;
  const request = { target, certificate, recipe: parseRecipe(rig) };
  const { from_um, to_um } = nominalOf(request, target.model(certificate), rigSettings);
  return [from_um / 1000 / z_mm, to_um / 1000 / z_mm];
}

it('looks 12 % to both sides of a distance, and twice as far as a part may be larger or smaller', () => {
  expect(rangeFor('ronchi-10', 3)[0]).toBeCloseTo(0.88, 12);
  expect(rangeFor('ronchi-10', 3)[1]).toBeCloseTo(1.12, 12);
  // 3.11 ± 0.09 mm across its flats: a nut that is 2.9 % larger looks 5.8 % nearer
  const nut = rangeFor('hex-nut-m1.6', 20);
  expect(nut[0]).toBeCloseTo(0.88 * (1 - 0.18 / 3.11), 12);
  expect(nut[1]).toBeCloseTo(1.12 * (1 + 0.18 / 3.11), 12);
  const certified = rangeFor('hex-nut-m1.6', 20, { feature_size_um: 3100, feature_tolerance_um: 0 });
  expect(certified[1]).toBeCloseTo(1.12, 12);
  // those of a chart are of its bars, which have their places
  expect(rangeFor('usaf-1951', 3)[1]).toBeCloseTo(1.12, 12);
});
