import { expect, it } from 'vitest';
import type { Profile } from '../api/calibration.ts';
import { alsoStated, calibratedItem } from './certificate-words.ts';

const profile = {
  ...{ profile_id: 'prof_1', name: 'Green rig', target_id: 'usaf-1951', holography_mode: 'off-axis' },
  ...{ input_sha256: 'ab', certificate: { number: 'XY-1' }, software: { name: 'leith', version: '1' } },
  nominal: { wavelength_um: 0.5, pixel_pitch_um: 1, pixel_pitch_basis: 'object_space', magnification: 3.4 },
  frame: { width_px: 640, height_px: 480 },
} as unknown as Profile;

it('says of what a certificate is, and how it was measured', () => {
  const rows = calibratedItem(profile).map(({ label, stated }) => `${label}: ${stated}`);
  expect(rows).toEqual([
    'Number: prof_1',
    'Rig: Green rig: off-axis, 0.5 µm, frames of 640 × 480 px, described with pixels of 1 µm in the sample, magnified 3.4 times',
    'Part: usaf-1951, certificate XY-1',
    'Method: A model of how the part diffracts light, fitted to one frame of it (leith 1)',
    'SHA-256: ab',
  ]);
  const frames = [{ input_sha256: 'ab' }, { input_sha256: 'cd' }];
  expect(
    calibratedItem({ ...profile, certificate: null, frames })
      .slice(2)
      .map(({ stated }) => stated),
  ).toEqual(['usaf-1951', expect.stringContaining('2 frames'), 'ab, cd']);
});

it('states with two standard uncertainties what has no budget of its own', () => {
  const of = (value: number, sigma: number) => ({ value, sigma });
  const corrections = {
    pixel_pitch_x_um: of(1.5, 0.01),
    pixel_pitch_y_um: null,
    z_offset_mm: of(0.02, 0.001),
  };
  const terms = { radial: of(0.001, 0.0002), tangential_x: of(0, 0.0001), tangential_y: of(0, 0.0001) };
  const stated = alsoStated({ corrections, distortion: { ...terms, radius_px: 320 } } as unknown as Profile);
  expect(stated.map((row) => row.stated)).toEqual([
    ...['1.500 ± 0.020 µm', '0.0200 ± 0.0020 mm', '0.00100 ± 0.00040'],
    ...['0.00000 ± 0.00020', '0.00000 ± 0.00020'],
  ]);
  expect(alsoStated({ corrections, distortion: null } as unknown as Profile)).toHaveLength(2);
});
