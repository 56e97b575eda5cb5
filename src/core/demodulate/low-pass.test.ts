import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { fromPlane, toPlane } from '../simulate/wave.ts';
import type { NativeField } from './demodulate.ts';
import { lowPass } from './low-pass.ts';

const kernels = await loadKernels();

/** Cycles per frame of two waves on 1, and how strong they are. */
const WAVES = [
  { x: 5, y: -3, strength: 0.3 },
  { x: 20, y: 11, strength: 0.2 },
];

/** The value of the field at a camera pixel of a frame of `width × height`. */
function at(x: number, y: number, width: number, height: number, waves: typeof WAVES): [number, number] {
  let [re, im] = [1, 0];
  for (const wave of waves) {
    const angle = 2 * Math.PI * ((wave.x * x) / width + (wave.y * y) / height);
    re += wave.strength * Math.cos(angle);
    im += wave.strength * Math.sin(angle);
  }
  return [re, im];
}

describe('lowPass', () => {
  it.each([
    [120, 160],
    [128, 128],
    [135, 150],
  ])('keeps what lies within the filter and nothing beyond, on %i × %i samples', (rows, cols) => {
    using scope = kernels.scope();
    const [height, width] = [3 * rows, 3 * cols];
    const plane = scope.complex(rows, cols);
    const [re, im] = [new Float64Array(rows * cols), new Float64Array(rows * cols)];
    for (let k = 0; k < re.length; k++) {
      const [a, b] = at(3 * (k % cols), 3 * Math.floor(k / cols), width, height, WAVES);
      re[k] = a;
      im[k] = b;
    }
    toPlane(kernels, { rows, cols, re, im }, plane);
    const size = { rows, cols, stepX: 3, stepY: 3, fullRows: height, fullCols: width };
    const field: NativeField = { plane, ...size, noiseGain: 1, taper: 48 };
    const filter = { passRadius: 0.028, stopRadius: 0.03 };
    const found = lowPass(kernels, scope, field, { rows: height, cols: width }, filter, { re: 1, im: 0 });
    expect(found.rows).toBeLessThan(rows);
    const wave = fromPlane(kernels, found.plane, found.rows, found.cols);
    let most = 0;
    for (let j = 0; j < found.rows; j++)
      for (let i = 0; i < found.cols; i++) {
        const [x, y] = [i * found.stepX, j * found.stepY];
        // what was cut off rings from the fade at the edges
        if (Math.min(x, y, width - x, height - y) < 80) continue;
        const [a, b] = at(x, y, width, height, WAVES.slice(0, 1));
        const k = j * found.cols + i;
        most = Math.max(most, Math.hypot(wave.re[k]! - a, wave.im[k]! - b));
      }
    expect(most).toBeLessThan(0.02);
    // the share of white noise that passes is that of the filter's area
    const area = Math.PI * 0.029 * 0.029;
    expect(Math.abs(found.noiseGain / area - 1)).toBeLessThan(0.05);
  });
});
