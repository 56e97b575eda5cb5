import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { parseRecipe } from '../../recipe/recipe.ts';
import { reconstruct } from '../../reconstruct.ts';
import type { Simulation } from '../../simulate/simulate.ts';
import { simulate } from '../../simulate/simulate.ts';

const kernels = await loadKernels();
const SIDE = 320;
const sample = (object: Parameters<typeof simulate>[1]['object']) =>
  simulate(kernels, { mode: 'off-axis', object, width_px: SIDE, height_px: SIDE, seed: 5 });

/** A frame with a share of itself laid over it, so many pixels aside. */
function doubled({ samples }: Simulation['hologram'], share: number, x: number, y: number): Float32Array {
  return Float32Array.from(samples, (value, k) => {
    const [row, col] = [Math.floor(k / SIDE) - y, (k % SIDE) - x];
    const inside = row >= 0 && col >= 0 && row < SIDE && col < SIDE;
    return (value + share * (inside ? samples[row * SIDE + col]! : value)) / (1 + share);
  });
}

function found({ hologram, truth, spec }: Simulation, samples: Simulation['hologram']['samples']) {
  const { wavelength_um, pixel_pitch_um, z_mm } = spec;
  const recipe = parseRecipe({ holography_mode: 'off-axis', wavelength_um, pixel_pitch_um, z_mm });
  const frames = { hologram: { ...hologram, samples }, background: null };
  const { phase, phase_uncertainty, flags } = reconstruct(kernels, frames, recipe);
  const inside = [...phase.data.keys()].filter((i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    return Math.min(x, y, SIDE - 1 - x, SIDE - 1 - y) > 40;
  });
  const off = inside.map((i) => phase.data[i]! - truth.unwrappedPhase.data[i]!);
  const middle = off.toSorted((a, b) => a - b)[off.length >> 1]!;
  const share = (of: (n: number) => boolean) => off.filter((_, n) => of(n)).length / off.length;
  return {
    rms: Math.sqrt(off.reduce((sum, one) => sum + (one - middle) ** 2, 0) / off.length),
    within: share((n) => Math.abs(off[n]! - middle) < 2 * phase_uncertainty.data[inside[n]!]!),
    flag: flags.find(({ code }) => code === 'frame_doubled'),
  };
}

describe('a weak copy of the whole hologram', () => {
  it('is told and taken out', () => {
    const rig = sample({ kind: 'cells', count: 8 });
    const still = found(rig, rig.hologram.samples);
    expect(still.flag).toBeUndefined();
    const copied = found(rig, doubled(rig.hologram, 0.1, 23, -31));
    expect(copied.flag?.detail).toMatch(/(9|10)\.\d % as strong/);
    // 0.029 where it is left in
    expect(copied.rms).toBeLessThan(0.004);
    expect(copied.within).toBeGreaterThan(0.93);
  });

  it('is none where bars, or beads that are all alike, follow each other', () => {
    const bars = sample({ kind: 'phase-chart' });
    expect(found(bars, bars.hologram.samples).flag).toBeUndefined();
    const beads = sample({ kind: 'beads', count: 6 });
    expect(found(beads, beads.hologram.samples).flag).toBeUndefined();
  });
});
