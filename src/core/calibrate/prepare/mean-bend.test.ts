import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { MeasuredLight } from '../model/measured.ts';
import { bendWorthTaking, unbent } from './mean-bend.ts';

const [ROWS, COLS, CELL] = [90, 120, 2];
const frame = { rows: ROWS * CELL, cols: COLS * CELL };

/** Bars of light in the dark, an eighth of the frame, each with edges that bend outwards, on a phase of degree 2 over all of them. */
function bars(bend: readonly number[]): MeasuredLight {
  const count = ROWS * COLS;
  const [re, im] = [new Float64Array(count), new Float64Array(count)];
  const [tiltX, tiltY, xx, xy, yy] = bend as [number, number, number, number, number];
  for (let i = 0; i < count; i += 1) {
    const [col, row] = [i % COLS, Math.floor(i / COLS)];
    const [x, y] = [(2 * (col + 0.5)) / COLS - 1, (2 * (row + 0.5)) / ROWS - 1];
    const [u, v] = [(col % 20) - 9.5, (row % 15) - 7];
    const light = Math.exp(-((u / 4) ** 2) - (v / 4) ** 2) + 0.003;
    const phase =
      tiltX * x + tiltY * y + xx * (1.5 * x * x - 0.5) + xy * x * y + yy * (1.5 * y * y - 0.5) + 0.01 * u * u;
    [re[i], im[i]] = [light * Math.cos(phase), light * Math.sin(phase)];
  }
  return {
    ...{ rows: ROWS, cols: COLS, cell: CELL, re, im },
    weight: new Float64Array(count).fill(1),
    filter: null,
  };
}

it('finds how light bends that shows between opaque parts alone, and takes it out', async () => {
  const { wasm } = await loadKernels();
  const given = [0.4, -0.3, 6, 2, -5];
  const found = bendWorthTaking(bars(given), frame, wasm)!;
  // a fit begins from there: it takes half a radian along
  expect(Math.max(...found.slice(1).map((own, k) => Math.abs(own - given[k]!)))).toBeLessThan(0.5);
  const left = unbent(bars(given), found, frame, wasm);
  const flat = bars([0, 0, 0, 0, 0]);
  const far = left.re.map((own, i) => Math.hypot(own - flat.re[i]!, left.im![i]! - flat.im![i]!));
  expect(Math.max(...far)).toBeLessThan(0.5);
  // and where less than that is there, all of it
  expect(bendWorthTaking(bars([0.1, 0, 0.5, 0, 0.4]), frame, wasm)).toBeNull();
});
