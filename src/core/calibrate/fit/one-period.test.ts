import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { evenLight } from '../model/light.ts';
import { asDrawn } from '../model/scene.ts';
import { latticeOverPixels } from './one-period.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [SIDE, PERIOD_PX, TURN, LAMBDA, ZETA] = [48, 14.3, 0.3, 0.6, 55];
/** Cycles per pixel: the orders −5 to 5 of a ruling of lines as wide as its gaps pass, and no others. */
const PUPIL = 0.42;

/** By sin(πn/2)/πn for the orders of lines that are dark, and λ z f² for their phases, as near as a period is long against λ. */
function intensityAt(along: number, pitch_um: number): number {
  let [re, im] = [0, 0];
  for (let n = -5; n <= 5; n += 1) {
    const size = n === 0 ? 0.5 : -Math.sin((Math.PI * n) / 2) / (Math.PI * n);
    const f = n / PERIOD_PX;
    const axial = Math.sqrt(1 / LAMBDA ** 2 - (f / pitch_um) ** 2);
    const turn = 2 * Math.PI * n * along + 2 * Math.PI * ZETA * pitch_um ** 2 * (axial - 1 / LAMBDA);
    re += size * Math.cos(turn);
    im += size * Math.sin(turn);
  }
  return re * re + im * im;
}

it('has what a pixel collects of a ruling, by the sum over its orders', () => {
  const model = findTarget('ronchi-10')!.model();
  const [lattice] = model.lattices;
  const pitch_um = lattice!.a.x_um / PERIOD_PX;
  const subject = {
    ...{ kernels, model, wavelength_um: LAMBDA, medium_wavelength_um: LAMBDA, pieces: [null] },
    ...{ magnification: 1, hasLens: false },
  };
  const [c, s] = [Math.cos(TURN) / pitch_um, Math.sin(TURN) / pitch_um];
  const [x0, y0] = [21.2, 30.7];
  const place = [c, -s, x0, s, c, y0] as const;
  const state = { places: [place], zeta: ZETA, blur: 0, pupil: PUPIL, look: asDrawn };
  const none = new Float64Array(SIDE * SIDE);
  const measured = { rows: SIDE, cols: SIDE, cell: 1, re: none, im: null, weight: none, filter: null };
  const found = latticeOverPixels(subject, lattice!, state, evenLight(1, -1), measured);
  const places = Array.from({ length: 7 }, (_, k) => (k + 0.5) / 7 - 0.5);
  const off = found.map((value, i) => {
    const [x, y] = [(i % SIDE) - x0, Math.floor(i / SIDE) - y0];
    let sum = 0;
    for (const dx of places)
      for (const dy of places) {
        const across = Math.cos(TURN) * (x + dx) + Math.sin(TURN) * (y + dy);
        sum += intensityAt(across / PERIOD_PX, pitch_um);
      }
    return Math.abs(value - sum / 49);
  });
  expect(Math.max(...off)).toBeLessThan(0.002);
});
