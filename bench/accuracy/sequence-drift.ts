/**
 * Off-axis sequences whose rig drifts (tilts to 2 fringes, defocus to 1 rad, any piston): how they scatter over time by what is
 * stated of one frame, and how far their mean is from the truth by what noise leaves of it. With what the sample's own
 * light adds taken out, as it is, and left in: `node bench/accuracy/sequence-drift.ts`. Nothing was chosen on these seeds.
 */
import { readFileSync } from 'node:fs';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { scoreSequence } from '../../src/core/sequence/score-sequence.fixture.ts';
import { sequenceSettings } from '../../src/core/sequence/sequence-settings.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import { markdownTable } from './markdown-table.ts';

const FRAMES = 100;
const SEED = 770_001;

const beads = { kind: 'beads', count: 6 } as const;
const scenes: readonly (readonly [
  words: string,
  object: SimulationInput['object'],
  rig?: Partial<SimulationInput>,
])[] = [
  ...Array.from({ length: 4 }, () => ['6 beads of 3 rad', beads] as const),
  ['9 beads', { kind: 'beads', count: 9 }],
  ['8 cells and beads that absorb', { kind: 'mixed', count: 8 }],
  ['18 cells', { kind: 'cells', count: 18 }],
  ['nothing', { kind: 'flat', count: 1 }],
  ['6 beads, reference twice as strong', beads, { amplitude_ratio: 2 }],
  ['6 beads, reference half as strong', beads, { amplitude_ratio: 0.5 }],
  ['6 beads, coherence 0.6', beads, { coherence: 0.6 }],
  ['6 beads, uneven light 0.5', beads, { uneven_light: 0.5 }],
  ['6 beads of 6 rad', { ...beads, phase_rad: 6 }],
  ['6 beads, dust in the light', beads, { dust: 5 }],
  ['6 beads, a fifth of the light', beads, { photoelectrons: 2000 }],
  ['steps of 1.5 rad', { kind: 'phase-steps', count: 1 }],
  ['a star that absorbs', { kind: 'star', count: 1 }],
];

const wasm = readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(new Uint8Array(wasm));
const { objectLight } = sequenceSettings;
const leftIn = { ...sequenceSettings, objectLight: { ...objectLight, leastShare: Infinity } };
const rows = scenes.map(([words, object, rig = {}], k) => {
  const seed = SEED + k;
  const scores = [sequenceSettings, leftIn].map((settings) =>
    scoreSequence(kernels, object, FRAMES, { ...rig, seed }, settings),
  );
  const figures = scores.flatMap(({ scatter, mean }) => [scatter.toFixed(3), mean.toFixed(2)]);
  return [words, String(seed), ...figures, String(scores[0]!.lost)];
});
console.log(
  markdownTable(
    [
      'sample',
      'seed',
      'scatter / σ',
      'mean / ideal',
      'scatter, left in',
      'mean, left in',
      'samples off by turns',
    ],
    rows,
  ),
);
