import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { thorough } from '../../../../test/short-form.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { parseRecipe } from '../../recipe/recipe.ts';
import { simulate } from '../../simulate/simulate.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { calibrate } from '../calibrate.ts';
import { fitLocated, locateTarget } from '../locate-target.ts';
import { calibrationSettings } from '../calibration-settings.ts';
import { distanceRange } from '../locate/locate.ts';
import { imagesOf, talbotSpacing } from '../locate/lattice-images.ts';
import { distanceDoubt } from './distance-doubt.ts';
import type { DoubtSettings } from './judge-settings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

it('knows where the first orders of a lattice are half a turn behind', () => {
  const [lambda, period] = [0.6328, 2.1];
  const lattice = { origin: { x_um: 0, y_um: 0 }, b: null, tolerance_um: null, box: null };
  const steep = talbotSpacing({ ...lattice, a: { x_um: period * 0.6, y_um: period * 0.8 } }, lambda);
  // the wave along the axis against one that leaves at sin θ = λ / period
  const behind = steep * (1 / lambda) * (1 - Math.cos(Math.asin(lambda / period)));
  expect(behind).toBeCloseTo(0.5, 10);
  const flat = talbotSpacing({ ...lattice, a: { x_um: 100, y_um: 0 } }, lambda);
  expect(flat / (100 * 100)).toBeCloseTo(1 / lambda, 4);
});

it('finds images on both sides and those of the twin, and not the place itself', () => {
  const at = imagesOf(3, 10, -20, 20);
  expect(at.filter(({ twin }) => !twin).map(({ z }) => z)).toEqual([-17, -7, 13]);
  expect(at.filter(({ twin }) => twin).map(({ z }) => z)).toEqual([-13, -3, 7, 17]);
  expect(imagesOf(3, 10, 2, 4)).toEqual([]);
});

/** A fine ruling of which the first orders pass: its images follow each other every 0.632 mm. */
function ruled(z_mm: number, stated: Record<string, number>) {
  const { hologram } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'target' }, width_px: 144, height_px: 144, pixel_pitch_um: 1 },
    ...{ z_mm, seed: 5, background: false, target: { target_id: 'ronchi-50', rotation_deg: 31 } },
  });
  const magnified = { pixel_pitch_basis: 'object_space', magnification: 3.45 };
  const rig = { holography_mode: 'off-axis', wavelength_um: 0.6328, pixel_pitch_um: 1.01 };
  const recipe = parseRecipe({ ...rig, ...magnified, ...stated });
  return [
    { hologram, background: null },
    { target: findTarget('ronchi-50')!, recipe },
  ] as const;
}

it.runIf(thorough)(
  'does not know the distance where the twin of an image lies where it was looked for',
  () => {
    // 0.632 − 0.42: next to the range in which a person believes it to be
    const { corrections, warnings } = calibrate(kernels, ...ruled(0.42, { z_mm: 0.25 }));
    expect(corrections.z_mm).toBeNull();
    expect(corrections.pixel_pitch_um!.value).toBeCloseTo(1, 3);
    expect(warnings.join(' ')).toMatch(/0\.\d+ mm fits as well as 0\.[24]\d+ mm/);
  },
);

it('knows it where a person says the range, and by what an image would have to differ', () => {
  const settings = calibrationSettings;
  const shot = ruled(0.15, { z_min_mm: 0.12, z_max_mm: 0.16 });
  const found = locateTarget(kernels, ...shot, () => {}, settings);
  const final = fitLocated(found, () => {}, settings);
  const sigma = 20;
  const { nominal, subject } = found;
  const lookWith = (own: Partial<DoubtSettings>, range = {}, value = z) =>
    distanceDoubt(
      final,
      { ...nominal, ...range },
      {
        doubt: { ...settings.judge.doubt, ...own },
        images: settings.locate.images,
        ringing: settings.fit.ringing,
      },
      { value, sigma },
    );
  const doubtWith = (...own: Parameters<typeof lookWith>) => {
    const { why, aside_um } = lookWith(...own);
    expect(aside_um).toBe(0);
    return why;
  };
  const { z, slack } = distanceRange(final, nominal);
  expect(Math.abs(z / 1000 - 0.15)).toBeLessThan(0.01);
  expect(doubtWith({})).toBeNull();
  // up to the twin of an image behind, that of the first one
  const image = talbotSpacing(subject.model.lattices[0]!, 0.6328) - z;
  const asFar = { to_um: image - 2 * sigma + 1 };
  expect(doubtWith({}, asFar)).toMatch(/fits as well as/);
  expect(doubtWith({}, { to_um: image - 2 * sigma - 1 })).toBeNull();
  // what a lens takes back of the distance moves the twin's image the other way
  expect(doubtWith({}, { to_um: image - 2 * sigma - 5 }, z + 6)).toMatch(/fits as well as/);
  expect(doubtWith({}, { to_um: image - 2 * sigma + 5 }, z - 6)).toBeNull();
  // nearer than it is known anyway, it is no doubt but a part of what is unknown: a lens brings the twin's image near
  const near = (apart: number) => lookWith({}, asFar, z + (image - z - apart) / 2);
  expect(near(0.99 * sigma).why).toBeNull();
  expect(near(0.99 * sigma).aside_um).toBeCloseTo(0.99 * sigma, 6);
  expect(near(1.01 * sigma)).toMatchObject({ why: expect.stringContaining('fits as well as'), aside_um: 0 });
  // beyond the range by less than two sigma it would be a lens that made it so, and the target at the range's end
  const value = z + (image - z - 1.5 * sigma) / 2;
  const ending = (beyond: number) => lookWith({}, { to_um: value + beyond * sigma }, value);
  expect([ending(0.99).why, ending(-0.49).why]).toEqual([null, null]);
  expect(ending(0.99).aside_um).toBeCloseTo(0.99 * sigma, 6);
  expect(ending(-0.49).aside_um).toBeCloseTo(0.49 * sigma, 6);
  expect(ending(1.01)).toMatchObject({ why: expect.stringContaining('fits as well as'), aside_um: 0 });
  // whatever lies that near is the same place
  const apart = Math.abs(image - z) / slack;
  expect(doubtWith({ same: 1.001 * apart }, asFar)).toBeNull();
  expect(doubtWith({ same: 0.999 * apart }, asFar)).not.toBeNull();
  // it would have to fit better than can be
  expect(doubtWith({ asGood: 2, unfitted: 0 }, asFar)).toBeNull();
  expect(doubtWith({ asGood: 2, unfitted: 1e9 }, asFar)).not.toBeNull();
  expect(doubtWith({ asGood: 0, unfitted: 0 }, asFar)).not.toBeNull();
  // without a range the distance may be wrong by a factor
  const guessed = { rangeGiven: false };
  expect(doubtWith({ wrongBy: (1.001 * image) / nominal.to_um }, guessed)).not.toBeNull();
  expect(doubtWith({ wrongBy: (0.999 * image) / nominal.to_um }, guessed)).toBeNull();
});
