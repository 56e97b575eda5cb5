import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { around, bandOf, levelsFor, radiusFor, stepsThrough, type FocusSearch } from './autofocus.ts';
import { bandLimit, depthOfField } from '../propagate/transfer.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const PITCH_UM = 0.2;
const CARRIER = [0.18, 0.15] as const;
const DOF_MM = depthOfField(0.6328, Math.hypot(...CARRIER) / 3 / PITCH_UM) / 1000;

/** Error in depths of field, and doubts. The sideband is named: at ± z its conjugate is in focus as well. */
function focus(object: SimulationInput['object'], z_mm: number, range: readonly [number, number]) {
  const simulated = simulate(kernels, {
    ...{ mode: 'off-axis', object, z_mm, seed: 4, width_px: 256, height_px: 256 },
    ...{ pixel_pitch_um: PITCH_UM, carrier_cycles_per_px: CARRIER },
  });
  const recipe = offAxisRecipe({
    ...{ pixel_pitch_um: PITCH_UM, pixel_pitch_basis: 'object_space', magnification: 20 },
    ...{ z_min_mm: range[0], z_max_mm: range[1], carrier_cycles_per_px: CARRIER },
  });
  const result = reconstruct(kernels, { hologram: simulated.hologram, background: null }, recipe);
  const [found] = result.foci;
  const error_mm = Math.abs(Number(result.metrics.z_mm) - z_mm);
  return {
    error: error_mm / DOF_MM,
    sigmas: error_mm / found!.sigma_mm,
    doubts: result.flags.filter(({ code }) => code === 'focus_ambiguous').map(({ detail }) => detail),
  };
}

describe('autofocus', () => {
  it.each([
    ['a strong bead', { kind: 'beads', phase_rad: 20 }, 0.5],
    ['a hollow of the same kind', { kind: 'beads', phase_rad: -8 }, 0.25],
    ['many beads', { kind: 'beads', count: 20, phase_rad: 6 }, 0.5],
    ['thick cells', { kind: 'cells', phase_rad: 5 }, 0.25],
    ['an absorbing chart', { kind: 'absorbing-chart' }, 0.25],
  ] as const)('finds %s and not the spot that it throws', { tags: 'further/rig' }, (_, object, most) => {
    const { error, sigmas } = focus(object, 0.02, [-0.05, 0.08]);
    expect(error).toBeLessThan(most);
    expect(sigmas).toBeLessThan(3);
  });

  it('says so where the light that leaves a small frame may deceive it', () => {
    const { doubts } = focus({ kind: 'beads', count: 6, phase_rad: 10 }, 0.02, [0.1, 0.18]);
    expect(doubts).not.toEqual([]);
  });
});

describe('the levels', () => {
  it('see a field whose depth of field is two of their steps, and no more than there is', () => {
    const field = { wavelength: 0.6, radius: 0.2 };
    expect(depthOfField(0.6, radiusFor(field, 100, { depthInSteps: 2 }))).toBeCloseTo(200, 9);
    expect(radiusFor(field, 1, { depthInSteps: 2 })).toBe(0.2);
  });

  it('go through a window from end to end, no further apart than a step, and see its middle', () => {
    expect(stepsThrough({ from: -2, to: 8 }, 5)).toEqual([-2, 3, 8]);
    expect(stepsThrough({ from: 0, to: 10 }, 4)).toEqual([0, 10 / 3, 20 / 3, 10]);
    expect(stepsThrough({ from: 0, to: 10 }, 100)).toEqual([0, 5, 10]);
    // three steps, by a rounding error more
    expect(0.30000000000000004 / 0.1).toBeGreaterThan(3);
    expect(stepsThrough({ from: 0, to: 0.30000000000000004 }, 0.1)).toHaveLength(4);
  });

  it('look around each candidate once, inside the range', () => {
    const whole = { from: 0, to: 22 };
    expect(around([10, 12, 12.1, 20, 1], 4, whole)).toEqual([
      { from: 6, to: 14 },
      { from: 12.1 - 4, to: 12.1 + 4 },
      { from: 16, to: 22 },
      { from: 0, to: 5 },
    ]);
    expect(around([], 4, whole)).toEqual([]);
  });

  it('are four times finer one after the other, down to the finest', () => {
    expect([1, 1.00005, 1.001, 4, 4.1, 16, 17].map((step) => levelsFor(step, 1, 4))).toEqual([
      1, 1, 2, 2, 3, 3, 4,
    ]);
  });
});

it('the band that a frame records is that of its shorter side in the sample, or less', () => {
  const search = (cols: number, rows: number) =>
    ({
      ...{ spectrum: { rows, cols }, sampling: { pitchX: 2, pitchY: 3 } },
      ...{ wavelength: 0.6, radius: 0.2 },
    }) as FocusSearch;
  const z = 5000;
  expect(bandOf(search(120, 300), z)).toBe(bandLimit(0.6, 240, z));
  expect(bandOf(search(300, 60), z)).toBe(bandLimit(0.6, 180, z));
  expect(bandOf(search(300, 300), 10)).toBe(0.2);
});
