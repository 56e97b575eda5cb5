import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { evenLight } from '../model/light.ts';
import { Optics } from '../model/optics.ts';
import { asDrawn } from '../model/scene.ts';
import { predict } from '../model/predict.ts';
import { rectangle } from '../../targets/shape.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import { withoutBeside } from './beside-scale.ts';
import type { FinalFit } from './final-fit.ts';

const kernels = await loadKernels();
const SIDE = 192;

/** A scale with a bar of the size of a figure beside its lines, at 3 mm of pixels of 4 µm, of which the fit knows the lines. */
function frameOf(bar: readonly [x: number, y: number] | null) {
  const scale = findTarget('stage-micrometer-100um')!.model();
  const figure = bar && {
    ...{ name: 'figure', part: 'figure', material: { kind: 'opaque' } as const },
    shape: rectangle(bar[0], bar[1], 60, 90),
  };
  const model: TargetModel = { ...scale, areas: (box) => [...scale.areas(box), ...(figure ? [figure] : [])] };
  const empty = new Float64Array(SIDE * SIDE);
  const grid = { rows: SIDE, cols: SIDE, cell: 1, im: null, filter: null, weight: empty.map(() => 1) };
  const common = { kernels, wavelength_um: 0.5, medium_wavelength_um: 0.5, pieces: [null], magnification: 1 };
  const subject = { ...common, model, hasLens: false };
  const optics = new Optics(kernels, { ...grid, re: empty }, 0.5, 40, 2);
  const [middle, state] = [(SIDE - 1) / 2, { zeta: 3000 / 16, blur: 0, pupil: null, look: asDrawn }];
  const at = { ...state, places: [[0.25, 0, middle, 0, 0.25, middle] as const] };
  const { re, im } = predict(subject, optics, at);
  const seen = Float64Array.from(re, (v, i) => Math.sqrt(v * v + im[i]! * im[i]!));
  return { subject: { ...subject, model: scale }, optics, measured: { ...grid, re: seen }, state: at };
}

const isBetween = (row: number) => Math.abs(row - (SIDE - 1) / 2) <= 50;

function freed({ subject, optics, measured, state }: ReturnType<typeof frameOf>, between = isBetween) {
  const fit = { state, light: evenLight(2, -1) };
  return withoutBeside({ fit, subject, optics } as unknown as FinalFit, measured, between, () => {});
}

/** Root mean square of what two frames differ by between the ends of lines. */
function apart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < a.length; i += 1) {
    if (!isBetween(Math.floor(i / SIDE))) continue;
    sum += (a[i]! - b[i]!) * (a[i]! - b[i]!);
    count += 1;
  }
  return Math.sqrt(sum / count);
}

it('takes out what a figure beyond the lines does between them, which it has not looked at', () => {
  const [plain, shown] = [frameOf(null), frameOf([-40, 215])];
  const before = apart(shown.measured.re, plain.measured.re);
  expect(before).toBeGreaterThan(0.01);
  expect(apart(freed(shown).re, plain.measured.re)).toBeLessThan(0.35 * before);
});

it('leaves a frame that holds lines alone, and a bar that crosses them, as they are', () => {
  const [plain, crossed] = [frameOf(null), frameOf([-40, -45])];
  expect(apart(freed(plain).re, plain.measured.re)).toBeLessThan(1e-3);
  const before = apart(crossed.measured.re, plain.measured.re);
  expect(apart(freed(crossed).re, plain.measured.re)).toBeGreaterThan(0.9 * before);
});
