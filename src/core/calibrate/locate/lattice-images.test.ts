import { expect, it } from 'vitest';
import { placesAt } from './lattice-images.ts';
import { locateSettings } from './locate-settings.ts';

it('looks for an image up to three half depths of field beside where it should lie, at most half-way', () => {
  const ends = (z: number, from: number) => {
    const all = placesAt(z, from, 10, locateSettings.images);
    return [all[0], all.at(-1)];
  };
  expect(ends(500, 500)).toEqual([470, 530]);
  expect(ends(500, 439)).toEqual([470, 530]);
  expect(ends(500, 460)).toEqual([480, 520]);
});
