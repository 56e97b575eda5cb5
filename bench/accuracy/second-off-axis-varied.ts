/**
 * What the settings that tell light from out of focus do to the stated uncertainty, each varied to both sides, over rigs of the second
 * simulator with such light, and without: `node bench/accuracy/second-off-axis-varied.ts <first seed> <of each kind>`.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { offAxisSettings } from '../../src/core/off-axis/off-axis-settings.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { ScatterSettings } from '../../src/core/uncertainty/scatter-settings.ts';
import { recordSample } from '../../test/second-simulator/record-sample.ts';
import { sampleCase } from '../../test/second-simulator/sample-rigs.ts';
import { markdownTable, median } from './markdown-table.ts';
import { asFile, recipeOf, score } from './second-off-axis-score.ts';

const [first = 980_001, count = 3] = process.argv.slice(2).map(Number);
const kernels = await loadKernels();
const KINDS = ['nothing but optics', 'out of focus, distance known', 'fine dust', 'large dust out of focus'];
const varied: readonly Partial<ScatterSettings>[] = [
  {},
  { differMost: 3 },
  { differMost: 5 },
  { standsOut: 1.5 },
  { standsOut: 2.5 },
  { strayRounds: 2 },
  { strayRounds: 4 },
];

const rigs = await Promise.all(
  KINDS.flatMap((kind, k) =>
    Array.from({ length: count }, async (_, n) => {
      const seed = first + 100 * k + n;
      const made = sampleCase(kind, seed);
      const { hologram, truth } = recordSample(made.rig, null);
      return { kind, seed, made, truth, hologram: await asFile(hologram, null) };
    }),
  ),
);

const body = varied.map((changed) => {
  const scatter = { ...offAxisSettings.scatter, ...changed };
  const offAxis = { ...offAxisSettings, scatter };
  const ratios = rigs.map(({ kind, seed, made, truth, hologram }) => {
    const frames = { hologram, background: null };
    const found = reconstruct(kernels, frames, recipeOf(made), undefined, null, { offAxis });
    return { kind, ratio: score(found, truth.phase, made.rig, seed).ratio };
  });
  const cells = KINDS.map((kind) => {
    const of = ratios.filter((one) => one.kind === kind).map(({ ratio }) => ratio);
    return `${median(of).toFixed(2)} (${Math.min(...of).toFixed(2)} to ${Math.max(...of).toFixed(2)})`;
  });
  const name = Object.entries(changed).map(([key, value]) => `${key} ${value}`);
  return [name[0] ?? 'as it is', ...cells];
});
console.log(`Error / σ, ${count} rigs of each kind: median, and single rigs.\n`);
console.log(markdownTable(['setting', ...KINDS], body));
