import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { frameOf } from '../../../test/frame-of.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { loadCameraImage } from '../field/camera.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { fromPlane } from '../simulate/wave.ts';
import { demodulate, nativeGrid, unfade } from './demodulate.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const filterOf = (radius: number) => ({
  passRadius: radius,
  stopRadius: 1.15 * radius,
  taper: Math.ceil(1.5 / radius),
});

interface Fringe {
  readonly width: number;
  readonly height: number;
  readonly carrier: { readonly x: number; readonly y: number };
  readonly radius: number;
}

/** The demodulated and unfaded field of 700 + 300 cos(2π c·x + 0.6). */
function demodulated({ width, height, carrier, radius }: Fringe) {
  using scope = kernels.scope();
  const turns = (x: number, y: number) => carrier.x * x + carrier.y * y;
  const frame = frameOf(width, height, (x, y) => 700 + 300 * Math.cos(2 * Math.PI * turns(x, y) + 0.6));
  const image = loadCameraImage(kernels, scope, frame, 'hologram');
  const filter = filterOf(radius);
  const grid = nativeGrid(height, width, filter.stopRadius);
  const field = demodulate(kernels, scope, image, carrier, filter, grid);
  unfade(kernels, field, image.plane, filter);
  return { ...field, wave: fromPlane(kernels, field.plane, field.rows, field.cols) };
}

/** Largest deviation of amplitude (share) and phase (rad) from 150 · exp(0.6 i), `inset` camera pixels from the edge. */
function deviation(fringe: Fringe, inset: number): { amplitude: number; phase: number } {
  const { wave, stepX, stepY } = demodulated(fringe);
  const worst = { amplitude: 0, phase: 0 };
  for (let j = 0; j < wave.rows; j++) {
    for (let i = 0; i < wave.cols; i++) {
      const [x, y] = [i * stepX, j * stepY];
      if (Math.min(x, y, fringe.width - 1 - x, fringe.height - 1 - y) < inset) continue;
      const [re, im] = [wave.re[j * wave.cols + i]!, wave.im[j * wave.cols + i]!];
      worst.amplitude = Math.max(worst.amplitude, Math.abs(Math.hypot(re, im) / 150 - 1));
      worst.phase = Math.max(worst.phase, Math.abs(Math.atan2(im, re) - 0.6));
    }
  }
  return worst;
}

describe('demodulate', () => {
  it('brings a pure fringe of any carrier on any grid to a flat phase and half its amplitude', () => {
    const carriers = fc.record({
      length: fc.double({ min: 0.16, max: 0.34, noNaN: true }),
      angle: fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
      width: fc.integer({ min: 90, max: 230 }),
      height: fc.integer({ min: 90, max: 230 }),
    });
    fc.assert(
      fc.property(carriers, ({ length, angle, width, height }) => {
        const carrier = { x: length * Math.cos(angle), y: length * Math.sin(angle) };
        const { amplitude, phase } = deviation({ width, height, carrier, radius: length / 3 }, 20);
        expect(amplitude).toBeLessThan(5e-3);
        expect(phase).toBeLessThan(2e-3);
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  it.each([
    [200, 210],
    [286, 286],
    [97, 131],
    [256, 200],
  ])('is flat nearly to the edge on %i × %i, an awkward size or not', (width, height) => {
    const fringe = { width, height, carrier: { x: 0.2031, y: -0.1487 }, radius: 0.08 };
    expect(deviation(fringe, 4).amplitude).toBeLessThan(0.02);
    expect(deviation(fringe, 20).amplitude).toBeLessThan(3e-3);
    expect(deviation(fringe, 20).phase).toBeLessThan(1e-3);
  });

  it('reaches the whole sensor, on which the native samples lie at multiples of the step', () => {
    for (const [width, height] of [
      [97, 131],
      [200, 210],
      [16, 16],
    ] as const) {
      const field = demodulated({ width, height, carrier: { x: 0.25, y: 0.2 }, radius: 0.1 });
      expect(field.stepX).toBeCloseTo(field.fullCols / field.plane.cols, 12);
      expect((field.cols - 1) * field.stepX).toBeLessThanOrEqual(width - 1 + 1e-9);
      expect(Math.min(field.cols * field.stepX, field.fullCols)).toBeGreaterThan(width - 1);
    }
  });

  it.each([
    [256, 200],
    [320, 131],
    [97, 240],
  ])('gives the same bits row by row and in whole planes: %i × %i', (width, height) => {
    const random = Random.from(9);
    using scope = kernels.scope();
    const frame = frameOf(width, height, () => 1000 * random.uniform());
    const image = loadCameraImage(kernels, scope, frame, 'hologram');
    const filter = filterOf(0.07);
    const grid = nativeGrid(height, width, filter.stopRadius);
    const of = (bend?: () => void) => {
      const field = demodulate(kernels, scope, image, { x: 0.2, y: 0.15 }, filter, grid, bend);
      const { re, im } = fromPlane(kernels, field.plane, field.rows, field.cols);
      return { re, im, noiseGain: field.noiseGain };
    };
    // what is bent needs all rows at once
    expect(of()).toEqual(of(() => {}));
  });

  it('states how much of white noise it lets through', () => {
    const normal = normalSource(Random.from(21), kernels.wasm);
    using scope = kernels.scope();
    const image = loadCameraImage(
      kernels,
      scope,
      frameOf(320, 256, () => 5 * normal()),
      'hologram',
    );
    const filter = filterOf(0.09);
    const grid = nativeGrid(256, 320, filter.stopRadius);
    const { plane, rows, cols, noiseGain } = demodulate(
      kernels,
      scope,
      image,
      { x: 0.2, y: 0.17 },
      filter,
      grid,
    );
    // a raised cosine passes, on average, 3/8 of the power of its edge
    const area = Math.PI * 0.09 ** 2 * (1 + (1.15 ** 2 - 1) * 0.37);
    expect(noiseGain / area).toBeCloseTo(1, 1);
    const { re, im } = fromPlane(kernels, plane, rows, cols);
    let power = 0;
    let count = 0;
    for (let j = 10; j < rows - 10; j++)
      for (let i = 10; i < cols - 10; i++, count++) power += re[j * cols + i]! ** 2 + im[j * cols + i]! ** 2;
    expect(power / count / (25 * noiseGain)).toBeGreaterThan(0.9);
    expect(power / count / (25 * noiseGain)).toBeLessThan(1.1);
  });

  it('suppresses a fringe beyond the filter', () => {
    using scope = kernels.scope();
    const frame = frameOf(240, 240, (x, y) => 700 + 300 * Math.cos(2 * Math.PI * (0.31 * x + 0.12 * y)));
    const image = loadCameraImage(kernels, scope, frame, 'hologram');
    const filter = filterOf(0.06);
    const grid = nativeGrid(240, 240, filter.stopRadius);
    const { plane, rows, cols } = demodulate(kernels, scope, image, { x: 0.2, y: -0.1 }, filter, grid);
    const { re, im } = fromPlane(kernels, plane, rows, cols);
    expect(Math.max(...re.map(Math.abs), ...im.map(Math.abs))).toBeLessThan(150 * 2e-3);
  });
});
