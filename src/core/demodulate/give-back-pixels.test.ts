import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import type { Frame } from '../field/frame.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import { reconstruct } from '../reconstruct.ts';
import { giveBackPixels, grownNoise } from './give-back-pixels.ts';

const kernels = await loadKernels();
const carrier = { x: 0.24, y: 0.16 };

const sinc = (f: number) => (f === 0 ? 1 : Math.sin(Math.PI * f) / (Math.PI * f));
const seen = (x: number, y: number) =>
  (sinc(carrier.x + x) * sinc(carrier.y + y)) / (sinc(carrier.x) * sinc(carrier.y));

/** A plane wave of so many cycles per camera pixel, on a grid of every third pixel, the pixels' share in it. */
function seenWave(scope: ReturnType<typeof kernels.scope>, x: number, y: number, rows: number, cols: number) {
  const plane = scope.complex(rows, cols);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const at = row * floatsPerRow(plane) + inRow(col);
      const turn = 2 * Math.PI * 3 * (x * col + y * row);
      values[at] = seen(x, y) * Math.cos(turn);
      values[at + TO_IMAGINARY] = seen(x, y) * Math.sin(turn);
    }
  const sizes = { fullRows: 3 * rows, fullCols: 3 * cols, noiseGain: 1, taper: 12 };
  const field = { plane, rows, cols, stepX: 3, stepY: 3, ...sizes };
  const sample = (row: number, col: number) => {
    const at = row * floatsPerRow(plane) + inRow(col);
    return [values[at]!, values[at + TO_IMAGINARY]!] as const;
  };
  return { field, sample };
}

describe('giveBackPixels', () => {
  it.each([
    [0.1, 0],
    [-0.1, 0],
    [0, 0.1],
    [-0.06, 0.08],
  ])('makes the wave of %f and %f cycles per pixel as strong as it was', (x, y) => {
    using scope = kernels.scope();
    const { field, sample } = seenWave(scope, x, y, 26, 31);
    giveBackPixels(kernels, field, { carrier, stopRadius: 0.1 });
    for (const [row, col] of [
      [3, 3],
      [12, 20],
      [22, 27],
    ] as const) {
      const turn = 2 * Math.PI * 3 * (x * col + y * row);
      // seen, it is 8 to 15 % too strong or too weak
      expect(Math.abs(sample(row, col)[0] - Math.cos(turn))).toBeLessThan(2e-3);
      expect(Math.abs(sample(row, col)[1] - Math.sin(turn))).toBeLessThan(2e-3);
    }
  });

  it('leaves what is even as it is, up to the last sample', () => {
    using scope = kernels.scope();
    const { field, sample } = seenWave(scope, 0, 0, 26, 31);
    giveBackPixels(kernels, field, { carrier, stopRadius: 0.1 });
    for (let row = 0; row < 26; row++)
      for (let col = 0; col < 31; col++) {
        expect(sample(row, col)[0]).toBeCloseTo(1, 5);
        expect(sample(row, col)[1]).toBeCloseTo(0, 5);
      }
  });

  it('says by how much noise grows: nothing for a narrow band', () => {
    expect(grownNoise({ carrier, stopRadius: 1e-4 }, kernels.wasm.sin)).toBeCloseTo(1, 5);
    let [sum, count] = [0, 0];
    for (let x = -0.1; x <= 0.1; x += 0.002)
      for (let y = -0.1; y <= 0.1; y += 0.002) {
        if (Math.hypot(x, y) > 0.1) continue;
        sum += seen(x, y) ** -2;
        count++;
      }
    expect(grownNoise({ carrier, stopRadius: 0.1 }, kernels.wasm.sin)).toBeCloseTo(sum / count, 2);
  });
});

describe('a frame whose pixels collect light over their area', () => {
  it('comes out with the modulus and the phase that the wave has', () => {
    const side = 192;
    // a phase grating in even light: its modulus is 1, and pixels see its two sides unequally strong
    const wave = (x: number) => 0.3 * Math.sin((2 * Math.PI * 10 * x) / side);
    const parts = 6;
    const samples = Uint16Array.from({ length: side * side }, (_, i) => {
      let sum = 0;
      for (let k = 0; k < parts * parts; k++) {
        const x = (i % side) + ((k % parts) + 0.5) / parts - 0.5;
        const y = Math.floor(i / side) + (Math.floor(k / parts) + 0.5) / parts - 0.5;
        sum += 1 + Math.cos(2 * Math.PI * (carrier.x * x + carrier.y * y) + wave(x));
      }
      return Math.round((30_000 * sum) / (parts * parts));
    });
    const hologram: Frame = { width: side, height: side, bitDepth: 16, samples };
    const recipe = offAxisRecipe({ z_mm: 0, phase_background: 'tilt' });
    const { amplitude, phase } = reconstruct(kernels, { hologram, background: null }, recipe);
    let [mean, most, off, count] = [0, 0, 0, 0];
    for (let i = 0; i < side * side; i++) {
      const [x, y] = [i % side, Math.floor(i / side)];
      if (Math.min(x, y, side - 1 - x, side - 1 - y) < 40) continue;
      mean += phase.data[i]! - wave(x);
      most = Math.max(most, Math.abs(amplitude.data[i]! - 1));
      count++;
    }
    for (let i = 0; i < side * side; i++) {
      const [x, y] = [i % side, Math.floor(i / side)];
      if (Math.min(x, y, side - 1 - x, side - 1 - y) < 40) continue;
      off = Math.max(off, Math.abs(phase.data[i]! - wave(x) - mean / count));
    }
    expect(most).toBeLessThan(0.004);
    expect(off).toBeLessThan(0.004);
  });
});
