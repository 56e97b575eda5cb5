import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import type { Lattice } from '../../targets/target-model.ts';
import { prepareSettings } from './prepare-settings.ts';
import { centred, toFirstOrders, withoutMeanTilt } from './sideband-of.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** Light through a hole, tilted, on cells of two pixels; elsewhere it is dark but for something that turns wildly. */
function hole(tilt: { x: number; y: number }): MeasuredLight {
  const [rows, cols, cell] = [40, 52, 2];
  const field = { re: new Float64Array(rows * cols), im: new Float64Array(rows * cols) };
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const inside = Math.hypot(row - 14, col - 30) < 9;
      const phase = tilt.x * ((2 * col + 1) / cols - 1) + tilt.y * ((2 * row + 1) / rows - 1);
      const [size, turn] = inside ? [1, phase + 0.7] : [0.01, 2.9 * col + 1.3 * row];
      field.re[row * cols + col] = size * Math.cos(turn);
      field.im[row * cols + col] = size * Math.sin(turn);
    }
  }
  const weight = new Float64Array(rows * cols).fill(1);
  return { rows, cols, cell, ...field, weight, filter: { pass: 0.1, stop: 0.12 } };
}

it('finds the tilt of light that fills little of a frame, and takes it off', () => {
  const { level, tilt } = withoutMeanTilt(hole({ x: 6, y: -4 }), { rows: 80, cols: 104 }, kernels.wasm);
  expect(tilt.x).toBeCloseTo(6, 1);
  expect(tilt.y).toBeCloseTo(-4, 1);
  const angle = (row: number, col: number) =>
    Math.atan2(level.im![row * 52 + col]!, level.re[row * 52 + col]!);
  expect(angle(14, 37)).toBeCloseTo(angle(14, 23), 1);
  expect(angle(21, 30)).toBeCloseTo(angle(7, 30), 1);
  // the piston is that of the middle of the frame
  expect(angle(14, 30)).toBeCloseTo(0.7, 1);
});

it('moves a sideband that lies a tenth of its radius off its middle, of a lattice to an order or the second', () => {
  const sideband = { carrier: { x: 0.2, y: -0.1 }, passRadius: 0.1 } as Sideband;
  const isMoved = (x: number, orders: Parameters<typeof centred>[2] = null) =>
    centred(sideband, { x, y: 0 }, orders, prepareSettings)?.carrier.x === 0.2 + x;
  expect([isMoved(0.0099), isMoved(-0.0099)]).toEqual([false, false]);
  expect([isMoved(0.0101), isMoved(-0.0101)]).toEqual([true, true]);
  // periods of 20 pixels
  const lattice = { a: { x_um: 30, y_um: 40 } } as Lattice;
  const orders = { lattice, pitch_um: 2.5, off: prepareSettings.off };
  for (const order of [1, 2])
    for (const [off, expected] of [
      [1.099, true],
      [1.101, false],
      [0.901, true],
      [0.899, false],
    ] as const)
      expect(isMoved((order * off) / 20, orders)).toBe(expected);
});

it('a filter goes on to the first orders of a lattice, as far as half way to what is not in the sideband', () => {
  // half way to zero lies at 0.125
  const sideband = { carrier: { x: 0.2, y: 0.15 }, passRadius: 0.08, stopRadius: 0.092 } as Sideband;
  const at = (first: number) => {
    const lattice = { a: { x_um: 3, y_um: 4 } } as Lattice;
    const { passRadius, stopRadius } = toFirstOrders(sideband, { lattice, pitch_um: 5 * first, off: 0.1 });
    return [passRadius, stopRadius];
  };
  expect(at(0.072)).toEqual([0.08, 0.092]);
  expect(at(0.09)[0]).toBeCloseTo(0.099, 12);
  expect(at(0.09)[1]).toBeCloseTo(0.099 * 1.15, 12);
  expect(at(0.0985)[0]).toBeCloseTo(0.10835, 12);
  expect(at(0.099)).toEqual([0.08, 0.092]);
});
