import { expect, it } from 'vitest';
import { parseRecipe } from '../../recipe/recipe.ts';
import { findDrawn } from '../../targets/catalogue.ts';
import { otherSize, whyHopeless } from './not-found.ts';

function requestOf(given: object = {}) {
  const rig = { holography_mode: 'off-axis', wavelength_um: 0.6, pixel_pitch_um: 3, z_mm: 0.1 };
  return { target: findDrawn('usaf-1951')!, recipe: parseRecipe({ ...rig, ...given }) };
}

it('says how little of a coarse fit gives hope', () => {
  expect(whyHopeless(0.4, 0.4, requestOf())).toBeNull();
  expect(whyHopeless(0.39, 0.4, requestOf())).toMatch(/ was not found: .* 39 % .* of this rig\.$/);
  expect(whyHopeless(NaN, 0.4, requestOf())).toMatch(/was not found/);
});

it('says of a hole that pixels are full, where some are', () => {
  const hole = { ...requestOf(), target: findDrawn('pinhole-10um')! };
  const full = { saturated: 0.0004, alike: 0 };
  expect(whyHopeless(0.1, 0.4, hole, full)).toMatch(/0\.040 % of the pixels are full, .* lower the exposure/);
  expect(whyHopeless(0.1, 0.4, hole)).not.toMatch(/full/);
  // clear squares are most of a grid
  const grid = { ...requestOf(), target: findDrawn('distortion-grid-50um')! };
  expect(whyHopeless(0.1, 0.4, grid, full)).not.toMatch(/full/);
  expect(whyHopeless(0.1, 0.4, requestOf(), full)).not.toMatch(/full/);
});

it('says of a frame whose pixels are mostly of one value that rounding has its fringes', () => {
  const at = (alike: number) => whyHopeless(0.1, 0.4, requestOf(), { saturated: 0, alike });
  expect(at(0.988)).toMatch(/ 98 % of the pixels hold one and the same value: .* record more bits\.$/);
  expect(at(0.5)).not.toMatch(/same value/);
});

it('says behind a lens on which side a distance lies, and how much longer it is on the other', () => {
  const at = (given: object) => whyHopeless(0.1, 0.4, requestOf({ magnification: 20, ...given }));
  expect(at({})).toMatch(/camera’s side of the lens, and is 400 times \(the magnification squared\)/);
  expect(at({ pixel_pitch_basis: 'object_space', pixel_pitch_um: 0.15 })).toMatch(
    /lies at the sample: on the camera’s side of the lens it is 400 times/,
  );
});

it('says which size a lattice is seen in, and what else it may be', () => {
  const { sizeIs } = findDrawn('distortion-grid-50um')!;
  expect(otherSize(sizeIs, 60.08, 1.2016, 0.987)).toMatch(
    / explains 99 % with about 60\.1 µm as the pitch of the lines, .* or pixels are 0\.832 times as large/,
  );
});
