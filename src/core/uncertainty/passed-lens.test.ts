import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import { floatsIn, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { filtered, transferOf } from './explained-wave.ts';
import { passedLens, PLAIN, rimOfLens, undoBend } from './passed-lens.ts';
import { scatterSettings } from './scatter-settings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 160;
const RIM = { x: 0.34, y: 0.34 };
/** Of the light's modulus. */
const NOISE = 0.004;

/** Cells of up to `peak` rad, all over the frame. */
function cells(peak: number): (x: number, y: number) => number {
  const random = Random.from(8);
  const all = Array.from({ length: 24 }, () => ({
    ...{ x: random.between(10, SIDE - 10), y: random.between(10, SIDE - 10) },
    ...{ radius: random.between(6, 12), peak: random.between(0.4, 1) * peak },
  }));
  return (x, y) =>
    all.reduce((sum, cell) => {
      const far = ((x - cell.x) ** 2 + (y - cell.y) ** 2) / cell.radius ** 2;
      return sum + (far < 1 ? cell.peak * Math.sqrt(1 - far) : 0);
    }, 0);
}

type Bend = readonly [defocus: number, spherical: number, astigmatism?: number, coma?: number];

/** Through a lens with a rim and a bend, both in terms of the filter's rim. */
function pass(plane: ComplexPlane, scale: number, [defocus, spherical, across = 0, coma = 0]: Bend): void {
  using scope = kernels.scope();
  const lens = transferOf(kernels, scope, plane, RIM, (values, at, u, v) => {
    const q = u * u + v * v;
    const by = q * (defocus + spherical * q) + across * 2 * u * v + coma * v * q;
    if (q <= scale * scale) [values[at], values[at + TO_IMAGINARY]] = [Math.cos(by), Math.sin(by)];
  });
  filtered(kernels, plane, lens);
}

function noisy(scope: Scope, plane: ComplexPlane): void {
  const normal = normalSource(Random.from(3), kernels.wasm);
  const noise = planeOf(kernels, scope, SIDE, SIDE, () => [NOISE * normal(), NOISE * normal()]);
  pass(noise, 1, [0, 0]);
  const [values, more] = [plane, noise].map(({ ptr }) => kernels.floats(ptr, floatsIn(noise)));
  for (let i = 0; i < values!.length; i++) values![i]! += more![i]!;
}

function lensOf(wave: (x: number, y: number) => readonly [number, number], scale: number, bend: Bend) {
  using scope = kernels.scope();
  const plane = planeOf(kernels, scope, SIDE, SIDE, wave);
  pass(plane, scale, bend);
  noisy(scope, plane);
  const { strayRounds: rounds, evidence } = scatterSettings;
  return passedLens(kernels, { plane, rim: RIM, margin: 8, rounds, worth: evidence.worth });
}

/** rad, half-way to the rim, where there is light enough. */
const atHalf = ([defocus, spherical]: readonly number[]) => 0.25 * (defocus! + 0.25 * spherical!);

describe('passedLens', () => {
  it('finds the rim and the bend that cells went through', () => {
    const phase = cells(2.5);
    const { scale, bend } = lensOf((x, y) => polar(1, phase(x, y)), 0.8, [-2.5, 3.4]);
    expect(Math.abs(scale - 0.8)).toBeLessThan(0.05);
    expect(Math.abs(atHalf(bend) - atHalf([-2.5, 3.4]))).toBeLessThan(0.1);
  });

  it('finds astigmatism and coma that cells went through', () => {
    const phase = cells(2.5);
    const { bend } = lensOf((x, y) => polar(1, phase(x, y)), 1, [0, 0, 0.9, 2.4]);
    expect(Math.abs(atHalf(bend))).toBeLessThan(0.1);
    const [, , ...others] = bend;
    // two fits come within a fifth
    for (const [k, expected] of [0, 0.9, 0, 2.4].entries())
      expect(Math.abs(others[k]! - expected)).toBeLessThan(0.2 * Math.max(0.9, expected));
  });

  it('finds neither where there is none', () => {
    const phase = cells(2.5);
    const { scale, bend } = lensOf((x, y) => polar(1, phase(x, y)), 1, [0, 0]);
    expect(scale).toBeGreaterThan(0.95);
    expect(Math.abs(atHalf(bend))).toBeLessThan(0.02);
  });

  it('does not explain other light away, nor noise', () => {
    const normal = normalSource(Random.from(4), kernels.wasm);
    const stray = lensOf(() => [1 + 0.1 * normal(), 0.1 * normal()], 1, [0, 0]);
    expect(stray).toEqual(PLAIN);
    expect(lensOf(() => [1, 0], 1, [0, 0])).toEqual(PLAIN);
  });

  it('bends light no further than a lens does that is well corrected: what needs more is out of focus', () => {
    const phase = cells(0.5);
    const bendBy = (defocus: number) => lensOf((x, y) => polar(1, phase(x, y)), 1, [defocus, 0]).bend;
    expect(Math.abs(bendBy(1)[0])).toBeGreaterThan(0.5);
    expect(bendBy(30)).toEqual(PLAIN.bend);
  });
});

it('undoes a bend', () => {
  using scope = kernels.scope();
  const phase = cells(2);
  const made = () => planeOf(kernels, scope, SIDE, SIDE, (x, y) => polar(1, phase(x, y)));
  const [plane, plain] = [made(), made()];
  pass(plane, 1, [-2, 3, 1, -0.5]);
  undoBend(kernels, plane, RIM, [-2, 3, 0, 1, 0, -0.5]);
  pass(plain, 1, [0, 0]);
  const [one, other] = [plane, plain].map(({ ptr }) => kernels.floats(ptr, floatsIn(plane)));
  expect(Math.max(...one!.map((v, i) => Math.abs(v - other![i]!)))).toBeLessThan(1e-4);
  expect(rimOfLens(RIM, { ...PLAIN, scale: 0.5 })).toEqual({ x: 0.17, y: 0.17 });
});
