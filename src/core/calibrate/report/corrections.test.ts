import { expect, it } from 'vitest';
import { findTarget } from '../../targets/catalogue.ts';
import type { Corrections } from '../../rig/calibration.ts';
import { budgetLines } from './corrections.ts';

it.each([
  ['ronchi-50', 1],
  ['pinhole-50um', 0],
])('states what makes a turn uncertain only of a target that shows one (%s: %i)', (target_id, count) => {
  const none = { pixel_pitch_um: null, scale_anisotropy: null, shear_rad: null, z_mm: null };
  const sources = [{ source: 'scatter', type: 'A' as const, u: { rotation_deg: 0.01 } }];
  const lines = budgetLines(none as Corrections, findTarget(target_id)!.model(), sources);
  expect(lines.filter(({ quantity }) => quantity === 'rotation_deg')).toHaveLength(count);
});
