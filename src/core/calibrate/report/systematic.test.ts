import { expect, it } from 'vitest';
import { findDrawn } from '../../targets/catalogue.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import { systematicOf } from './systematic.ts';

/** What a fit leaves behind, as far as it matters here: 1 µm pixels, a frame of 200. */
function systematicFor(target_id: string, offAxis: boolean) {
  const model = findDrawn(target_id)!.model();
  const look = { wider_um: 0, cuts_um: 0, phaseScale: 1, contrast: 1 };
  const state = { places: [[1, 0, 0, 0, 1, 0]], zeta: 100, blur: 0, pupil: null, look };
  const filter = offAxis ? { pass: 0.1, stop: 0.11 } : null;
  const measured = { rows: 200, cols: 200, cell: 1, im: offAxis ? new Float64Array(1) : null, filter };
  const subject = { model, magnification: 1, medium_wavelength_um: 0.5 };
  const found = model.areas({ left_um: -90, right_um: 90, top_um: -90, bottom_um: 90 });
  return systematicOf({ fit: { state }, measured, subject } as unknown as FinalFit, found);
}

it('takes ends of a target to lie off by a share of a cycle of what passes', () => {
  // 0.0009 of the 10 µm that pass, at either end of 200 µm; 0.0006 of a depth of field of 200 µm
  const grid = systematicFor('distortion-grid-50um', true);
  expect(grid.pitch).toBeCloseTo((0.0009 * 10) / 100, 12);
  expect(grid.z_mm).toBeCloseTo(0.0006 * 0.2, 12);
  expect(grid.anisotropy).toBeCloseTo((0.0006 * 10) / 100, 12);
  expect(grid.shear).toBeCloseTo((0.0003 * 10) / 100, 12);
  expect(grid.rotation_deg).toBeCloseTo((grid.shear * 180) / Math.PI, 12);
});

it('knows rows better than patterns, and what all of the sensor saw better than what a filter passed', () => {
  expect(systematicFor('ronchi-50', true).pitch).toBeLessThan(
    systematicFor('distortion-grid-50um', true).pitch,
  );
  expect(systematicFor('ronchi-50', false).pitch).toBeLessThan(systematicFor('ronchi-50', true).pitch);
});
