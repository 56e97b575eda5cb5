import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import { asDrawn } from '../model/scene.ts';
import { asUsual, atMost, ofCurvedLight, ofUnknownBend, type Apart } from './curved-light.ts';
import { readingsOf } from './readings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const NAMES = ['pitch', 'pitchX', 'pitchY', 'anisotropy', 'shear', 'rotation_deg'] as const;
const none: Apart = { all: 0, axes: 0, diagonals: 0 };

/** What lies at x goes to x + D Q x, read as any place is. */
it.each([
  ['a distance in round light', { ...none, all: 2 }, { x: 1e-5, y: 1e-5, across: 0 }],
  ['a distance in light that is curved along x', { ...none, all: 2 }, { x: 1e-5, y: 0, across: 0 }],
  ['a distance in light that is curved across', { ...none, all: 2 }, { x: 0, y: 0, across: 1e-5 }],
  ['astigmatism along the axes', { ...none, axes: 3 }, { x: 1e-5, y: 1e-5, across: 0 }],
  ['the same in light that is curved along y', { ...none, axes: 3 }, { x: 0, y: 1e-5, across: 0 }],
  ['the same in light that is curved across', { ...none, axes: 3 }, { x: 0, y: 0, across: 1e-5 }],
  ['astigmatism along the diagonals', { ...none, diagonals: 3 }, { x: 1e-5, y: 1e-5, across: 0 }],
  ['the same in light that is curved along x', { ...none, diagonals: 3 }, { x: 1e-5, y: 0, across: 0 }],
  ['the same in light that is curved across', { ...none, diagonals: 3 }, { x: 0, y: 0, across: 1e-5 }],
])('says what %s does to readings', (_, far, bend) => {
  const { all, axes, diagonals } = far;
  const [xx, xy, yy] = [all + axes, diagonals, all - axes];
  const { x, y, across } = bend;
  const moves = [xx * x + xy * across, xx * across + xy * y, xy * x + yy * across, xy * across + yy * y];
  const [a, b, d, e] = [1 + moves[0]!, moves[1]!, moves[2]!, 1 + moves[3]!];
  const read = (place: TargetToFrame) =>
    readingsOf({ places: [place], zeta: 100, blur: 0, pupil: null, look: asDrawn }, 1, kernels.wasm);
  const before = read([1, 0, 0, 0, 1, 0]);
  const after = read([a, b, 0, d, e, 0]);
  const said = ofCurvedLight(bend, far, before);
  for (const name of NAMES) {
    const scale = name === 'rotation_deg' ? 180 / Math.PI : 1;
    const moved = Math.abs(after[name] - before[name]) / scale;
    expect(Math.abs(said[name]! / scale - moved), name).toBeLessThan(1e-8);
  }
});

it('says what bends do that nobody knows of: as they are seen, or alike along all directions and as large in all', () => {
  const place: TargetToFrame = [1, 0, 0, 0, 1, 0];
  const values = readingsOf(
    { places: [place], zeta: 100, blur: 0, pupil: null, look: asDrawn },
    1,
    kernels.wasm,
  );
  const far = { ...none, all: 2, axes: 0.5 };
  // the reference took it off along both axes on average, and the difference between them is left
  const bend = { x: 3e-5, y: -3e-5, across: 4e-5 };
  const said = ofUnknownBend(bend, far, values);
  expect(said.pitch).toBeCloseTo(2 * 5e-5, 12);
  // as it is seen the ratio is off by far more than what a lens does to light that bends alike
  expect(said.anisotropy).toBeCloseTo(2 * 6e-5, 12);
  expect(ofCurvedLight({ x: 5e-5, y: 5e-5, across: 0 }, far, values).anisotropy).toBeCloseTo(0.5 * 1e-4, 12);
  // light that is seen to bend alike is as large as it is seen
  expect(ofUnknownBend({ x: 3e-5, y: 3e-5, across: 0 }, far, values)).toEqual(
    ofCurvedLight({ x: 3e-5, y: 3e-5, across: 0 }, far, values),
  );
});

it('takes a bend for no larger than light has as a rule, and for no larger than it is seen', () => {
  const [usual, seen] = [2e-5, 5e-5];
  const { x, y, across } = asUsual({ x: seen, y: -seen, across: 1e-9 }, usual);
  // what is known of one number by two laws, of the variances usual² and seen² / 3
  const variance = 1 / (1 / (usual * usual) + 3 / (seen * seen));
  expect((x * x) / 3 / variance).toBeCloseTo(1, 12);
  expect(y).toBe(-x);
  expect(across / 1e-9).toBeCloseTo(1, 6);
});

it('takes a bend for no larger than it is seen, and for no larger than a lens passes', () => {
  const [most, seen] = [2e-5, 5e-5];
  expect(atMost({ x: seen, y: -seen, across: 1e-9 }, most)).toEqual({ x: most, y: -most, across: 1e-9 });
});
