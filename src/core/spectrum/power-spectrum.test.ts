import { beforeAll, describe, expect, it } from 'vitest';
import { frameOf } from '../../../test/frame-of.ts';
import { freshKernels, litteredKernels, loadKernels } from '../../../test/load-kernels.ts';
import { loadCameraImage } from '../field/camera.ts';
import { withoutMosaic } from '../field/colour-mosaic.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { powerSpectrum, type PowerSpectrum } from './power-spectrum.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

function withSpectrum<T>(frame: Frame, use: (spectrum: PowerSpectrum) => T): T {
  using scope = kernels.scope();
  return use(powerSpectrum(kernels, scope, loadCameraImage(kernels, scope, frame, 'hologram')));
}

const powerAt = (s: PowerSpectrum, v: number, u: number) =>
  kernels.wasm.readPower(s.power, { frameCols: s.cols, v, u });

describe('powerSpectrum', () => {
  it('holds a fringe at its frequency with (amplitude / 2 · Σ window)²', () => {
    const [width, height, u, v] = [120, 96, 17, -9];
    const frame = frameOf(
      width,
      height,
      (x, y) => 50 + 8 * Math.cos(2 * Math.PI * ((u * x) / width + (v * y) / height) + 1),
    );
    withSpectrum(frame, (s) => {
      expect([s.rows, s.cols]).toEqual([height, width]);
      const expected = (4 * (width / 2) * (height / 2)) ** 2;
      expect(powerAt(s, v, u) / expected).toBeCloseTo(1, 3);
      // the twin, read from the other half
      expect(powerAt(s, -v, -u)).toBe(powerAt(s, v, u));
      // a Hann window's nearest neighbours have half the amplitude
      expect(powerAt(s, v, u + 1) / expected).toBeCloseTo(0.25, 2);
      expect(powerAt(s, v + 5, u) / expected).toBeLessThan(1e-5);
    });
  });

  it.each([
    [128, 128],
    [97, 131],
    [200, 210],
  ])('has the floor of white noise, a strong sideband or not, on %i × %i', (width, height) => {
    const normal = normalSource(Random.from(6), kernels.wasm);
    const frame = frameOf(width, height, (x, y) => 1000 + 400 * Math.cos(1.1 * x + 0.7 * y) + 7 * normal());
    withSpectrum(frame, (s) => {
      expect(s.floor / (49 * s.windowEnergy)).toBeGreaterThan(0.93);
      expect(s.floor / (49 * s.windowEnergy)).toBeLessThan(1.07);
    });
  });

  it('has a floor above zero where there is no noise at all', () => {
    withSpectrum(
      frameOf(64, 64, (x) => (x % 4) * 10),
      (s) => expect(s.floor).toBeGreaterThan(0),
    );
  });
});

it('of a frame of a colour camera, whose width is no multiple of four, hangs on nothing that the memory held before', async () => {
  const [width, height] = [210, 90];
  const samples = Uint8Array.from({ length: width * height }, (_, i) => 120 + 40 * Math.cos(0.9 * i));
  const floorOf = (kernels: Kernels) => {
    using scope = kernels.scope();
    const image = loadCameraImage(kernels, scope, { width, height, bitDepth: 8, samples }, 'frame');
    const spectrum = powerSpectrum(kernels, scope, withoutMosaic(kernels, scope, image, [0.9, 1, 1, 1.1]));
    return [spectrum.floor, ...kernels.floats(spectrum.power.ptr, 20)];
  };
  const fresh = floorOf(await freshKernels());
  expect(fresh.every(Number.isFinite)).toBe(true);
  expect(floorOf(await litteredKernels())).toEqual(fresh);
});
