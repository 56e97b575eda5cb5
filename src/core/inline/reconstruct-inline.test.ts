import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { parseRecipe } from '../recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';
import type { ObjectKind } from '../simulate/simulation-spec.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const rig = { wavelength_um: 0.532, pixel_pitch_um: 2.2 };

function simulated(kind: ObjectKind) {
  const size = { width_px: 256, height_px: 256 };
  return simulate(kernels, { mode: 'inline', object: { kind }, ...size, ...rig, z_mm: 1.5, seed: 2 });
}

function run(kind: ObjectKind, fields: Record<string, unknown>, divided = false) {
  const { hologram, background, truth } = simulated(kind);
  const recipe = parseRecipe({ holography_mode: 'inline', ...rig, ...fields });
  const result = reconstruct(kernels, { hologram, background: divided ? background : null }, recipe);
  return { result, error: fieldError(result.field.data, truth.field.data) };
}

/** Root mean square distance of two complex fields. */
function fieldError(found: Float32Array, truth: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < truth.length; i++) sum += (found[i]! - truth[i]!) * (found[i]! - truth[i]!);
  return Math.sqrt(sum / (truth.length / 2));
}

describe('an inline hologram', () => {
  it('loses its twin image: a fifth of what back-propagation leaves', () => {
    const plain = run('absorbing-chart', { z_mm: 1.5, phase_retrieval: 'none' });
    const solved = run('absorbing-chart', { z_mm: 1.5 });
    expect(solved.error).toBeLessThan(plain.error / 5);
    expect(plain.result.flags.map(({ code }) => code)).toContain('twin_image');
    expect(solved.result.metrics['residual_twin_energy']).toBeLessThan(0.01);
  });

  it('is at least as good with a background frame, and found in focus without a distance', () => {
    const { result, error } = run('absorbing-chart', {}, true);
    expect(error).toBeLessThan(0.05);
    expect(Math.abs((result.metrics['z_mm'] as number) - 1.5)).toBeLessThan(0.01);
    expect(result.flags.map(({ code }) => code)).toContain('distance_unknown');
    expect(result.focus_curves.length).toBeGreaterThan(0);
  });

  it('says from which detail on the phase is recorded at all', () => {
    const { result } = run('phase-steps', { z_mm: 1.5 });
    const blind = result.metrics['phase_blind_below_cycles_per_um'] as number;
    expect(Math.sin(Math.PI * 0.532 * 1500 * blind * blind)).toBeCloseTo(0.1, 3);
  });

  it('can be cancelled between iterations', () => {
    const { hologram } = simulated('absorbing-chart');
    const recipe = parseRecipe({ holography_mode: 'inline', ...rig, z_mm: 1.5 });
    const stop = new Error('enough');
    const progress = (stage: string, fraction: number) => {
      if (stage === 'retrieval' && fraction > 0.42) throw stop;
    };
    expect(() => reconstruct(kernels, { hologram, background: null }, recipe, progress)).toThrow(stop);
  });

  it('is refused when constant, and so is a stack', () => {
    const recipe = parseRecipe({ holography_mode: 'inline', ...rig, z_mm: 1.5 });
    const hologram = { width: 32, height: 32, samples: new Uint8Array(1024).fill(9), bitDepth: 8 };
    const frames = { hologram, background: null };
    expect(() => reconstruct(kernels, frames, recipe)).toThrow(/Every pixel .* is 9/);
    const stack = parseRecipe({ holography_mode: 'inline', ...rig, stack_z_mm: '1,2' });
    expect(() => reconstruct(kernels, frames, stack)).toThrow(/Stacks/);
  });
});
