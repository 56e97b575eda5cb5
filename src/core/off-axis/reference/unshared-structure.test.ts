import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../../test/off-axis-recipe.ts';
import { planeOf, polar } from '../../../../test/wave-of.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import { reconstruct } from '../../reconstruct.ts';
import type { Frame } from '../../field/frame.ts';
import { simulate } from '../../simulate/simulate.ts';
import type { SimulationInput } from '../../simulate/simulation-spec.ts';
import { flagSettings } from '../report/flag-settings.ts';
import { unsharedStructure } from './unshared-structure.ts';

const kernels = await loadKernels();
const rig = { mode: 'off-axis', width_px: 320, height_px: 320, background: true, seed: 21 } as const;
const recorded = (input: Partial<SimulationInput>) =>
  simulate(kernels, { ...rig, object: { kind: 'cells' }, ...input });

/** Of fields whose background frame has a ripple everywhere, and in one tile one of so many times its power that the hologram lacks. */
function structureOf(power: number): number {
  const size = 112;
  using scope = kernels.scope();
  const [flat, rippled] = [0, 0.01].map((ripple) => {
    const plane = planeOf(kernels, scope, size, size, (x, y) => {
      const isOne = x >= 48 && x < 64 && y >= 48 && y < 64;
      return polar(1, ripple * (isOne ? Math.sqrt(power) : 1) * Math.cos((Math.PI / 2) * x + 1));
    });
    return { plane, rows: size, cols: size, stepX: 2, stepY: 2 } as NativeField;
  });
  return unsharedStructure(kernels, flat!, rippled!, 0, flagSettings).share;
}

it('takes for structure what has three times the power of a calm place', () => {
  expect(structureOf(2.8)).toBe(0);
  expect(structureOf(3.2)).toBeCloseTo(1 / 36, 9);
});

/** What is said of a background frame's own structure. */
function said(one: ReturnType<typeof recorded>, background = one.background) {
  const { flags } = reconstruct(kernels, { hologram: one.hologram, background }, offAxisRecipe());
  return flags.find(({ code }) => code === 'background_holds_sample')?.detail;
}

it('says nothing of a background frame with the rig’s own dust', () => {
  expect(said(recorded({ dust: 40 }))).toBeUndefined();
});

it('says nothing of an empty background frame', { tags: 'further/rig' }, () => {
  expect(said(recorded({}))).toBeUndefined();
});

/** A frame of 8 bits as a beam shows it that fades to black. */
function fading({ width, height, samples }: Frame): Frame {
  const light = (i: number) => {
    const [x, y] = [(i % width) - width / 2, Math.floor(i / width) - height / 2];
    return Math.exp(-(x * x + y * y) / (0.05 * width * width));
  };
  const most = Math.max(...samples);
  const counts = Uint16Array.from(samples, (v, i) => Math.round((250 * light(i) * v) / most));
  return { width, height, samples: counts, bitDepth: 8 };
}

it('takes no noise for structure where a beam fades to black', { tags: 'further/rig' }, () => {
  const one = recorded({ photoelectrons: 2000 });
  const faded = { ...one, hologram: fading(one.hologram) };
  expect(said(faded, fading(one.background!))).toBeUndefined();
});

it('finds a sample in the background frame that is not in the hologram, and where', () => {
  const beads = recorded({ object: { kind: 'beads', count: 1, size_um: 120 }, seed: 3 }).hologram;
  const message = said(recorded({ object: { kind: 'phase-steps' } }), beads);
  expect(message).toMatch(/^In \d+(\.\d)? % of the frame/);
  const [x, y] = /pixel \((\d+), (\d+)\)/.exec(message!)!.slice(1).map(Number);
  // its rim, within a tile
  expect(Math.hypot(x! - 160, y! - 160)).toBeLessThan(80);
});

it('finds the same sample elsewhere', { tags: 'further/rig' }, () => {
  const cells = recorded({});
  expect(said(cells, recorded({ seed: 22 }).hologram)).toBeDefined();
  expect(said(cells, cells.hologram)).toBeUndefined();
});
