import { describe, expect, it } from 'vitest';
import type { CalibratedRig } from '../rig/calibrated-rig.ts';
import { Problem } from '../problem/problem.ts';
import { parseProfile } from './parse-profile.ts';

const rig: CalibratedRig = {
  profile_id: 'prof_1',
  nominal: {
    ...{ holography_mode: 'off-axis', wavelength_um: 0.6328, pixel_pitch_um: 3.45, magnification: 1 },
    ...{ pixel_pitch_basis: 'sensor', z_mm: 5, z_min_mm: null, z_max_mm: null },
  },
  corrections: {
    pixel_pitch_um: { value: 3.5, sigma: 0.001 },
    ...{ pixel_pitch_x_um: null, pixel_pitch_y_um: null, scale_anisotropy: null, shear_rad: null },
    ...{ z_mm: null, z_offset_mm: null, carrier_cycles_per_px: { x: 0.1, y: -0.2 }, phase_scale: null },
    phase_aberration: {
      ...{ basis: 'legendre', degree: 2, sigma_rad: 0.01 },
      orders: [
        [2, 0],
        [1, 1],
      ],
      coefficients_rad: [1, 2],
    },
  },
  frame: { width_px: 64, height_px: 32, crop_px: { x: 0, y: 0, width: 64, height: 32 } },
};

function problemOf(text: string): string[] {
  try {
    parseProfile(text);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.errors.map(({ message }) => message);
  }
}

describe('parseProfile', () => {
  it('takes a profile as it was written, and leaves out what reconstructions don’t use', () => {
    expect(parseProfile(JSON.stringify({ ...rig, name: 'a', overlay: {} }))).toEqual(rig);
  });

  it('refuses what is no profile, and lists all that is wrong', () => {
    expect(problemOf('PNG')).toEqual(['is no calibration profile: it is not JSON']);
    const { corrections } = rig;
    const aberration = { ...corrections.phase_aberration!, orders: [[2, 1]] };
    const broken = {
      ...rig,
      profile_id: 3,
      corrections: { ...corrections, phase_aberration: aberration, phase_scale: { value: 0, sigma: -1 } },
    };
    const wrong = problemOf(JSON.stringify(broken)).map((message) => message.split(': ')[1]);
    expect(wrong).toEqual([
      'profile_id',
      'corrections.phase_aberration',
      'corrections.phase_aberration',
      'corrections.phase_scale.value',
      'corrections.phase_scale.sigma',
    ]);
  });
});
