import { describe, expect, it } from 'vitest';
import { freshKernels, loadKernels } from '../../../test/load-kernels.ts';
import { Random } from '../simulate/random.ts';
import { loadCameraImage } from './camera.ts';
import type { Frame } from './frame.ts';
import { lonePixelWords, withoutLonePixels } from './lone-pixels.ts';

const kernels = await loadKernels();
const [WIDTH, HEIGHT] = [203, 157];
const NOISE = 6;

/** Fringes of 20 % over light that falls off, with noise of `NOISE` counts (uniform). */
function fringes(seed: number, noise = NOISE): Float32Array {
  const random = Random.from(seed);
  return Float32Array.from({ length: WIDTH * HEIGHT }, (_, k) => {
    const [x, y] = [k % WIDTH, Math.floor(k / WIDTH)];
    const light = 1000 * (1 - (0.5 * x) / WIDTH);
    return (
      light * (1 + 0.2 * Math.cos(2 * Math.PI * (0.21 * x + 0.13 * y))) +
      noise * Math.sqrt(12) * (random.uniform() - 0.5)
    );
  });
}

function seen(samples: Float32Array, width = WIDTH, height = HEIGHT) {
  using scope = kernels.scope();
  const frame: Frame = { width, height, channels: 1, bitDepth: 32, samples } as unknown as Frame;
  const image = withoutLonePixels(kernels, loadCameraImage(kernels, scope, frame, 'frame'));
  const { ptr, pitch, rows, cols } = image.plane;
  const plane = kernels.floats(ptr, rows * pitch);
  return { image, at: (x: number, y: number) => plane[y * pitch + x]!, cols };
}

it('foretells pixels also where the memory grows while they are looked for', async () => {
  const own = await freshKernels();
  const { wasm } = own;
  const standingOut = wasm.standingOut.bind(wasm);
  wasm.standingOut = (...of) => {
    wasm.memory.grow(1);
    return standingOut(...of);
  };
  const spoilt = fringes(1);
  spoilt[80 * WIDTH + 100] = 4000;
  using scope = own.scope();
  const frame: Frame = { width: WIDTH, height: HEIGHT, bitDepth: 32, samples: spoilt };
  const image = withoutLonePixels(own, loadCameraImage(own, scope, frame, 'frame'));
  expect(image.lonePixels).toBe(1);
});

describe('pixels that stand out alone', () => {
  const places = [
    [2, 2],
    [100, 80],
    [101, 85],
    [WIDTH - 3, HEIGHT - 3],
    [57, 31],
  ] as const;

  it('are foretold by those around them, hot or dead', () => {
    const clean = fringes(1);
    const spoilt = clean.slice();
    places.forEach(([x, y], k) => (spoilt[y * WIDTH + x] = k % 2 ? 0 : 4000));
    const { image, at } = seen(spoilt);
    expect(image.lonePixels).toBe(places.length);
    for (const [x, y] of places)
      // what foretells it has noise of its own, and light is not the same everywhere
      expect(Math.abs(at(x, y) - clean[y * WIDTH + x]!)).toBeLessThan(6 * NOISE);
    expect(at(10, 10)).toBe(clean[10 * WIDTH + 10]);
  });

  it('are told of in words', () => {
    expect(lonePixelWords(1)).toMatch(/^1 single pixel stands out .* in its place\.$/);
    expect(lonePixelWords(7)).toMatch(/^7 single pixels stand out .* in their place\.$/);
  });

  it('are none in noise, in fringes, at the border or two together', () => {
    for (const seed of [2, 3, 4]) expect(seen(fringes(seed)).image.lonePixels).toBeUndefined();
    expect(seen(fringes(5, 200)).image.lonePixels).toBeUndefined();
    const spoilt = fringes(6);
    spoilt[5 * WIDTH] = 4000;
    spoilt[50 * WIDTH + 50] = spoilt[50 * WIDTH + 51] = 4000;
    const { image, at } = seen(spoilt);
    expect(image.lonePixels).toBeUndefined();
    expect(at(50, 50)).toBe(4000);
  });

  it('stay where there are more than a hundredth, as they are something else', () => {
    const spoilt = fringes(7);
    for (let y = 5; y < HEIGHT - 5; y += 6)
      for (let x = 5; x < WIDTH - 5; x += 6) spoilt[y * WIDTH + x] = 4000;
    expect(seen(spoilt).image.lonePixels).toBeUndefined();
  });

  it('that the range cut off no longer count as full', () => {
    const spoilt = fringes(8);
    for (const [x, y] of places) spoilt[y * WIDTH + x] = 4095;
    const { image } = seen(spoilt);
    expect(image.lonePixels).toBe(places.length);
    expect(image.fractionAtMaximum).toBeCloseTo(0, 12);
  });
});

it.each([
  [7, 5],
  [5, 9],
  [64, 37],
  [131, 66],
])('the kernel finds in frames of %i × %i what the definition does', (width, height) => {
  const random = Random.from(width * 1000 + height);
  // so few values that many stand out
  const samples = Float32Array.from({ length: width * height }, () =>
    random.uniform() < 0.03 ? 40 : Math.floor(3 * random.uniform()),
  );
  const expected: number[] = [];
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++) {
      const around: number[] = [];
      for (let j = -2; j <= 2; j++)
        for (let i = -2; i <= 2; i++) if (i !== 0 || j !== 0) around.push(samples[(y + j) * width + x + i]!);
      const [low, high] = [Math.min(...around), Math.max(...around)];
      const own = samples[y * width + x]!;
      if (own > 2 * high - low || own < 2 * low - high) expected.push(y * width + x);
    }
  using scope = kernels.scope();
  const { plane } = loadCameraImage(kernels, scope, { width, height, samples } as unknown as Frame, 'frame');
  const most = width * height;
  const out = scope.integers(most + 1);
  const count = kernels.wasm.standingOut(plane, out, most);
  const found = [...kernels.integers(out, count)].map(
    (at) => Math.floor(at / plane.pitch) * width + (at % plane.pitch),
  );
  expect(found).toEqual(expected);
  if (expected.length > 0)
    expect(kernels.wasm.standingOut(plane, out, expected.length - 1)).toBe(expected.length);
});
