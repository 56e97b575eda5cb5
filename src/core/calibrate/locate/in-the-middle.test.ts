import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { calibrationSettings } from '../calibration-settings.ts';
import { endlessOptics } from '../fit/part-of-frame.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { evenLight, lightField, lightTables } from '../model/light.ts';
import type { Nominal } from '../model/nominal.ts';
import { predict, type Subject } from '../model/predict.ts';
import { asDrawn } from '../model/scene.ts';
import type { State } from '../model/state.ts';
import { overWhole, searchedPart, type PartSearched } from './in-the-middle.ts';
import type { Located, Search } from './locate.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const LAMBDA = 0.6;

/** A grid of so many pixels a period. */
function searchOf(period_px: number): Search {
  const model = findTarget('distortion-grid-50um')!.model();
  const subject: Subject = {
    ...{ kernels, model, wavelength_um: LAMBDA, medium_wavelength_um: LAMBDA, pieces: [null] },
    ...{ magnification: 1, hasLens: false },
  };
  const nominal = { pitch_um: 50 / period_px } as Nominal;
  return { subject, nominal, reach: 2, settings: calibrationSettings, onStep: () => {} };
}

function frameOf(side: number, im: Float64Array | null = null) {
  const values = new Float64Array(side * side);
  return { rows: side, cols: side, cell: 1, re: values, im, weight: values.map(() => 1), filter: null };
}

describe('a frame of a lattice is searched', () => {
  it('in its middle, where its coarsest cells are twice as many as tell enough', () => {
    expect(searchedPart(searchOf(14), frameOf(1024))).toMatchObject({ rows: 512, cols: 512, x: 256, y: 256 });
    expect(searchedPart(searchOf(9), frameOf(520))).toMatchObject({ rows: 256, cols: 256, x: 132, y: 132 });
  });

  it('as a whole, where they are fewer or the frame has phases', () => {
    expect(searchedPart(searchOf(14), frameOf(1023))).toBeNull();
    expect(searchedPart(searchOf(21), frameOf(1024))).toBeNull();
    expect(searchedPart(searchOf(14), frameOf(1024, new Float64Array(1)))).toBeNull();
  });
});

it('what was found in the middle is put in its place in the whole, with the light there', () => {
  const own = searchOf(14);
  const [side, corner] = [180, 50];
  const state: State = {
    places: [[0.28, 0.004, 71.3, -0.004, 0.281, 83.6]],
    ...{ zeta: 40, blur: 0.1, pupil: null, look: asDrawn },
  };
  const light = evenLight(2, -1);
  light.amplitude.set([0.1, 0.2, -0.1, -0.15, 0.05, -0.2]);
  const frame = frameOf(side);
  const field = predict(own.subject, endlessOptics(own.subject, frame, state.places[0]!), state);
  const lit = lightField(light, lightTables(frame, 2), kernels.wasm);
  const re = Float64Array.from(field.re, (v, i) => Math.hypot(v, field.im[i]!) * lit.re[i]!);
  const [a, b, c, d, e, f] = state.places[0]!;
  // as a fit of the middle leaves it: a little turned and shifted
  const near = [a, b + 0.0003, c - corner + 0.1, d - 0.0003, e, f - corner - 0.1] as const;
  const found = { fit: { state: { ...state, places: [near] } } } as unknown as Located;
  const part = { x: corner, y: corner } as PartSearched;
  const { fit, measured } = overWhole(own, found, part, { ...frame, re });
  expect([measured.rows, fit.state.zeta]).toEqual([side, 40]);
  expect(fit.explained).toBeGreaterThan(0.9999);
  fit.light.amplitude.forEach((value, k) => expect(value).toBeCloseTo(light.amplitude[k]!, 2));
  const [, , x, , , y] = fit.state.places[0]!;
  expect(Math.max(Math.abs(x - c), Math.abs(y - f))).toBeLessThan(0.02);
});
