import { beforeAll, describe, expect, it } from 'vitest';
import { frameOf } from '../../../test/frame-of.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import { Random } from '../simulate/random.ts';
import { centreCrop, loadCameraImage } from './camera.ts';
import type { Samples } from './frame.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

describe('centreCrop', () => {
  it.each([
    [1920, 1080, { x: 0, y: 0, width: 1920, height: 1080 }],
    [2000, 1200, { x: 40, y: 60, width: 1920, height: 1080 }],
    [4000, 16, { x: 1040, y: 0, width: 1920, height: 16 }],
    [16, 4000, { x: 0, y: 1460, width: 16, height: 1080 }],
    [1921, 1081, { x: 0, y: 0, width: 1920, height: 1080 }],
  ])('of %i × %i', (width, height, crop) => {
    expect(centreCrop(width, height)).toEqual(crop);
  });
});

describe('loadCameraImage', () => {
  it.each([
    ['u8', new Uint8Array([0, 255, 3, 255, 7, 8])],
    ['u16', new Uint16Array([0, 65_535, 3, 65_535, 7, 8])],
    ['i32', new Int32Array([-5, 70_000, 3, 70_000, 7, 8])],
    ['f32', new Float32Array([-0.5, 1e6, 3, 1e6, 7, 8])],
    ['f64', new Float64Array([-0.5, 1e6, 3, 1e6, 7, 8])],
  ] as const)('reads %s samples as they are and states them', (_, samples: Samples) => {
    using scope = kernels.scope();
    const image = loadCameraImage(kernels, scope, { width: 3, height: 2, samples, bitDepth: 16 }, 'hologram');
    const { plane } = image;
    const values = kernels.floats(plane.ptr, 2 * plane.pitch);
    const stored = [0, 1].flatMap((y) => [...values.subarray(y * plane.pitch, y * plane.pitch + 3)]);
    expect(stored).toEqual([...samples]);
    expect([values[3], values[plane.pitch + 3]]).toEqual([0, 0]);
    expect(image.minimum).toBe(Math.min(...samples));
    expect(image.maximum).toBe(Math.max(...samples));
    expect(image.mean).toBeCloseTo([...samples].reduce((a, b) => a + b, 0) / 6, 6);
    expect(image.fractionAtMaximum).toBeCloseTo(2 / 6, 12);
  });

  it.each([
    ['bytes', 37, (n: number) => new Uint8Array(n), 254],
    ['words', 37, (n: number) => new Uint16Array(n), 65_534],
    ['words, all full', 24, (n: number) => new Uint16Array(n), 0],
  ] as const)('counts what is at the maximum as one does by hand: %s', (_, width, make, most) => {
    const random = Random.from(5);
    const samples = make(width * 29).map(
      () => 1 + Math.floor(random.uniform() * most * (random.uniform() + 1e-9)),
    );
    for (const k of [5, 500, 501, samples.length - 1]) samples[k] = most + 1;
    using scope = kernels.scope();
    const frame = { width, height: 29, samples, bitDepth: 16 };
    const image = loadCameraImage(kernels, scope, frame, 'hologram');
    expect(image.maximum).toBe(most + 1);
    expect(image.minimum).toBe(Math.min(...samples));
    const full = samples.filter((sample) => sample === most + 1).length;
    expect(Math.round(image.fractionAtMaximum * samples.length)).toBe(full);
    const sum = [...samples].reduce((a, b) => a + b, 0);
    expect(image.mean).toBe(sum / samples.length);
  });

  it('takes the centre of a large frame, from a view that does not start its buffer', () => {
    const buffer = new Uint16Array(3 + 1930 * 1090);
    const samples = buffer.subarray(3);
    for (let y = 0; y < 1090; y++)
      for (let x = 0; x < 1930; x++) samples[y * 1930 + x] = (x * 31 + y * 17) % 4093;
    using scope = kernels.scope();
    const { plane, crop } = loadCameraImage(
      kernels,
      scope,
      { width: 1930, height: 1090, samples, bitDepth: 12 },
      'hologram',
    );
    expect(crop).toEqual({ x: 5, y: 5, width: 1920, height: 1080 });
    const values = kernels.floats(plane.ptr, plane.rows * plane.pitch);
    for (const [x, y] of [
      [0, 0],
      [1919, 0],
      [7, 1079],
      [1919, 1079],
    ] as const) {
      expect(values[y * plane.pitch + x]).toBe(((x + 5) * 31 + (y + 5) * 17) % 4093);
    }
  });

  it.each([NaN, Infinity, -Infinity])('refuses a frame that holds %f and says how many', (bad) => {
    using scope = kernels.scope();
    const frame = frameOf(17, 5, (x, y) => (x === 16 && y > 1 ? bad : x));
    const load = () => loadCameraImage(kernels, scope, frame, 'background frame');
    expect(load).toThrow(Problem);
    expect(load).toThrow('The background frame holds 3 NaN or infinite samples');
  });
});
