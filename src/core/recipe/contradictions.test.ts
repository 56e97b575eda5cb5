import { expect, it } from 'vitest';
import type { Problem } from '../problem/problem.ts';
import { parseRecipe } from './recipe.ts';

/** What is said of the pitch of a request in light of 0.55 µm. */
function saidOf(pitch: number): string | undefined {
  try {
    parseRecipe({ holography_mode: 'off-axis', wavelength_um: 0.55, pixel_pitch_um: pitch });
    return undefined;
  } catch (refused) {
    return (refused as Problem).errors?.find(({ pointer }) => pointer === '/pixel_pitch_um')?.message;
  }
}

it.each([0.107, 0.52])('tells who gives a pixel of %s µm how one in the sample is given', (pitch) => {
  expect(saidOf(pitch)).toContain('needs pixel_pitch_basis=object_space and the magnification');
});

it('does not where another unit was meant, or a pixel is too large', () => {
  expect(saidOf(0.00345)).toContain('did you mean 3.45');
  expect(saidOf(12)).toContain('from 0.5 to 10');
  for (const pitch of [0.00345, 12]) expect(saidOf(pitch)).not.toContain('object_space');
  expect(saidOf(0.56)).toBeUndefined();
});
