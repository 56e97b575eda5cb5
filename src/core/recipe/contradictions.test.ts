import { expect, it } from 'vitest';
import type { Problem } from '../problem/problem.ts';
import { parseRecipe } from './recipe.ts';

/** What is said of a member of a request in light of 0.55 µm. */
function said(name: string, more: Readonly<Record<string, unknown>>): string | undefined {
  try {
    parseRecipe({ holography_mode: 'off-axis', wavelength_um: 0.55, pixel_pitch_um: 3.45, ...more });
    return undefined;
  } catch (refused) {
    return (refused as Problem).errors?.find(({ pointer }) => pointer === `/${name}`)?.message;
  }
}

const saidOf = (pitch: number) => said('pixel_pitch_um', { pixel_pitch_um: pitch });

it.each([0.107, 0.52])('tells who gives a pixel of %s µm how one in the sample is given', (pitch) => {
  expect(saidOf(pitch)).toContain('needs pixel_pitch_basis=object_space and the magnification');
});

it('does not where another unit was meant, or a pixel is too large', () => {
  expect(saidOf(0.00345)).toContain('did you mean 3.45');
  expect(saidOf(12)).toContain('from 0.5 to 10');
  for (const pitch of [0.00345, 12]) expect(saidOf(pitch)).not.toContain('object_space');
  expect(saidOf(0.56)).toBeUndefined();
});

it('tells who searches behind a microscope in which space distances are', () => {
  const range = { z_min_mm: 10, z_max_mm: 45 };
  const inSample = 'pixel_pitch_basis=object_space';
  expect(said('z_max_mm', { ...range, magnification: 18 })).toContain(inSample);
  expect(said('z_max_mm', range)).toContain('35 mm wide');
  expect(said('z_max_mm', range)).not.toContain(inSample);
  const there = { magnification: 18, pixel_pitch_basis: 'object_space', pixel_pitch_um: 0.19 };
  expect(said('z_max_mm', { ...range, ...there })).not.toContain(inSample);
});
