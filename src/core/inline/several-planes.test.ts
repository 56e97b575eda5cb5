// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { inlineRigCase } from '../../../test/second-simulator/inline-rigs.ts';
import { recordInline } from '../../../test/second-simulator/record-inline.ts';
import type { Frame } from '../field/frame.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';

const kernels = await loadKernels();
const SIDE = 240;
const rig = { wavelength_um: 0.6328, pixel_pitch_um: 2.2 };

function chartAt(z_mm: number, seed: number): Frame {
  return simulate(kernels, {
    ...{ mode: 'inline', object: { kind: 'absorbing-chart' }, width_px: SIDE, height_px: SIDE, ...rig, z_mm },
    ...{ photoelectrons: 5000, seed, background: false },
  }).hologram;
}

function flagsOf(hologram: Frame) {
  const recipe = parseRecipe({ holography_mode: 'inline', ...rig, z_min_mm: 0.6, z_max_mm: 1.9 });
  const { foci, flags } = reconstruct(kernels, { hologram, background: null }, recipe);
  return { foci, told: flags.filter(({ code }) => code === 'several_planes') };
}

it('tells where else parts of a frame are in focus, and nothing where it is one plane', () => {
  const [near, far] = [chartAt(0.7, 2), chartAt(1.7, 9)];
  const samples = near.samples.map((v, k) => (k % SIDE < SIDE / 2 ? v : far.samples[k]!));
  const { foci, told } = flagsOf({ ...near, samples } as Frame);
  expect(foci).toHaveLength(2);
  expect(told).toHaveLength(1);
  expect(told[0]!.level).toBe('needs_review');
  expect(told[0]!.detail).toContain(`${foci[1]!.z_mm.toFixed(4)} mm (${Math.round(100 * foci[1]!.share)} %`);
  expect(told[0]!.detail).toContain(`the field at ${foci[0]!.z_mm.toFixed(4)} mm`);
  expect(flagsOf(near).told).toEqual([]);
});

it('tells of the other plane where parts in focus at the first lie among those of it', () => {
  const { rig, asked } = inlineRigCase('two planes', 86_001);
  const { hologram } = recordInline(rig, false);
  const [near, far] = rig.slices.map(({ z_um }) => z_um / 1000) as [number, number];
  const range = { z_min_mm: near / 3, z_max_mm: 2 * near };
  const { foci, flags } = reconstruct(
    kernels,
    { hologram, background: null },
    parseRecipe({ ...asked, ...range }),
  );
  expect(foci.map(({ z_mm }) => z_mm)).toEqual([
    expect.closeTo(near, 1) as number,
    expect.closeTo(far, 1) as number,
  ]);
  expect(flags.map(({ code }) => code)).toContain('several_planes');
});
