import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import { fft2, ifft2 } from '../fft/fft2.ts';
import { floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { undoBend, type PassedLens } from './passed-lens.ts';
import { scatterSettings } from './scatter-settings.ts';
import { strayLight, strayPlaces } from './stray-light.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 96;
/** A disc that all samples can hold lies within. */
const EVERYTHING = 0.75;
/** Of the modulus. */
const KNOWN = 1e-4;
const PLACES = strayPlaces({ rows: SIDE, cols: SIDE });

type WaveAt = (normal: () => number, x: number, y: number) => readonly [re: number, im: number];

/** What is found in a wave with known noise, place by place, once it went through a filter. @param stray what a background frame had beside its light */
function mapOf(wave: WaveAt, rim = EVERYTHING, stray = 0): Float64Array {
  using scope = kernels.scope();
  const normal = normalSource(Random.from(3), kernels.wasm);
  const noise = () => Math.sqrt(KNOWN) * normal();
  const plane = planeOf(kernels, scope, SIDE, SIDE, (x, y) => {
    const [re, im] = wave(normal, x, y);
    return [re + noise(), im + noise()];
  });
  if (rim < EVERYTHING) pass(plane, rim);
  const variance = new Float64Array(PLACES * PLACES).fill(Math.min(1, Math.PI * rim * rim) * KNOWN);
  const known = { modulus: variance, phase: variance };
  const divided = stray > 0 ? { tiles: 2, power: new Float64Array(4).fill(stray) } : null;
  const field = { plane, rows: SIDE, cols: SIDE, rim: { x: rim, y: rim }, divided };
  return strayLight(kernels, field, known, PLACES, 1, scatterSettings);
}

const mean = (map: Float64Array) => map.reduce((a, b) => a + b, 0) / map.length;

/** Through a round filter, frequency by frequency. */
function pass(plane: ComplexPlane, rim: number): void {
  fft2(kernels, plane);
  const values = kernels.floats(plane.ptr, plane.rows * floatsPerRow(plane));
  const of = (k: number) => (k > SIDE / 2 ? k - SIDE : k) / SIDE;
  for (let row = 0; row < SIDE; row++)
    for (let col = 0; col < SIDE; col++) {
      if (Math.hypot(of(row), of(col)) <= rim) continue;
      const at = row * floatsPerRow(plane) + inRow(col);
      values[at] = 0;
      values[at + TO_IMAGINARY] = 0;
    }
  ifft2(kernels, plane);
}

/** Rings of a speck at (60, 30) that lies far from focus. */
function rings(x: number, y: number): readonly [number, number] {
  const square = (x - 60) ** 2 + (y - 30) ** 2;
  return polar(0.15 * Math.exp(-square / 600), 0.04 * square);
}

/** A smooth cell, of up to 1. */
const bump = (x: number, y: number) => Math.exp(-((x - 45) ** 2 + (y - 50) ** 2) / 60);

/** A bar of 1 rad across the frame. */
const bar = (x: number): readonly [number, number] => polar(1, x > 20 && x < 32 ? 1 : 0);

describe('strayLight', () => {
  it('finds a field of random phases beside the light, and its variance', () => {
    const variance = mean(mapOf((normal) => [1 + 0.1 * normal(), 0.1 * normal()]));
    expect(variance / 0.01).toBeGreaterThan(0.9);
    expect(variance / 0.01).toBeLessThan(1.1);
  });

  it('finds nothing where there is no more than is known', () => {
    expect(mean(mapOf(() => [1, 0]))).toBeLessThan(0.02 * KNOWN);
  });

  it('takes nothing for it that a lens with spherical aberration makes of phase', () => {
    const rim = 0.34;
    const found = (bend: PassedLens['bend'], refocused = false) => {
      using scope = kernels.scope();
      const plane = planeOf(kernels, scope, SIDE, SIDE, (x, y) => polar(1, 2 * bump(x, y)));
      pass(plane, rim);
      undoBend(kernels, plane, { x: rim, y: rim }, bend);
      const nothing = new Float64Array(PLACES * PLACES).fill(1e-6);
      const field = { plane, rows: SIDE, cols: SIDE, rim: { x: rim, y: rim }, refocused };
      return strayLight(kernels, field, { modulus: nothing, phase: nothing }, PLACES, 4, scatterSettings);
    };
    // defocus of another rig that nothing bends back is light from out of focus
    const far = mean(found([-30, 0]));
    expect(far).toBeGreaterThan(1e-3);
    expect(mean(found([2.5, -3.4]))).toBeLessThan(0.002 * far);
    // a field that was brought into focus is off by what it needs besides
    expect(mean(found([2.5, -3.4], true))).toBeGreaterThan(0.01 * far);
  });

  it('counts what a background frame divided out where the sample turned the light, as far as the modulus shows it', () => {
    // edges ring, and fringes do not stand out of that
    const [rim, stray] = [0.2, 2e-3];
    const cell = (x: number, y: number) => polar(1, Math.hypot(x - 45, y - 50) < 12 ? 2.5 : 0);
    const fringes = (x: number, y: number) => polar(Math.sqrt(stray), 0.5 * x + 0.3 * y);
    const left = (x: number, y: number): readonly [number, number] => {
      const [[re, im], [a, b]] = [cell(x, y), fringes(x, y)];
      return [re + a * (1 - re) + b * im, im + b * (1 - re) - a * im];
    };
    const inCell = (map: Float64Array) => map[Math.floor(50 / 4) * PLACES + Math.floor(45 / 4)]!;
    // half of s² |1 − u|² lies along the phase
    const expected = 0.5 * stray * (2 - 2 * Math.cos(2.5));
    const found = inCell(mapOf((_, x, y) => left(x, y), rim, stray));
    expect(found / expected).toBeGreaterThan(0.3);
    expect(found / expected).toBeLessThan(1.5);
    // what went through the sample divides out, and nothing is left to show
    expect(inCell(mapOf((_, x, y) => cell(x, y), rim, stray))).toBeLessThan(0.1 * expected);
  });

  it('is not deaf beside a mask', () => {
    const rim = 0.34;
    const found = (isMasked: boolean) => {
      using scope = kernels.scope();
      const unseen = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => (isMasked && i % SIDE < 24 ? 1 : 0));
      const plane = planeOf(kernels, scope, SIDE, SIDE, (x, y) => {
        const [re, im] = rings(x, y);
        return unseen[y * SIDE + x] ? [0, 0] : [1 + re, im];
      });
      pass(plane, rim);
      const nothing = new Float64Array(PLACES * PLACES).fill(1e-6);
      const field = { plane, rows: SIDE, cols: SIDE, rim: { x: rim, y: rim }, unseen };
      const map = strayLight(
        kernels,
        field,
        { modulus: nothing, phase: nothing },
        PLACES,
        4,
        scatterSettings,
      );
      return mean(map.filter((_, p) => p % PLACES > 0.5 * PLACES));
    };
    const free = found(false);
    expect(free).toBeGreaterThan(1e-4);
    expect(Math.abs(found(true) / free - 1)).toBeLessThan(0.1);
  });

  it('takes no sample for it that delays, however much, nor its edges behind a filter', () => {
    for (const delay of [0.1, 2])
      expect(mean(mapOf((_, x, y) => polar(1, delay * Math.sin(x / 9) * Math.cos(y / 7))))).toBeLessThan(
        0.02 * KNOWN,
      );
    expect(mean(mapOf((_, x) => bar(x), 0.3))).toBeLessThan(0.1 * KNOWN);
  });

  it('finds rings of a speck beside such edges, where they are and about as strong as they are', () => {
    const map = mapOf((_, x, y) => {
      const [[a, b], [c, d]] = [bar(x), rings(x, y)];
      return [a * (1 + c) - b * d, a * d + b * (1 + c)];
    }, 0.3);
    const at = (x: number, y: number) => map[Math.floor(y / 4) * PLACES + Math.floor(x / 4)]!;
    const there = (0.15 ** 2 / 2) * Math.exp(-200 / 600);
    expect(at(70, 30) / there).toBeGreaterThan(0.6);
    expect(at(70, 30) / there).toBeLessThan(1.4);
    expect(at(10, 80)).toBe(0);
    expect(at(27, 85)).toBe(0);
  });

  it('takes a sample to hide as much as there is around it, and nothing where there is nothing', () => {
    const rim = 0.3;
    // rings where it lies, more than the light in front of it
    const rough = (x: number, y: number) =>
      polar(1, x > 40 && x < 56 ? 1.5 * Math.sin(1.3 * x) * Math.sin(1.4 * y) : 0);
    const withLight = (strength: number) =>
      mapOf((normal, x, y) => {
        const [re, im] = rough(x, y);
        return [re + strength * normal(), im + strength * normal()];
      }, rim);
    const at = (map: Float64Array, x: number, y: number) =>
      map[Math.floor(y / 4) * PLACES + Math.floor(x / 4)]!;
    const [bright, dark] = [withLight(0.1), withLight(0)];
    const passed = 0.1 ** 2 * Math.PI * rim * rim;
    expect(at(bright, 48, 48) / passed).toBeGreaterThan(0.7);
    expect(at(bright, 48, 48) / passed).toBeLessThan(1.4);
    expect(at(dark, 48, 48)).toBe(0);
  });

  it('takes what absorbs for none, with its phase or without', () => {
    const thick = (x: number, y: number) => Math.max(0, 1 - ((x - 48) ** 2 + (y - 48) ** 2) / 900);
    const absorbing = (delay: number) =>
      mean(mapOf((_, x, y) => polar(Math.exp(-0.3 * thick(x, y)), delay * thick(x, y))));
    expect(absorbing(2)).toBeLessThan(0.1 * KNOWN);
    expect(absorbing(0)).toBeLessThan(0.1 * KNOWN);
  });
});
