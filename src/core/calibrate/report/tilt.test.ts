import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { asDrawn } from '../model/scene.ts';
import { root } from './budget.ts';
import { readingsOf } from './readings.ts';
import { lyingAskew } from './tilt.ts';

const { wasm } = await loadKernels();
const HALF = 0.01;
const STEPS = 100;

/** What is seen along the axis of a part that is turned by p about y and by q about x, the one first or the other. */
function seen(p: number, q: number) {
  const both = Math.sin(p) * Math.sin(q);
  const places = [
    [Math.cos(p), 0, 0, both, Math.cos(q), 0],
    [Math.cos(p), both, 0, 0, Math.cos(q), 0],
  ] as const;
  return places.map((place) =>
    readingsOf({ places: [place], zeta: 1, blur: 0, pupil: null, look: asDrawn }, 1, wasm),
  );
}

it('states what tilts up to its half-width do to scale, ratio, shear and turn', () => {
  const middles = Array.from({ length: STEPS }, (_, k) => HALF * ((2 * k + 1) / STEPS - 1));
  const all = middles.flatMap((p) => middles.map((q) => seen(p, q)));
  const rms = (of: (one: ReturnType<typeof readingsOf>) => number, k = 0) =>
    root(all.map((both) => of(both[k]!))) / Math.sqrt(all.length);
  const { scale, of } = lyingAskew(HALF);
  const own = of({ anisotropy: 1 });
  expect(scale / rms(({ pitch }) => pitch - 1)).toBeCloseTo(1, 2);
  expect(own.anisotropy! / rms(({ anisotropy }) => anisotropy - 1)).toBeCloseTo(1, 2);
  expect(own.shear! / rms(({ shear }) => shear)).toBeCloseTo(1, 2);
  // tilted the one way after the other, lines along y turn by all of it; the other way round, by nothing
  const [one, other] = [0, 1].map((k) => rms(({ rotation_deg }) => rotation_deg, k)) as [number, number];
  expect(Math.min(one, other)).toBeCloseTo(0, 12);
  expect(own.rotation_deg! / Math.max(one, other)).toBeCloseTo(1, 2);
});
