import { beforeAll, describe, expect, it } from 'vitest';
import { frameOf } from '../../../test/frame-of.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { measureFrame } from '../sideband/measure-frame.ts';
import { spectrumPicture } from './spectrum-picture.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

describe('spectrumPicture', () => {
  it.each([
    [240, 192],
    [97, 131],
    [1280, 64],
  ])('shows both twins where the carrier is, %i × %i', (width, height) => {
    const carrier = { x: 0.2, y: -0.125 };
    const frame = frameOf(
      width,
      height,
      (x, y) => 100 + 40 * Math.cos(2 * Math.PI * (carrier.x * x + carrier.y * y)),
    );
    using scope = kernels.scope();
    const { spectrum } = measureFrame(kernels, scope, frame, 'hologram');
    const picture = spectrumPicture(kernels, spectrum, carrier, 0.07);
    expect(Math.max(picture.rows, picture.cols)).toBeLessThanOrEqual(1024);
    expect(picture.data).toHaveLength(picture.rows * picture.cols);
    const { x, y } = picture.step_cycles_per_px;
    expect(x * picture.cols).toBeCloseTo(1, 1);
    const value = (sign: number) => {
      const col = (picture.cols >> 1) + Math.round((sign * carrier.x) / x);
      const row = (picture.rows >> 1) + Math.round((sign * carrier.y) / y);
      return picture.data[row * picture.cols + col]!;
    };
    const brightest = picture.data.reduce((a, b) => Math.max(a, b), -Infinity);
    expect(brightest - Math.max(value(1), value(-1))).toBeLessThan(0.3);
    expect(Math.abs(value(1) - value(-1))).toBeLessThan(0.3);
  });

  it('is the log10 of the magnitude within 5e-4', () => {
    const frame = frameOf(128, 96, (x, y) => ((x * 37 + y * 91) % 53) - 26);
    using scope = kernels.scope();
    const { spectrum } = measureFrame(kernels, scope, frame, 'hologram');
    const { data, rows, cols } = spectrumPicture(kernels, spectrum, { x: 0.1, y: 0.1 }, 0.05);
    expect([rows, cols]).toEqual([96, 128]);
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++) {
        const [v, u] = [row - (rows >> 1), col - (cols >> 1)];
        const power = kernels.wasm.readPower(spectrum.power, { frameCols: cols, v, u });
        const expected = Math.log10(Math.max(1e-6, Math.sqrt(power)));
        expect(Math.abs(data[row * cols + col]! - expected)).toBeLessThan(5e-4);
      }
    }
  });
});
