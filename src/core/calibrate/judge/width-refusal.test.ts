import { expect, it } from 'vitest';
import { findDrawn } from '../../targets/catalogue.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import { judgeSettings } from './judge-settings.ts';
import { widthRefusal } from './width-refusal.ts';

const why = (fitted: TargetModel, known: readonly TargetModel[], wider_um: number) =>
  widthRefusal(fitted, known, wider_um, judgeSettings) ?? '';

it('refuses lines of unpublished width that are 2.2 times as wide or as narrow as drawn, between clear openings, too', () => {
  const steps = findDrawn('step-grating-100nm')!.model();
  const own = why(steps, [steps], 100).match(/as wide as drawn .* has 0\.\d\d to \d\.\d\d/);
  expect(own).not.toBeNull();
  // lines of 5 µm: openings that are wider leave less of them
  const grid = findDrawn('distortion-grid-50um')!.model();
  expect([why(grid, [grid], 0.54 * 5), why(grid, [grid], -1.19 * 5)]).toEqual(['', '']);
  expect(why(grid, [grid], 0.55 * 5)).toMatch(/^Lines 0\.45 × as wide as drawn .* has 0\.45 to 2\.20\.$/);
  expect(why(grid, [grid], -1.21 * 5)).toMatch(/^Lines 2\.21 × as wide as drawn/);
});

it('takes any of the widths that are thought of, whichever of them a fit began with', () => {
  const grid = findDrawn('distortion-grid-50um')!.model();
  const [thin, wide] = grid.otherWidths as [TargetModel, TargetModel];
  const known = [grid, thin, wide];
  // from 2.5 to 6 µm, 2.4 times as wide; and from 10 to 4 µm
  expect([why(thin, known, -3.5), why(wide, known, 6)]).toEqual(['', '']);
  // 2.5 / 2.2 to 2.2 · 10 µm
  expect([why(grid, known, 3.86), why(thin, known, -19.4)]).toEqual(['', '']);
  expect(why(grid, known, 3.87)).toMatch(/^Lines 0\.23 × as wide as drawn .* has 0\.23 to 4\.40\.$/);
  expect(why(thin, known, -19.6)).toMatch(/^Lines 4\.42 × as wide as drawn/);
});

it('asks nothing of a width that is known or as drawn', () => {
  const pinhole = findDrawn('pinhole-50um')!.model();
  expect(why(pinhole, [pinhole], 40)).toBe('');
  const grid = findDrawn('distortion-grid-50um')!.model();
  expect(why(grid, [grid], 0)).toBe('');
});
