import { expect, it } from 'vitest';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import { takesMost, type Work } from './messages.ts';

it('retrievals and calibrations take the most memory', () => {
  const recipeOf = (holography_mode: string) =>
    parseRecipe({ holography_mode, wavelength_um: 0.6, pixel_pitch_um: 3, z_mm: 1 });
  const works = [
    { kind: 'reconstruct', request: { recipe: recipeOf('inline') } },
    { kind: 'reconstruct', request: { recipe: recipeOf('off-axis') } },
    { kind: 'calibrate', request: { recipe: recipeOf('off-axis') } },
    { kind: 'sequence', request: { step: 'open', fields: { holography_mode: 'inline' } } },
    { kind: 'sequence', request: { step: 'package', fields: { holography_mode: 'inline' } } },
  ] as unknown as Work[];
  expect(works.map(takesMost)).toEqual([true, false, true, true, false]);
});
