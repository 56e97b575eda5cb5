import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { evidenceSettings } from '../evidence/evidence-settings.ts';
import { loadCameraImage } from './camera.ts';
import { evened, mosaicGains, mosaicWords } from './colour-mosaic.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 64;
const SLACK = 0.02;

function gainsOf(value: (x: number, y: number) => number): readonly number[] | null {
  using scope: Scope = kernels.scope();
  const plane = scope.real(SIDE, SIDE);
  const floats = kernels.floats(plane.ptr, SIDE * plane.pitch);
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) floats[y * plane.pitch + x] = value(x, y);
  return mosaicGains(kernels, plane, SLACK);
}

/** Uneven light with slow fringes. */
const light = (x: number, y: number) => (300 + 2 * x + y) * (1 + 0.3 * Math.sin(0.31 * x + 0.17 * y));

describe('mosaicGains', () => {
  it.each([
    ['red light', [1, 0.4, 0.4, 0.1]],
    ['yellow light', [1, 0.95, 0.95, 0.6]],
  ])('finds what kinds of pixels make of the same light: %s', (_, filters) => {
    const gains = gainsOf((x, y) => light(x, y) * filters[2 * (y % 2) + (x % 2)]!);
    const level = filters.reduce((sum, one) => sum + one / 4, 0);
    filters.forEach((one, kind) => expect(gains![kind]).toBeCloseTo(one / level, 1));
    expect(gains![0]! / gains![3]!).toBeGreaterThan((0.97 * filters[0]!) / filters[3]!);
  });

  it('is exact under even light, whatever its unit', () => {
    for (const unit of [1e-4, 100])
      [1, 0.4, 0.5, 0.1].forEach((one, kind, filters) =>
        expect(gainsOf((x, y) => unit * filters[2 * (y % 2) + (x % 2)]!)![kind]).toBeCloseTo(one / 0.5, 6),
      );
  });

  it('asks for half of the pattern in each part', () => {
    // weaker in one of the sixteen parts: 0.484 is half of what the mean over all of them is then
    const inOne = (share: number) => (x: number, y: number) =>
      100 * (1 + (x < 16 && y < 16 ? share : 1) * (x % 2 ? 0.2 : -0.2));
    expect(gainsOf(inOne(0.49))).not.toBeNull();
    expect(gainsOf(inOne(0.47))).toBeNull();
  });

  it.each([
    ['even pixels', light],
    ['kinds that differ by less than is told', (x: number, y: number) => light(x, y) * (x % 2 ? 1 : 0.985)],
    // the sum over the frame does not vanish, but turns its sign from part to part
    [
      'fringes near half a cycle per pixel',
      (x: number) => 300 * (1 + 0.9 * Math.cos(2 * Math.PI * 0.489 * x)),
    ],
    [
      'a pattern in one corner',
      (x: number, y: number) => light(x, y) * (x < 24 && y < 24 && x % 2 ? 0.3 : 1),
    ],
    ['darkness', () => 0],
  ])('finds none in %s', (_, value) => {
    expect(gainsOf(value)).toBeNull();
  });
});

describe('evened', () => {
  const filters = [1, 0.5, 0.55, 0.2];
  const [cols, rows] = [70, 64];
  const behind = (x: number, y: number) => light(x, y) * filters[2 * (y % 2) + (x % 2)]!;

  /** What is made of a frame: its mosaic, and the largest share by which it differs from as much light without filters. */
  function madeOf(value: (x: number, y: number) => number) {
    using scope = kernels.scope();
    const samples = Float32Array.from({ length: cols * rows }, (_, i) =>
      value(i % cols, Math.floor(i / cols)),
    );
    const frame = { width: cols, height: rows, samples, bitDepth: 32 };
    const image = loadCameraImage(kernels, scope, frame, 'frame');
    const made = evened(kernels, scope, image);
    const floats = kernels.floats(made.plane.ptr, rows * made.plane.pitch);
    const shares = Array.from(samples, (_, i) => {
      const [x, y] = [i % cols, Math.floor(i / cols)];
      return floats[y * made.plane.pitch + x]! / light(x, y);
    });
    return { mosaic: made.mosaic, isSame: made === image, spread: Math.max(...shares) / Math.min(...shares) };
  }

  it('divides each kind of pixels by what its filter leaves', () => {
    const { mosaic, spread } = madeOf(behind);
    expect(spread).toBeLessThan(1.03);
    const mean = filters.reduce((sum, one) => sum + one / 4, 0);
    filters.forEach((one, kind) => expect(Math.abs(mosaic![kind]! * mean - one)).toBeLessThan(0.01));
  });

  it('leaves a frame without a pattern as it is', () => {
    expect(madeOf(light)).toMatchObject({ isSame: true, mosaic: undefined });
  });

  it('leaves it where the range cut off more than a few pixels', () => {
    const clipped = (most: number) => (x: number, y: number) => (y * cols + x < most ? 4000 : behind(x, y));
    const few = Math.floor(evidenceSettings.saturated * rows * cols);
    expect(madeOf(clipped(few)).isSame).toBe(false);
    expect(madeOf(clipped(few + 1)).isSame).toBe(true);
  });

  it('leaves it where a part is blank', () => {
    const masked = (x: number, y: number) => (x < 8 && y < 8 ? 7 : behind(x, y));
    expect(madeOf(masked).isSame).toBe(true);
    const nearly = (x: number, y: number) => (x < 8 && y < 7 ? 7 : behind(x, y));
    expect(madeOf(nearly).isSame).toBe(false);
  });
});

it('says what was evened out', () => {
  expect(mosaicWords([1.2, 0.9, 0.954, 0.946])).toContain('hold 1.20, 0.90, 0.95, 0.95 of the mean light');
});
