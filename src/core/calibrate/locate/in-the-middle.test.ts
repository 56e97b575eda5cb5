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
import { lookedAtFirst, onFinestCells, overWhole, searchedPart, type PartSearched } from './in-the-middle.ts';
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

it('another lattice is looked for in the middle of a large frame first, as wide as tells', () => {
  expect(lookedAtFirst(searchOf(14), frameOf(1024))).toMatchObject({ rows: 256, cols: 256, x: 384, y: 384 });
  // twelve periods
  expect(lookedAtFirst(searchOf(40), frameOf(1024))).toMatchObject({ rows: 480, cols: 480 });
  expect(lookedAtFirst(searchOf(60), frameOf(1024))).toBeNull();
  expect(lookedAtFirst(searchOf(14), frameOf(511))).toBeNull();
});

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

describe('the finest cells in the middle of a large frame say how far away a lattice is', () => {
  const side = 520;
  const state: State = {
    places: [[0.28, 0.004, 261.3, -0.004, 0.28, 253.6]],
    ...{ zeta: 84, blur: 0.1, pupil: null, look: asDrawn },
  };
  const searched = (from: State) => {
    const own = searchOf(14);
    const pitch_um = own.nominal.pitch_um;
    const [from_um, to_um] = [70 * pitch_um * pitch_um, 100 * pitch_um * pitch_um];
    const allowed = { ...calibrationSettings.rig };
    const nominal = {
      ...{ pitch_um, magnification: 1, medium_wavelength_um: LAMBDA },
      ...{ from_um, to_um, allowed, rangeGiven: true },
    };
    const frame = frameOf(side);
    const field = predict(own.subject, endlessOptics(own.subject, frame, state.places[0]!), state);
    const re = Float64Array.from(field.re, (v, i) => Math.hypot(v, field.im[i]!));
    const found = { fit: { state: from, light: evenLight(1, -1) } } as unknown as Located;
    return onFinestCells({ ...own, nominal }, found, { ...frame, re });
  };

  it('where coarse ones came to another distance and contrast', () => {
    const { fit, measured } = searched({ ...state, zeta: 130, look: { ...asDrawn, contrast: 0.9 } });
    expect(measured.rows).toBe(side);
    expect(Math.abs(fit.state.zeta - state.zeta)).toBeLessThan(0.3);
    expect(fit.explained).toBeGreaterThan(0.999);
    expect(Math.abs(fit.state.places[0]![2] - state.places[0]![2])).toBeLessThan(0.02);
  });

  it('and leave what fits them as well as it is', () => {
    const { fit } = searched(state);
    expect(Math.abs(fit.state.zeta - state.zeta)).toBeLessThan(0.01);
  });
});
