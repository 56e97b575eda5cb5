import { beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../../../test/brief-form.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import { rigSettings } from '../model/rig-settings.ts';
import { placeOf } from '../model/state.ts';
import { findLattice, sizeOfLattice } from './lattice-pose.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const PERIOD_UM = 8;
const lattice = {
  ...{ origin: { x_um: 0, y_um: 0 }, a: { x_um: PERIOD_UM, y_um: 0 }, b: { x_um: 0, y_um: PERIOD_UM } },
  ...{ tolerance_um: null, box: null },
};
const nominal = { pitch_um: 1, allowed: rigSettings } as Nominal;

type Linear = readonly [a: number, b: number, d: number, e: number];

/** Three orders along each side of a lattice that is seen through a linear map. */
function seenThrough([a, b, d, e]: Linear, side: number): MeasuredLight {
  const det = a * e - b * d;
  const re = new Float64Array(side * side);
  for (let row = 0, i = 0; row < side; row += 1)
    for (let col = 0; col < side; col += 1, i += 1) {
      const u = (2 * Math.PI * (e * col - b * row)) / det / PERIOD_UM;
      const v = (2 * Math.PI * (a * row - d * col)) / det / PERIOD_UM;
      for (let n = 1; n <= 3; n += 1) re[i]! += Math.cos(n * u) + Math.cos(n * v);
      // some of what frames have everywhere
      re[i]! += 0.1 * Math.sin(12.9898 * i * i + 78.233 * i);
    }
  return { rows: side, cols: side, cell: 1, re, im: null, weight: re.map(() => 1), filter: null };
}

function found(linear: Linear, side: number) {
  const pose = findLattice(kernels, seenThrough(linear, side), lattice, nominal);
  const [a, b, , d, e] = placeOf({ ...pose, x: 0, y: 0 }, 1, { x: 0, y: 0 }, kernels.wasm);
  return { pose, linear: [a, b, d, e] as Linear };
}

function turnedBy(rad: number, [a, b, d, e]: Linear): Linear {
  const [c, s] = [Math.cos(rad), Math.sin(rad)];
  return [a * c + b * s, b * c - a * s, d * c + e * s, e * c - d * s];
}

describe('a lattice', () => {
  it.each(
    someOf([
      [0.2, [1.005, 0, 0, 0.995]],
      [0.4, [1, 0.009, 0, 1]],
      [0.6, [1.002, -0.006, 0.002, 0.991]],
    ] as [number, Linear][]),
  )(
    'turned by %f rad, stretched and sheared, is within a tenth of a period at the edge of 64',
    (rad, stretch) => {
      const truth = turnedBy(rad, stretch);
      const { linear } = found(truth, 512);
      for (const [k, value] of linear.entries())
        expect(Math.abs(value - truth[k]!) * 32).toBeLessThan(0.1 / Math.SQRT2);
    },
  );

  it('of square pixels is a similarity, and so is one with so few periods that a fit finds the rest', () => {
    expect(found(turnedBy(0.3, [1.01, 0, 0, 1.01]), 512).pose.stretch).toBeUndefined();
    expect(found(turnedBy(0.3, [1.002, 0, 0, 0.998]), 128).pose.stretch).toBeUndefined();
  });
});

it.each([0.52, 0.9, 1.2, 2, 2.9])('is %f times as large as said', (times) => {
  const seen = seenThrough(turnedBy(0.3, [times, 0, 0, times]), 192);
  // a search looks around it by 6 %
  expect(Math.abs(sizeOfLattice(kernels, seen, lattice, 1) / times - 1)).toBeLessThan(0.02);
});
