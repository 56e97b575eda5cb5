import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { oneIn } from '../../../test/short-form.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';
import type { ObjectSpec } from '../simulate/simulation-spec.ts';

const kernels = await loadKernels();

describe('on simulated frames', () => {
  const reconstructed = (object: Partial<ObjectSpec> & Pick<ObjectSpec, 'kind'>) => {
    const { hologram, truth } = simulate(kernels, {
      ...{ mode: 'off-axis', object, z_mm: 0, seed: 3, width_px: 256, height_px: 256 },
    });
    return {
      truth: truth.unwrappedPhase.data,
      ...reconstruct(kernels, { hologram, background: null }, offAxisRecipe({ z_mm: 0 })),
    };
  };

  it('a bead of 25 rad, which comes out whole turns low, is marked as a whole, and where it lies is said', () => {
    const { truth, phase, phase_uncertainty, flags, cols } = reconstructed({ kind: 'beads', phase_rad: 25 });
    const off = phase.data.map((p, i) => Math.round((p - truth[i]!) / (2 * Math.PI)));
    const usual = off[20 * cols + 20]!;
    const wrong = [...off.keys()].filter((i) => off[i] !== usual);
    expect(wrong.length).toBeGreaterThan(2000);
    const sure = wrong.filter((i) => phase_uncertainty.data[i]! < 1);
    expect(sure.length).toBeLessThan(1e-3 * off.length);
    const flag = flags.find(({ code }) => code === 'turns_open');
    expect(flag?.regions_px).toHaveLength(1);
    const { x, y, width, height } = flag!.regions_px![0]!;
    for (const [from, size] of [
      [x, width],
      [y, height],
    ] as const) {
      expect(from).toBeGreaterThan(20);
      expect(from).toBeLessThan(128);
      expect(from + size).toBeGreaterThan(128);
      expect(from + size).toBeLessThanOrEqual(236);
    }
  });

  const carried = ['beads', 'cells', 'phase-steps', 'phase-chart', 'absorbing-chart'] as const;
  it.each(oneIn(3, carried, 1))('what the band carries is not marked: %s', (kind) => {
    const { flags } = reconstructed({ kind });
    expect(flags.map(({ code }) => code)).not.toContain('turns_open');
  });
});
