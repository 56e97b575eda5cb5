import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../../test/load-kernels.ts';
import { focusSettings } from '../focus-settings.ts';
import { resolvedDepth } from '../metrics/search-range.ts';
import type { ModelFrame } from './model-cost.ts';
import { factorFor, trialGrid, walk, wholeFrame, type TrialSetup } from './trials.ts';

const kernels = await loadKernels();

/** A walk over a cost, and where it asked for it. */
function walked(cost: (z: number) => number, z: number, bounds: Partial<Parameters<typeof walk>[2]> = {}) {
  const asked: number[] = [];
  const seen = (at: number) => (asked.push(at), cost(at));
  return { ...walk(seen, z, { step: 10, farthest: 1000, most: 3, ...bounds }), asked };
}
const parabola = (least: number) => (z: number) => 2 + ((z - least) / 10) ** 2;

describe('a walk towards lower cost', () => {
  it('ends at once where the cost rises on both sides', () => {
    const found = walked(parabola(103), 100);
    expect(found.asked).toEqual([90, 100, 110]);
    expect(found).toMatchObject({ inside: true, cost: parabola(103)(100) });
    expect(found.z).toBeCloseTo(103, 9);
    // on the side where it rises less
    expect(found.rise).toBeCloseTo(parabola(103)(110) / parabola(103)(100) - 1, 12);
  });

  it.each([
    [128, [90, 100, 110, 120, 130, 140]],
    [72, [90, 100, 110, 80, 70, 60]],
  ])('goes to %f, and one step beyond', (least, asked) => {
    const found = walked(parabola(least), 100);
    expect(found.asked).toEqual(asked);
    expect(found.z).toBeCloseTo(least, 9);
    expect(found.inside).toBe(true);
    const beside = [least - (least % 10), least - (least % 10) + 10].map((z) => parabola(least)(z));
    expect(found.cost).toBe(Math.min(...beside));
  });

  it('takes so many steps at most, and ends where it is lowest', () => {
    for (const [least, z] of [
      [500, 140],
      [10, 60],
    ] as const) {
      const found = walked(parabola(least), 100);
      expect(found.asked).toHaveLength(6);
      expect(found).toMatchObject({ z, inside: false, rise: 0, cost: parabola(least)(z) });
    }
    expect(walked(parabola(500), 100, { most: 0 })).toMatchObject({ z: 110, inside: false });
    expect(walked(parabola(500), 100, { most: 1 })).toMatchObject({ z: 120, inside: false });
  });

  it('goes on while a step gains more than what costs alike differ by, three times as far at most', () => {
    expect(walked(parabola(165), 100, { most: 3, alike: 0.01 })).toMatchObject({ inside: true });
    expect(walked(parabola(165), 100, { most: 3 })).toMatchObject({ z: 140, inside: false });
    const slow = (z: number) => 2 - 0.00005 * z;
    expect(walked(slow, 100, { most: 3, alike: 0.01 }).asked).toHaveLength(6);
    const far = walked(parabola(900), 100, { most: 3, alike: 0.01 });
    expect(far).toMatchObject({ inside: false });
    expect(far.asked).toHaveLength(3 + 9);
  });

  it('goes on over costs that tell nothing, and leaves the distance open between them', () => {
    const flat = (z: number) => (z >= 100 && z <= 130 ? 2 + (z === 120 ? 0 : 0.01) : 3);
    expect(walked(flat, 100, { most: 9 })).toMatchObject({ asked: [90, 100, 110] });
    const found = walked(flat, 100, { most: 9, alike: 0.01 });
    expect(found.asked).toEqual([90, 100, 110, 120, 130, 140]);
    expect(found).toMatchObject({ z: 120, inside: true });
    // 100, 110, 120, 130
    expect(found.open).toBeCloseTo(Math.sqrt(125), 9);
  });

  it('keeps a step away from the sensor, and before the farthest', () => {
    expect(walked(parabola(0), 30, { most: 9 }).asked).toEqual([20, 30, 40]);
    expect(walked(parabola(0), 31, { most: 9 }).asked).toEqual([21, 31, 41, 11]);
    expect(walked(parabola(500), 100, { most: 9, farthest: 120 }).asked).toEqual([90, 100, 110]);
    expect(walked(parabola(500), 100, { most: 9, farthest: 120.1 }).asked).toEqual([90, 100, 110, 120]);
  });
});

it('the whole frame is all of its pixels', () => {
  const frame = { amplitude: { cols: 7, rows: 5 } } as ModelFrame;
  expect(wholeFrame(frame)).toEqual({ x: 0, y: 0, width: 7, height: 5 });
  expect(factorFor({ x: 0, y: 0, width: 149, height: 149 }, 100)).toBe(1);
  expect(factorFor({ x: 0, y: 0, width: 151, height: 151 }, 100)).toBe(2);
});

describe('the depth of field of a trial', () => {
  it('is that of its grid, and far away that of the aperture that its shorter side is', () => {
    using scope = kernels.scope();
    const [rows, cols] = [64, 96];
    const amplitude = scope.real(rows, cols);
    kernels.floats(amplitude.ptr, rows * amplitude.pitch).fill(1);
    const { metrics, model } = focusSettings;
    const { highest } = focusSettings.contrast;
    const sampling = { pitchX: 2, pitchY: 2.5 };
    const contrast = { radius: 0.2, reach: 0.2, rows, cols, sampling };
    const full = { amplitude, sampling, wavelength: 0.5, noiseSigma: 0.01 };
    const setup = { metrics, model, highest, contrast, wavelength: 0.5, full } as unknown as TrialSetup;
    const box = { x: 8, y: 8, width: 60, height: 40 };
    const { depth } = trialGrid(kernels, scope, setup, box, 2);
    const own = resolvedDepth(setup, highest / (2 * 2.5));
    expect(depth(100)).toBe(own(100));
    // λ / NA², NA = 50 µm / z
    expect(depth(20_000)).toBeCloseTo(0.5 / (50 / 20_000) ** 2, 6);
  });
});
