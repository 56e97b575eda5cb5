import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { tissueLumps } from '../../../test/tissue-lumps.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { removeSmoothBackground } from './background.ts';
import type { BackgroundOptions } from './find-background.ts';
import { evaluateSeries } from './smooth-series.ts';

const kernels = await loadKernels();
const SIDE = 320;
const amplitudeDegrees = [0, 1, 2];

/** Takes the background out of tissue, where `isTissue` says so, over a bowl of so many radians. */
function taken(
  isTissue: (x: number, y: number) => boolean,
  bowl: number,
  options: Omit<Parameters<typeof removeSmoothBackground>[4], 'amplitudeDegrees' | 'margin'>,
) {
  using scope = kernels.scope();
  const tissue = tissueLumps(3, 1.1, kernels.wasm);
  const normal = normalSource(Random.from(5), kernels.wasm);
  const series = Float64Array.from([0, 4, -3, bowl, 0, bowl]);
  const plane = planeOf(kernels, scope, SIDE, SIDE, (i, j) => {
    const [x, y] = [(2 * i) / (SIDE - 1) - 1, (2 * j) / (SIDE - 1) - 1];
    const [re, im] = polar(1, (isTissue(x, y) ? tissue(x, y) : 0) + evaluateSeries(series, 2, x, y));
    return [re + 0.03 * normal(), im + 0.03 * normal()];
  });
  const how = { ...options, amplitudeDegrees, margin: 4, lit: 'in-focus', noise: 0.0018 } as const;
  return removeSmoothBackground(kernels, plane, SIDE, SIDE, how)!;
}

it('finds no background where tissue fills the frame, and most of it where tissue lies in its middle', () => {
  const degrees = [1, 2, 3, 4];
  const filled = taken(() => true, 5, { degrees });
  expect(filled.backgroundShare).toBe(0);
  expect(filled.degree).toBeGreaterThanOrEqual(2);
  const beside = taken((x, y) => x * x + y * y < 0.3, 5, { degrees });
  expect(beside.backgroundShare).toBeGreaterThan(0.5);
  expect(beside.degree).toBe(2);
});

it('takes a bend for a rig’s where it leaves a background level, and for the sample’s where tissue fills the frame', () => {
  const options = { degrees: [1], bent: [1, 2, 3, 4] };
  expect(taken((x, y) => x * x + y * y < 0.3, 1.5, options).degree).toBe(2);
  const filled = taken(() => true, 0, options);
  expect([filled.degree, filled.backgroundShare]).toEqual([1, 0]);
});

it('takes a tilt through all of a frame where nothing that its first surface leaves lies level', () => {
  const part = (x: number, y: number) => x * x + y * y < 0.3;
  const options = { degrees: [1], bent: [1, 2, 3, 4] };
  const asked: number[] = [];
  const take = (isLevel: boolean, region?: BackgroundOptions['region']) =>
    taken(part, 1.5, {
      ...options,
      ...(region && { region }),
      isLevel: (left) => asked.push(kernels.floats(left.ptr, 2)[0]!) > 0 && isLevel,
    });
  const plain = taken(part, 1.5, options);
  expect(take(true)).toEqual(plain);
  const filled = take(false);
  expect([filled.degree, filled.backgroundShare]).toEqual([1, 0]);
  // over all alike: the tissue of the middle has a say, and with it the bowl, which has no tilt
  expect(filled.phase[1]).toBeCloseTo(4, 0);
  expect(asked).toHaveLength(2);
  // and a degree that was asked for is kept to
  const polynomial = taken(() => true, 1.5, { degrees: [2], isLevel: () => false });
  expect([polynomial.degree, polynomial.backgroundShare]).toEqual([2, 0]);
  // what a person says is background is no sample
  const inside = new Uint8Array(SIDE * SIDE).fill(1, 0, (SIDE * SIDE) / 4);
  const region = { rows: SIDE, cols: SIDE, stepX: 1, stepY: 1, inside };
  expect(take(false, region).degree).toBe(2);
  expect(asked).toHaveLength(2);
});
