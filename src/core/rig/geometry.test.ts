import { describe, expect, it } from 'vitest';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { firstZone, heightPerRadian, samplePixelSize } from './geometry.ts';

const indices = { refractive_index_sample: 1.38, refractive_index_medium: 1.33 };

describe('samplePixelSize', () => {
  it('divides a sensor pitch by the magnification and takes a pitch in object space as it is', () => {
    expect(samplePixelSize(offAxisRecipe())).toBe(3.45);
    expect(samplePixelSize(offAxisRecipe({ magnification: 20 }))).toBeCloseTo(0.1725, 12);
    const inObjectSpace = { pixel_pitch_basis: 'object_space', magnification: 2 } as const;
    expect(samplePixelSize(offAxisRecipe(inObjectSpace))).toBe(3.45);
  });
});

describe('firstZone', () => {
  it('is as far from the axis as makes the way to a plane half a wave longer, on either side of it and in a medium', () => {
    for (const [z, n] of [
      [1000, 1],
      [-250, 1.518],
    ] as const) {
      const r = firstZone({ wavelength_um: 0.6328, refractive_index_immersion: n }, z);
      expect(Math.hypot(r, z) - Math.abs(z)).toBeCloseTo(0.6328 / n / 2, 3);
    }
  });
});

describe('heightPerRadian', () => {
  it('is λ / (2π Δn) in transmission: a whole turn is λ / Δn high', () => {
    const perRadian = heightPerRadian(offAxisRecipe(indices))!;
    expect(2 * Math.PI * perRadian).toBeCloseTo(632.8 / 0.05, 6);
  });

  it('is negative where the sample is optically thinner than what surrounds it', () => {
    const bubble = { refractive_index_sample: 1, refractive_index_medium: 1.33 };
    expect(2 * Math.PI * heightPerRadian(offAxisRecipe(bubble))!).toBeCloseTo(-632.8 / 0.33, 6);
  });

  it('is λ / 4π in reflection, whatever the indices: a whole turn is half a wavelength high', () => {
    const mirror = offAxisRecipe({ sample_type: 'reflection' });
    expect(2 * Math.PI * heightPerRadian(mirror)!).toBeCloseTo(316.4, 9);
  });

  it('is unknown without indices and where they are equal', () => {
    expect(heightPerRadian(offAxisRecipe())).toBeNull();
    const equal = { refractive_index_sample: 1.33, refractive_index_medium: 1.33 };
    expect(heightPerRadian({ ...offAxisRecipe(), ...equal })).toBeNull();
  });
});
