import { expect, it } from 'vitest';
import type { CalibratedRig } from '../rig/calibrated-rig.ts';
import { calibratedDistance } from './calibrated-distance.ts';

const line = (source: string, u: number, quantity = 'z_mm') => {
  return { quantity, source, type: 'B', u, unit: 'mm' } as const;
};
const budget = [
  ...[line('scatter', 0.003), line('drawing', 0.004), line('part', 0.006), line('temperature', 0.008)],
  ...[line('wavelength', 0.025), line('scatter', 7, 'pixel_pitch_um')],
];

function of(rig: Pick<CalibratedRig, 'budget'>, z = 5) {
  const corrections = { z_mm: { value: z, sigma: 0.03 }, z_offset_mm: { value: 0.25, sigma: 0.01 } };
  return calibratedDistance({ corrections, ...rig } as CalibratedRig);
}

it('parts what the target’s own scale and its light share with the distance from the rest', () => {
  const found = of({ budget })!;
  expect(found.z_mm).toBe(5);
  expect(found.own_mm).toBeCloseTo(0.005, 12);
  expect(found.scale).toBeCloseTo(0.002, 12);
  expect(found.wavelength).toBeCloseTo(0.005, 12);
});

it('takes all of the uncertainty where a profile does not say whose it is', () => {
  for (const rig of [{}, { budget: [] }])
    expect(of(rig)).toEqual({ z_mm: 5, own_mm: 0.01, scale: 0, wavelength: 0 });
  expect(of({ budget }, 0)).toMatchObject({ scale: 0, wavelength: 0 });
});

it('is none of a profile without an offset', () => {
  const corrections = { z_mm: { value: 5, sigma: 0.03 }, z_offset_mm: null };
  expect(calibratedDistance({ corrections } as CalibratedRig)).toBeNull();
});
