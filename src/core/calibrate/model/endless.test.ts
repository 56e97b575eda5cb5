import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { lightSlopes } from './disturbances.ts';
import { EndlessOptics } from './endless.ts';
import { Optics } from './optics.ts';
import { predict, sceneOf, slopesIn, type Subject } from './predict.ts';
import { asDrawn } from './scene.ts';
import type { Complex } from './spectrum.ts';
import { changed, type State, type Unknown } from './state.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [SIDE, LAMBDA, MARGIN] = [64, 0.6, 120];
const none = new Float64Array(SIDE * SIDE);
const measured = { rows: SIDE, cols: SIDE, cell: 1, re: none, im: null, weight: none, filter: null };

/** A grid whose period is 12.5 pixels, turned, and a disc that ends between its orders. */
function rig(pupil: number | null) {
  const model = findTarget('distortion-grid-50um')!.model();
  const subject: Subject = {
    ...{ kernels, model, wavelength_um: LAMBDA, medium_wavelength_um: LAMBDA, pieces: [null] },
    ...{ magnification: 1, hasLens: pupil !== null },
  };
  const [c, s] = [Math.cos(0.3) / 4, Math.sin(0.3) / 4];
  const state: State = {
    places: [[c, -s, 21.2, s, c, 30.7]],
    ...{ zeta: 40, blur: 0.05, pupil, look: { ...asDrawn, wider_um: 0.7 } },
  };
  const optics = new EndlessOptics(kernels, measured, LAMBDA, model.lattices[0]!, state.places[0]!);
  return { subject, state, optics };
}

function apart(a: Complex, b: Complex): number {
  const off = a.re.map((v, i) => Math.hypot(v - b.re[i]!, a.im[i]! - b.im[i]!));
  return Math.max(...off) / Math.max(...b.re.map((v, i) => Math.hypot(v, b.im[i]!)));
}

it('has what a canvas with much around a frame has, by a disc that no drawn cell is too coarse for', () => {
  const { subject, state, optics } = rig(0.3);
  const wide = new Optics(kernels, measured, LAMBDA, MARGIN, 3);
  expect(apart(predict(subject, optics, state), predict(subject, wide, state))).toBeLessThan(0.01);
});

it.each<Unknown>(['scale', 'rotation', 'anisotropy', 'shear', 'x0', 'y0', 'zeta', 'blur'])(
  'changes with %s as its derivative says',
  (name) => {
    const { subject, state, optics } = rig(null);
    const middle = { x: (SIDE - 1) / 2, y: (SIDE - 1) / 2 };
    const step = { zeta: 0.05, blur: 0.01, x0: 0.02, y0: 0.02 }[name as string] ?? 2e-4;
    const at = (by: number) => predict(subject, optics, changed(state, [name], [by], middle));
    const [ahead, behind] = [at(step), at(-step)];
    const difference = {
      re: ahead.re.map((v, i) => (v - behind.re[i]!) / (2 * step)),
      im: ahead.im.map((v, i) => (v - behind.im[i]!) / (2 * step)),
    };
    const [slope] = slopesIn(sceneOf(subject, optics, state), subject, optics, state, [name], () => {});
    expect(apart(slope!, difference)).toBeLessThan(0.06);
  },
);

it('has of uneven light at the target what a canvas has of it, in the middle of a frame', () => {
  const { subject, state, optics } = rig(0.3);
  const wide = new Optics(kernels, measured, LAMBDA, MARGIN, 3);
  const by = (own: Optics) => lightSlopes(sceneOf(subject, own, state), own, measured, () => {});
  const [found, expected] = [by(optics), by(wide)];
  const inner = ({ re, im }: Complex): Complex => {
    const isInner = (_: number, i: number) =>
      [i % SIDE, Math.floor(i / SIDE)].every((at) => at >= 16 && at < SIDE - 16);
    return { re: re.filter(isInner), im: im.filter(isInner) };
  };
  found.forEach((one, k) => expect(apart(inner(one), inner(expected[k]!))).toBeLessThan(0.05));
});
