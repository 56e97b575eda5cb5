// @module-tag further/rig
import { beforeAll, describe, expect, it } from 'vitest';
import { edits } from '../../../bench/accuracy/edited-frames.ts';
import { scoreInline } from '../../../bench/accuracy/second-inline-score.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { inlineRigCase } from '../../../test/second-simulator/inline-rigs.ts';
import { recordInline, type RecordedInline } from '../../../test/second-simulator/record-inline.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';

const { rig, asked } = inlineRigCase('opaque beads', 96_101);
let kernels: Kernels;
let recorded: RecordedInline;
beforeAll(async () => {
  kernels = await loadKernels();
  recorded = recordInline(rig, false);
});

/** @param farther the distance that is stated over what it is */
function made(hologram: Frame, farther = 1) {
  const recipe = parseRecipe({ ...asked, camera_gamma: 1, z_mm: (farther * recorded.z_um) / 1000 });
  const result = reconstruct(kernels, { hologram, background: null }, recipe);
  const { error } = scoreInline(result, recorded.truth, hologram);
  const flag = result.flags.find(({ code }) => code === 'pixels_left_out');
  return { error, misfit: result.metrics.data_misfit!, flag, flags: result.flags.map(({ code }) => code) };
}

describe('pixels that tell nothing of the scene are left out', () => {
  it.each([
    // without that 120, 5.8, 10, 6.9 and 2.3 times the error of the frame as it was
    ['dead columns', 'pixels_left_out'],
    ['columns dead over half of the frame', 'pixels_left_out'],
    ['clusters of dead pixels', 'pixels_left_out'],
    // they are as bright as the camera can tell, and left out as such
    ['clusters of bright pixels', 'saturated'],
    ['rows out of place', 'pixels_left_out'],
  ])('%s', async (name, code) => {
    const whole = made(recorded.hologram);
    const spoilt = made(await edits[name]!(recorded.hologram));
    expect(whole.flag).toBeUndefined();
    expect(spoilt.error / whole.error).toBeLessThan(1.1);
    expect(spoilt.misfit).toBeLessThan(1.2);
    expect(spoilt.flags).toContain(code);
    expect(spoilt.flags).not.toContain('retrieval_not_converged');
    if (code !== 'pixels_left_out') return;
    expect(spoilt.flag!.detail).toMatch(/of the hologram were left out/);
    expect(spoilt.flag!.regions_px!.length).toBeGreaterThan(0);
  });
});

it('a distance and a gamma are looked for again without them', async () => {
  const spoilt = await edits['columns dead over half of the frame']!(recorded.hologram);
  const range = { z_min_mm: (0.7 * recorded.z_um) / 1000, z_max_mm: (1.3 * recorded.z_um) / 1000 };
  const shares: number[] = [];
  const recipe = parseRecipe({ ...asked, ...range });
  const found = reconstruct(kernels, { hologram: spoilt, background: null }, recipe, (_, share) =>
    shares.push(share),
  );
  const { metrics } = found.steps.find(({ name }) => name === 'focus')!;
  const off = Math.abs(Number(metrics['z_mm']) - recorded.z_um / 1000);
  // 0.4 of 0.54 mm of another such frame, and in doubt, before it was looked for again
  expect(off / (recorded.z_um / 1000)).toBeLessThan(0.01);
  expect(found.flags.map(({ code }) => code)).not.toContain('focus_ambiguous');
  expect(found.metrics.data_misfit).toBeLessThan(1.2);
  const { detail } = found.flags.find(({ code }) => code === 'pixels_left_out')!;
  const told = found.steps.find(({ name }) => name === 'phase retrieval')!.metrics['pixels_left_out'];
  expect(detail).toMatch(new RegExp(`^${told} pixels .* of the hologram`));
  expect(told).toBeGreaterThan(300);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});

it('a model that is wrong is not made right by leaving pixels out', async () => {
  const farther = made(recorded.hologram, 1.3);
  expect(farther.flag).toBeUndefined();
  expect(farther.flags).toContain('poor_fit');
  expect(farther.flags).not.toContain('frame_negative');
});

it('a negative is told by what it leaves unexplained, and turned', async () => {
  const whole = made(recorded.hologram);
  const negative = await edits['inverted']!(recorded.hologram);
  const turned = made(negative);
  expect(turned.flags).toContain('frame_negative');
  expect(turned.error / whole.error).toBeLessThan(1.001);
  expect(whole.flags).not.toContain('frame_negative');
  // nobody states a gamma or the distance
  const range = { z_min_mm: (0.7 * recorded.z_um) / 1000, z_max_mm: (1.3 * recorded.z_um) / 1000 };
  const found = reconstruct(
    kernels,
    { hologram: negative, background: null },
    parseRecipe({ ...asked, ...range }),
  );
  const { metrics } = found.steps.find(({ name }) => name === 'focus')!;
  expect(Math.abs(Number(metrics['z_mm']) / (recorded.z_um / 1000) - 1)).toBeLessThan(0.01);
  expect(found.steps.find(({ name }) => name === 'negative')!.metrics).toEqual({
    taken_from: 2 ** recorded.hologram.bitDepth - 1,
  });
});
