import { expect, it } from 'vitest';
import { findTarget } from '../../targets/catalogue.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import { rigSettings } from '../model/rig-settings.ts';
import { expectedIn, unresolved } from './expected.ts';
import { judgeSettings } from './judge-settings.ts';

const { view } = judgeSettings;

/** A frame of 100 × 100 pixels; `pass`: off-axis, of the filter, cycles per pixel. */
function measuredWith(pass: number | null): MeasuredLight {
  const filter = pass === null ? null : { pass, stop: 1.1 * pass };
  return { rows: 100, cols: 100, cell: 1, filter } as MeasuredLight;
}

/** How many pinholes of 50 µm are seen whole and resolved, with the middle of one at x and the middle of the height. */
function seen(x: number, pitch_um: number, pass: number | null = null): number {
  const model = findTarget('pinhole-50um')!.model();
  const place = [1 / pitch_um, 0, x, 0, 1 / pitch_um, 50] as const;
  return expectedIn(model, place, measuredWith(pass), view).length;
}

it('expects what lies two pixels from the edges of the frame and more', () => {
  expect([seen(27.01, 1), seen(26.99, 1)]).toEqual([1, 0]);
  expect([seen(72.99, 1), seen(73.01, 1)]).toEqual([1, 0]);
});

it('expects what is two cells wide, or 0.4 cycles of what a filter passes', () => {
  expect([seen(50, 24.9), seen(50, 25.1)]).toEqual([1, 0]);
  expect([seen(50, 12.4, 0.1), seen(50, 12.6, 0.1)]).toEqual([1, 0]);
});

it('refuses a target that is too fine even if pixels are as much smaller than said as is allowed', () => {
  const model = findTarget('ronchi-50')!.model();
  const why = (pitch_um: number) => {
    return unresolved(model, measuredWith(null), { pitch_um, allowed: rigSettings } as Nominal, view);
  };
  // two pixels on a bar of 10 µm
  expect(why(5 * 1.054)).toBeNull();
  expect(why(5 * 1.056)).toMatch(/at most 10 µm wide, 20 µm from one .* the pixels show bars of 10\.6 µm/);
});
