import { beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../../test/brief-form.ts';
import { frameOf } from '../../../test/frame-of.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { loadCameraImage } from '../field/camera.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { fromPlane } from '../simulate/wave.ts';
import { demodulate, nativeGrid, unfade } from './demodulate.ts';
import { upsample } from './upsample.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const carrier = { x: 0.2031, y: 0.1487 };
const filter = { passRadius: 0.08, stopRadius: 0.092, taper: 19 };

/** A bump of amplitude and phase that changes within a few resolution lengths. */
function object(x: number, y: number, width: number, height: number): [number, number] {
  const g = Math.exp(-((x - width / 2) ** 2 + (y - height / 2) ** 2) / 300);
  return [1 - 0.4 * g, 1.8 * g];
}

function fields(width: number, height: number, outside: { re: number; im: number }) {
  using scope = kernels.scope();
  const frame = frameOf(width, height, (x, y) => {
    const [amplitude, phase] = object(x, y, width, height);
    return 2 + 2 * amplitude * Math.cos(2 * Math.PI * (carrier.x * x + carrier.y * y) + phase);
  });
  const image = loadCameraImage(kernels, scope, frame, 'hologram');
  const grid = nativeGrid(height, width, filter.stopRadius);
  const native = demodulate(kernels, scope, image, carrier, filter, grid);
  unfade(kernels, native, image.plane, filter);
  const full = upsample(kernels, scope, native, height, width, outside);
  return {
    native: { ...native, wave: fromPlane(kernels, native.plane, native.rows, native.cols) },
    full: fromPlane(kernels, full, height, width),
  };
}

describe('upsample', () => {
  it.each(
    someOf([
      [240, 200],
      [200, 210],
      [286, 286],
      [97, 131],
    ]),
  )('interpolates the object between the native samples, %i × %i', (width, height) => {
    const { full } = fields(width, height, { re: 1, im: 0 });
    let most = 0;
    for (let y = 24; y < height - 24; y++) {
      for (let x = 24; x < width - 24; x++) {
        const [amplitude, phase] = object(x, y, width, height);
        const at = y * width + x;
        const off = Math.hypot(
          full.re[at]! - amplitude * Math.cos(phase),
          full.im[at]! - amplitude * Math.sin(phase),
        );
        most = Math.max(most, off);
      }
    }
    expect(most).toBeLessThan(4e-3);
  });

  it('agrees with the native samples where both have one', () => {
    // 240 and 200 pixels: the steps are ratios of small numbers, so that samples coincide
    const { native, full } = fields(240, 200, { re: 1, im: 0 });
    let compared = 0;
    for (let j = 0; j < native.rows; j++) {
      for (let i = 0; i < native.cols; i++) {
        const [x, y] = [i * native.stepX, j * native.stepY];
        if (x % 1 !== 0 || y % 1 !== 0 || Math.min(x, y, 239 - x, 199 - y) < 24) continue;
        const [a, b] = [j * native.cols + i, y * 240 + x];
        expect(Math.abs(full.re[b]! - native.wave.re[a]!)).toBeLessThan(1.5e-3);
        expect(Math.abs(full.im[b]! - native.wave.im[a]!)).toBeLessThan(1.5e-3);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(8);
  });
});
