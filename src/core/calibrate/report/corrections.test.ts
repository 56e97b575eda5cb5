import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { findTarget } from '../../targets/catalogue.ts';
import type { Corrections } from '../../rig/calibration.ts';
import { budgetLines, correctionsOf, expandedOf, type CorrectionInputs } from './corrections.ts';
import { reportSettings } from './report-settings.ts';

it.each([
  ['ronchi-50', 1],
  ['pinhole-50um', 0],
])('states what makes a turn uncertain only of a target that shows one (%s: %i)', (target_id, count) => {
  const none = { pixel_pitch_um: null, scale_anisotropy: null, shear_rad: null, z_mm: null };
  const sources = [{ source: 'scatter', type: 'A' as const, u: { rotation_deg: 0.01 } }];
  const lines = budgetLines(none as Corrections, findTarget(target_id)!.model(), sources);
  expect(lines.filter(({ quantity }) => quantity === 'rotation_deg')).toHaveLength(count);
});

it('states a phase scale that is known to a tenth, and none that is known worse', async () => {
  const kernels = await loadKernels();
  const look = { wider_um: 0, cuts_um: 0, corners_um: 0, longer: 0, phaseScale: 1.04, contrast: 1 };
  const state = { places: [[1, 0, 0, 0, 1, 0]], zeta: 1000, blur: 0, pupil: null, look };
  const scaleOf = (phaseScale: number) =>
    correctionsOf({
      final: { fit: { state }, subject: { magnification: 1, kernels } },
      ...{ prepared: { carrier: null }, model: findTarget('step-grating-100nm')!.model() },
      sources: [{ source: 'scatter', type: 'A', u: { phaseScale } }],
      ...{ nominal_z_mm: 1, distanceKnown: true, conjugate: false, settings: reportSettings },
    } as unknown as CorrectionInputs).phase_scale;
  expect(scaleOf(0.099)!.value).toBeCloseTo(1 / 1.04, 9);
  expect(scaleOf(0.101)).toBeNull();
});

it('expands every uncertainty that is stated, those of what follows and of the turn as well', () => {
  const of = (sigma: number) => ({ value: 1, sigma });
  const corrections = {
    ...{ pixel_pitch_um: of(1), pixel_pitch_x_um: of(2), pixel_pitch_y_um: of(3), scale_anisotropy: null },
    ...{ shear_rad: null, z_mm: of(4), z_offset_mm: of(5), phase_aberration: null },
    ...{ carrier_cycles_per_px: null, phase_scale: null },
  };
  expect(expandedOf(corrections, { rotation_deg: of(6) })).toEqual({
    ...{ k: 2, pixel_pitch_um: 2, pixel_pitch_x_um: 4, pixel_pitch_y_um: 6 },
    ...{ z_mm: 8, z_offset_mm: 10, rotation_deg: 12 },
  });
  expect(expandedOf(corrections, { rotation_deg: null })).not.toHaveProperty('rotation_deg');
});
