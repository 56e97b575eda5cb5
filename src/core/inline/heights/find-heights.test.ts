import { beforeAll, describe, expect, it } from 'vitest';
import { WAVELENGTH, diskWave, recorded, sampling } from '../../../../test/inline-case.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { retrievalSettings } from '../retrieve/retrieval-settings.ts';
import { findHeights, withRival, type FoundHeights } from './find-heights.ts';
import { responseSettings } from '../response/response-settings.ts';
import { vertexOf } from './try-heights.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 96;
const TRUE_Z = [600, 720, 860];
const disks = [
  { x: 40, y: 44, radius: 9, amplitude: 0.9, phase: 1 },
  { x: 66, y: 70, radius: 6, amplitude: 0.8, phase: 0.7 },
];
const shared = {
  ...{ retrieval: retrievalSettings, trial: responseSettings },
  ...{ flat: 0.002, asCheap: 0.02, step: 0.25, least: 0.05, rim: 8 },
  onIteration: () => {},
};

/** What frames say that were recorded at {@link TRUE_Z} and are said to be from elsewhere. */
function saidToBe(stated: readonly number[], within = Infinity): FoundHeights {
  using scope = kernels.scope();
  const wave = diskWave(SIDE, SIDE, disks);
  const window = { row: 0, col: 0, rows: SIDE, cols: SIDE };
  const frames = TRUE_Z.map((z, k) => ({
    amplitude: recorded(kernels, scope, wave, window, Math.abs(z), 20_000, k + 1),
    z: stated[k]!,
  }));
  const input = { frames, noiseSigma: 0.5 / Math.sqrt(20_000), rows: SIDE, cols: SIDE };
  return findHeights(kernels, { ...shared, within, input: { ...input, sampling, wavelength: WAVELENGTH } });
}

describe('the distances of a stack', () => {
  it('stand where they are right', () => {
    const { distances, common, isMoved, isUneven } = saidToBe(TRUE_Z);
    expect({ distances, isMoved, isUneven }).toEqual({ distances: TRUE_Z, isMoved: false, isUneven: false });
    expect(Math.abs(common!.farther)).toBeLessThan(2 * common!.sigma);
    expect(common!.sigma).toBeLessThan(15);
  });

  it('are found where all are off together', { tags: 'further/rig' }, () => {
    const { distances, common, isMoved, isUneven } = saidToBe(TRUE_Z.map((z) => z + 70));
    expect({ isMoved, isUneven }).toEqual({ isMoved: true, isUneven: false });
    expect(Math.abs(common!.farther + 70)).toBeLessThan(2 * common!.sigma);
    expect(distances[0]! - TRUE_Z[0]!).toBeCloseTo(70 + common!.farther, 6);
  });

  it('stand where whoever states them says that they are not so far off', { tags: 'further/rig' }, () => {
    const stated = TRUE_Z.map((z) => z + 70);
    const { distances, common, isMoved } = saidToBe(stated, 30);
    expect({ distances, common, isMoved }).toEqual({ distances: stated, common: null, isMoved: false });
    expect(saidToBe(stated, 200).isMoved).toBe(true);
  });

  it('are found where single ones are off', () => {
    const { distances, isUneven } = saidToBe([612, 700, 868]);
    expect(isUneven).toBe(true);
    const off = distances.map((z, k) => z - TRUE_Z[k]!);
    const all = (off[0]! + off[1]! + off[2]!) / 3;
    // a tenth of the depth of field
    for (const one of off) expect(Math.abs(one - all)).toBeLessThan(3.6);
  });
});

it('takes single distances no farther than it looked, and nowhere on a slope that bends down', () => {
  expect(vertexOf((z) => 3 + (z - 1) ** 2, 4)).toEqual({ at: 1, here: 4, gain: 1 });
  expect(vertexOf((z) => (z - 10) ** 2, 4).at).toBe(4);
  expect(vertexOf((z) => 1 - z * z, 4)).toEqual({ at: 0, here: 1, gain: 0 });
});

it('holds what lies between the least cost and the least misfit where they do not agree', () => {
  const own = { farther: 1, sigma: 4 };
  expect(withRival(own, null)).toEqual({ ...own, rival: null });
  expect(withRival(own, { farther: 5, sigma: 3 })).toEqual({ ...own, rival: null });
  const { farther, sigma, rival } = withRival(own, { farther: 13, sigma: 3 });
  expect({ farther, rival }).toEqual({ farther: 1, rival: 13 });
  expect(sigma).toBeCloseTo(Math.hypot(4, 12 / Math.sqrt(3)), 12);
});
