import { expect, test } from 'vitest';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { nearTheSensor } from './near-the-sensor.ts';

// 447 nm in water, 4.8 µm pixels: two of them resolve nothing that diffracts nearer than 69 µm, and at 100 × no lens
// collects what diffracts nearer than 664 µm
const rig = { holography_mode: 'inline', wavelength_um: 0.447, refractive_index_immersion: 1.34 } as const;
const flagged = (values: Parameters<typeof offAxisRecipe>[0]) =>
  nearTheSensor(offAxisRecipe({ ...rig, pixel_pitch_um: 4.8, magnification: 100, ...values }));

test('distances that look like those in the sample are named, with what to send', () => {
  const [flag] = flagged({ z_min_mm: 0.002, z_max_mm: 0.04 });
  expect(flag).toMatchObject({ code: 'distances_on_sensor_side', level: 'needs_review' });
  expect(flag!.detail).toMatch(/up to 0.04 mm .*pixel_pitch_basis=object_space .* 0.048 µm/);
  expect(flagged({ z_mm: 0.66 })).toHaveLength(1);
  expect(flagged({ z_mm: 0.068, magnification: 4 })).toHaveLength(1);
});

test.each([
  ['as far as light diffracts', { z_mm: 0.67 }],
  ['as far as it does on such pixels', { z_mm: 0.07, magnification: 4 }],
  ['of nothing: the image lies on the sensor', { z_mm: 0 }],
  ['in the sample already', { z_mm: 0.01, pixel_pitch_um: 0.048, pixel_pitch_basis: 'object_space' }],
  ['without optics', { z_mm: 0.01, magnification: 1 }],
  ['unknown', {}],
] as const)('nothing is said of a distance %s', (_, values) => {
  expect(flagged(values)).toEqual([]);
});

test('a depth of field of more than half of the distances says the same', () => {
  const searched = offAxisRecipe({
    ...rig,
    pixel_pitch_um: 4.8,
    magnification: 100,
    ...{ z_min_mm: 0.7, z_max_mm: 2 },
  });
  expect(nearTheSensor(searched, 990)).toEqual([]);
  expect(nearTheSensor(searched, 1010)).toHaveLength(1);
});
