import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../../test/off-axis-recipe.ts';
import { reconstruct } from '../../reconstruct.ts';
import { simulate } from '../../simulate/simulate.ts';
import type { SimulationInput } from '../../simulate/simulation-spec.ts';

const kernels = await loadKernels();
const rig = { mode: 'off-axis', width_px: 320, height_px: 320, background: true, seed: 21 } as const;
const recorded = (input: Partial<SimulationInput>) =>
  simulate(kernels, { ...rig, object: { kind: 'cells' }, ...input });

/** What is said of a background frame's own structure. */
function said(one: ReturnType<typeof recorded>, background = one.background) {
  const { flags } = reconstruct(kernels, { hologram: one.hologram, background }, offAxisRecipe());
  return flags.find(({ code }) => code === 'background_holds_sample')?.detail;
}

it('says nothing of an empty background frame, nor of one with the rig’s own dust', () => {
  expect(said(recorded({}))).toBeUndefined();
  expect(said(recorded({ dust: 40 }))).toBeUndefined();
});

it('finds a sample in the background frame that is not in the hologram, and where', () => {
  const beads = recorded({ object: { kind: 'beads', count: 1, size_um: 120 }, seed: 3 }).hologram;
  const message = said(recorded({ object: { kind: 'phase-steps' } }), beads);
  expect(message).toMatch(/^In \d+(\.\d)? % of the frame/);
  const [x, y] = /pixel \((\d+), (\d+)\)/.exec(message!)!.slice(1).map(Number);
  // its rim, within a tile
  expect(Math.hypot(x! - 160, y! - 160)).toBeLessThan(80);
});

it('finds the same sample elsewhere', () => {
  const cells = recorded({});
  expect(said(cells, recorded({ seed: 22 }).hologram)).toBeDefined();
  expect(said(cells, cells.hologram)).toBeUndefined();
});
