import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import { lensTerms } from '../model/disturbances.ts';
import { fitSettings } from './fit-settings.ts';
import { distanceByPhases, usuallyWider } from './order-phases.ts';
import type { FoundOrder } from './order-waves.ts';

const WAVELENGTH = 0.6328;
/** pixels per period of 50 µm */
const PERIOD = 33;
const RADIUS = 0.14;
const ZETA = 541;
const PLACE: TargetToFrame = [PERIOD / 50, 0, 101.3, 0, PERIOD / 50, 87.9];
const { wasm } = await loadKernels();

/** Orders of a grid, each turned by `extra` rad and seen modulo half a turn. */
function ordersOf(extra: (u: number, v: number) => number): FoundOrder[] {
  const pitch = 50 / PERIOD;
  const seen: FoundOrder[] = [];
  for (let n = -5; n <= 5; n += 1) {
    for (let m = -5; m <= 5; m += 1) {
      const f = [n / PERIOD, m / PERIOD] as const;
      const square = f[0] ** 2 + f[1] ** 2;
      if (square > RADIUS ** 2) continue;
      const axial = Math.sqrt(WAVELENGTH ** -2 - square / pitch ** 2);
      const way = 2 * Math.PI * ZETA * pitch ** 2 * (axial - 1 / WAVELENGTH);
      const placed = -2 * Math.PI * (f[0] * PLACE[2] + f[1] * PLACE[5]);
      const angle = way + placed + extra(f[0] / RADIUS, f[1] / RADIUS) + Math.PI * ((n * m) % 2);
      seen.push({ f, shell: 0, amplitude: [0, 0], phase: [0, 0], noise: 0.01, angle, angleNoise: 0.005 });
    }
  }
  return seen;
}

function found(seen: FoundOrder[], zeta: number, isSeen = true) {
  const disc = { radius: RADIUS, isSeen };
  const of = { seen, place: PLACE, zeta, medium_wavelength_um: WAVELENGTH, disc };
  return distanceByPhases(of, fitSettings.refit, wasm);
}

/** Waves of each term: 0.07 in all, as large as a lens that a person takes for good. */
const LENS = [-0.012, 0.007, 0.027, -0.038, 0.009, -0.03, 0.026];
const turnedBy = (u: number, v: number) =>
  lensTerms.reduce((sum, { of }, k) => sum + 2 * Math.PI * LENS[k]! * of(u, v), 0);

it('a distance is that of the orders’ phases, however far a lens moves a fit', () => {
  const off = (zeta: number) => found(ordersOf(turnedBy), zeta)!.zeta / ZETA - 1;
  for (const from of [0.96, 1, 1.04]) expect(Math.abs(off(from * ZETA))).toBeLessThan(1.5e-3);
});

it('what lens and light leave open is in its uncertainty', () => {
  const of = (extra: typeof turnedBy, isSeen = true) => found(ordersOf(extra), ZETA, isSeen)!;
  const [none, lens] = [of(() => 0), of(turnedBy)];
  expect(none.zeta / ZETA).toBeCloseTo(1, 6);
  expect(lens.balance).toBeGreaterThan(3 * none.balance);
  expect(lens.offCentre).toBeGreaterThan(3 * none.offCentre);
  // a disc of which no rim is seen may be any that passes more
  expect(of(turnedBy, false).balance).toBeGreaterThan(lens.balance);
});

it('a disc 5 % narrower than it is moves a distance by no more than its uncertainty', () => {
  const narrow = ordersOf((u, v) => turnedBy(u / 1.05, v / 1.05));
  const { zeta, balance } = found(narrow, ZETA)!;
  expect(Math.abs(zeta - ZETA)).toBeGreaterThan(balance / 4);
  expect(Math.abs(zeta - ZETA)).toBeLessThan(2 * balance);
});

it('a part that is oblong is told from a lens only beyond what the astigmatism of lenses does', () => {
  const perShare = Math.PI * WAVELENGTH * ZETA * RADIUS ** 2;
  const by = (share: number) => ordersOf((u, v) => turnedBy(u, v) + share * perShare * (u * u - v * v));
  const { value, sigma } = found(by(0.2), ZETA)!.oblong;
  expect(Math.abs(value - 0.2)).toBeLessThan(sigma);
  expect(value).toBeGreaterThan(4 * sigma);
  const usual = found(by(0), ZETA)!.oblong;
  expect(Math.abs(usual.value)).toBeLessThan(usual.sigma);
});

it('phases at random are none of a lattice, and few orders tell nothing', () => {
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  expect(
    found(
      ordersOf(() => 2 * Math.PI * random()),
      ZETA,
    ),
  ).toBeNull();
  expect(found(ordersOf(turnedBy).slice(0, 11), ZETA)).toBeNull();
});

it('the larger an aberration over what is seen, the less may a lens pass beyond', () => {
  const of = (size: number) => usuallyWider(size, 16, wasm);
  expect(of(0)).toBeGreaterThan(of(0.3));
  expect(of(0.3)).toBeGreaterThan(of(1));
  expect(of(1)).toBeGreaterThan(0);
  expect(usuallyWider(0.3, 1, wasm)).toBe(0);
});
