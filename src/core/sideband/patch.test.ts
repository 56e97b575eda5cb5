import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import { reconstruct } from '../reconstruct.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { thorough } from '../../../test/short-form.ts';
import { measureFrame } from './measure-frame.ts';
import { roughObject } from './rough-object.fixture.ts';
import { findSideband, type Sideband } from './sideband.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** Without what else speckle makes hard. */
const simple = { phase_background: 'tilt', output_sampling: 'native' } as const;

function found(frame: Frame): Sideband {
  using scope = kernels.scope();
  const { spectrum, image } = measureFrame(kernels, scope, frame, 'hologram');
  return findSideband(kernels, spectrum, image);
}

function refusal(frame: Frame): Problem | null {
  try {
    found(frame);
  } catch (cause) {
    if (cause instanceof Problem) return cause;
    throw cause;
  }
  return null;
}

describe('a rough object', () => {
  it.each([
    { carrier: [0.2, 0.15], extent: [0.08, 0.08] },
    { carrier: [0.2, -0.15], extent: [0.1, 0.06] },
    { carrier: [0.005, 0.16], extent: [0.08, 0.08] },
    { carrier: [0.25, 0], extent: [0.1, 0.1] },
    { carrier: [0.15, 0.2], extent: [0.07, 0.07], round: false },
    { carrier: [0.15, 0.2], extent: [0.07, 0.07], power: 0.05 },
    { carrier: [0.13, 0.03], extent: [0.06, 0.06], power: 0.3 },
  ] as const)('has its patch of speckle for a sideband: %j', (object) => {
    for (let seed = 1; seed <= (thorough ? 3 : 1); seed++) {
      const sideband = found(roughObject(kernels, { ...object, seed }));
      const { x, y } = sideband.carrier;
      const sign = object.carrier[0] * x + object.carrier[1] * y > 0 ? 1 : -1;
      const off = Math.hypot(sign * x - object.carrier[0], sign * y - object.carrier[1]);
      expect(off).toBeLessThan(0.2 * Math.min(...object.extent));
      expect(sideband.passRadius).toBeGreaterThan(0.02);
    }
  });

  it.each([1, 2, 6])('has its carrier in the middle of a patch that is brighter there: seed %i', (seed) => {
    const sideband = found(roughObject(kernels, { carrier: [0.23, 0.2], extent: [0.2, 0.2], fall: 5, seed }));
    const { x, y } = sideband.carrier;
    expect(sideband.isPatch).toBe(true);
    // the brightest grain, far above the mean of all of it, lies 0.03 to 0.04 aside
    expect(Math.hypot(x - 0.23, y - 0.2)).toBeLessThan(0.01);
  });

  it('is reconstructed, and flagged where no peak was there to go by', () => {
    const frame = roughObject(kernels, { carrier: [0.005, 0.16], extent: [0.08, 0.08], seed: 2 });
    expect(found(frame).isPatch).toBe(true);
    const { flags } = reconstruct(kernels, { hologram: frame, background: null }, offAxisRecipe(simple));
    const flag = flags.find(({ code }) => code === 'speckle_sideband');
    expect(flag?.detail).toContain('carrier_cycles_per_px');
  });

  it.each([
    ['without a reference', { carrier: [0, 0], extent: [0.1, 0.1], power: 1e6 }],
    ['with the reference on its axis', { carrier: [0, 0], extent: [0.1, 0.1], power: 0.3 }],
    ['whose patch reaches the middle', { carrier: [0.06, 0.05], extent: [0.12, 0.12] }],
  ] as const)('%s is refused', (_, object) => {
    for (let seed = 1; seed <= (thorough ? 4 : 2); seed++)
      expect(refusal(roughObject(kernels, { ...object, seed }))?.code).toBe('SIDEBAND_NOT_FOUND');
  });
});

describe('the refusal', () => {
  it('names every place that was looked at, what it lacks, and what takes it all the same', () => {
    const frame = roughObject(kernels, { carrier: [0, 0], extent: [0.1, 0.1], power: 0.3 });
    const { message } = refusal(frame)!;
    const places = [
      ...message.matchAll(
        /\((-?[\d.]+),(-?[\d.]+)\) cycles\/px, where its [^;]* is ([\d.]+) and ([\d.]+) is needed/g,
      ),
    ];
    expect(places.length).toBeGreaterThan(1);
    for (const [, , , value, least] of places) expect(Number(value)).toBeLessThan(Number(least));
    const [, x, y] = /carrier_cycles_per_px=(-?[\d.]+),(-?[\d.]+)/.exec(message)!;
    const carrier = [Number(x), Number(y)] as const;
    const recipe = offAxisRecipe({ carrier_cycles_per_px: carrier, ...simple });
    const result = reconstruct(kernels, { hologram: frame, background: null }, recipe);
    expect(result.used.carrier_cycles_per_px).toEqual(carrier);
  });
});
