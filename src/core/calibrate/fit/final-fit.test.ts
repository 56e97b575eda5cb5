import { expect, it } from 'vitest';
import type { MeasuredLight } from '../model/measured.ts';
import type { State } from '../model/state.ts';
import { standsIn } from './through-pupil.ts';
import { fitSettings } from './fit-settings.ts';

const offAxis = { im: new Float64Array(1) } as Partial<MeasuredLight> as MeasuredLight;
const inline = { im: null } as Partial<MeasuredLight> as MeasuredLight;

/** What of a fit is looked at: blur in px², contrast, and the radius of a pupil. */
function fitted(blur: number, contrast: number, pupil: number | null): State {
  const look = { wider_um: 0, cuts_um: 0, corners_um: 0, longer: 0, phaseScale: 1, contrast };
  return { places: [[1, 0, 0, 0, 1, 0]], zeta: 1, blur, pupil, look };
}

it.each([
  ['off-axis, the blur of a whole pixel', offAxis, fitted(0.083, 1, null), false],
  ['off-axis, more than that', offAxis, fitted(0.084, 1, 0.1), true],
  ['in-line, no pupil', inline, fitted(0, 1, null), true],
  ['in-line, parts as dense as drawn through a pupil', inline, fitted(0, 1.0029, 0.1), false],
  ['in-line, parts a little denser', inline, fitted(0, 1.0031, 0.1), true],
  ['in-line, parts a little fainter', inline, fitted(0, 0.9969, 0.1), true],
])('blur and contrast may stand in for a pupil: %s', (_, measured, state, expected) => {
  expect(standsIn(state, measured, fitSettings.final)).toBe(expected);
});
