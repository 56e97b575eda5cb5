import { describe, expect, it } from 'vitest';
import { findTarget } from '../../targets/catalogue.ts';
import { foldOf } from '../model/margin.ts';
import type { Nominal } from '../model/nominal.ts';
import { rigSettings } from '../model/rig-settings.ts';
import { locateSettings } from './locate-settings.ts';
import { distanceRange, cellFactors, worth as worthAt, zetasOf, type Located } from './locate.ts';

/** What a fit says of a distance, with 1 µm pixels and a rim at 0.1 cycles per pixel. */
function located(z_um: number, explained = 0.9): Located {
  const look = { wider_um: 0, cuts_um: 0, corners_um: 0, longer: 0, phaseScale: 1, contrast: 1 };
  const state = { places: [[1, 0, 0, 0, 1, 0]], zeta: z_um, blur: 0, pupil: null, look };
  const measured = { rows: 64, cols: 64, cell: 1, im: new Float64Array(1), filter: { pass: 0.1, stop: 0.1 } };
  return { fit: { state, explained }, measured } as unknown as Located;
}

const range = { from_um: 500, to_um: 700, rangeGiven: true };
const nominal = {
  medium_wavelength_um: 0.5,
  pitch_um: 1,
  magnification: 1,
  allowed: rigSettings,
  ...range,
} as Nominal;
const worth = (found: Located, of: Nominal) => worthAt(found, of, locateSettings.outsideCosts);
/** half a depth of field, µm: 0.5 / (λ ρ²) */
const SLACK = 0.5 / (0.5 * 0.1 * 0.1);

describe('a distance', () => {
  it.each([
    [500 - SLACK - 0.01, false, 1 + 0.01 / SLACK],
    [500 - SLACK + 0.01, true, 1 - 0.01 / SLACK],
    [500, true, 0],
    [700, true, 0],
    [700 + SLACK - 0.01, true, 1 - 0.01 / SLACK],
    [700 + SLACK + 0.01, false, 1 + 0.01 / SLACK],
  ])('of %f µm is inside the range and half a depth of field around it: %s', (z, inside, beyond) => {
    const found = distanceRange(located(z), nominal);
    expect(found).toMatchObject({ from: 500, to: 700, inside });
    expect(found.z).toBeCloseTo(z, 9);
    expect(found.slack).toBeCloseTo(SLACK, 9);
    expect(found.beyond).toBeCloseTo(beyond, 9);
  });

  it('is looked for in steps of half a depth of field and less, over the whole range', () => {
    const zetas = zetasOf(nominal, located(0).measured, 1);
    expect([zetas[0], zetas.at(-1)]).toEqual([500, 700]);
    const coarse = zetasOf({ ...nominal, to_um: 5000 }, located(0).measured, 1);
    const steps = coarse.slice(1).map((zeta, k) => zeta - coarse[k]!);
    expect(Math.max(...steps)).toBeLessThanOrEqual(0.5 * 2 * SLACK + 1e-9);
  });
});

describe('a fit is worth', () => {
  it('what it explains inside the range, and less the farther beyond it', () => {
    expect(worth(located(600), nominal)).toBe(0.9);
    expect(worth(located(700 + SLACK / 2), nominal)).toBeCloseTo(0.9 - 0.025, 9);
  });

  it('less than one inside that explains 5 % less, where it lies as far beyond as is allowed', () => {
    const far = located(700 + 0.999 * SLACK, 0.95);
    expect(worth(far, nominal)).toBeLessThan(worth(located(600, 0.901), nominal));
    expect(worth(far, nominal)).toBeGreaterThan(worth(located(600, 0.899), nominal));
  });

  it('less than any inside where it has left the range', () => {
    expect(worth(located(700 + 1.001 * SLACK, 1), nominal)).toBeLessThanOrEqual(
      worth(located(600, 0.001), nominal),
    );
  });
});

it('a filtered frame of joined cells folds its spectrum, others do not', () => {
  const { measured } = located(0);
  expect(foldOf(measured)).toBe(1);
  expect(foldOf({ ...measured, cell: 2 })).toBe(2);
  expect(foldOf({ ...measured, cell: 2, filter: null })).toBe(1);
});

it('begins with cells as coarse as leaves 192 along a side, and five in a period', () => {
  const rulingOf = (feature_size_um: number) => findTarget('ronchi-50')!.model({ feature_size_um });
  const levels = (cols: number, period: number) =>
    cellFactors({ rows: 100, cols, cell: 2 }, rulingOf(period), { pitch_um: 1.5 });
  expect([levels(192, 1e6), levels(193, 1e6), levels(385, 1e6)]).toEqual([[1], [2, 1], [4, 2, 1]]);
  // of 3 µm each
  expect([levels(1000, 3 * 9.9), levels(1000, 3 * 10.1)]).toEqual([[1], [2, 1]]);
});
