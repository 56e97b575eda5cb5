/**
 * What is stated of frames that the model does not fit: distances 3 to 25 % off, frames changed by other programs. By what the field
 * leaves of the hologram: `node bench/accuracy/inline-wrong-model.ts [first seed [rigs of each kind]]` (ten minutes). Frames of the
 * second simulator; nothing was chosen on seeds from 99101 on.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import { uncertaintySettings } from '../../src/core/inline/uncertainty/uncertainty-settings.ts';
import { retrievalSettings } from '../../src/core/inline/retrieve/retrieval-settings.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { inlineRigCase } from '../../test/second-simulator/inline-rigs.ts';
import { recordInline } from '../../test/second-simulator/record-inline.ts';
import { edits } from './edited-frames.ts';
import { markdownTable, median } from './markdown-table.ts';
import { scoreInline, type InlineScore } from './second-inline-score.ts';

const first = Number(process.argv[2] ?? 99_101);
const count = Number(process.argv[3] ?? 2);
const kinds = ['clear cells', 'opaque beads', 'clear beads', 'fibres', 'phase charts', 'suspensions'];
const farther = [0.8, 0.9, 0.97, 1.03, 1.1, 1.25];
const changed = ['smoothed', 'every second row a moment later', 'a block from elsewhere', 'inverted'];
const kernels = await loadKernels();

interface Outcome extends InlineScore {
  readonly misfit: number;
}

const outcomes: Record<string, Outcome[]> = {};

for (const [k, kind] of kinds.entries())
  for (let n = 0; n < count; n += 1) {
    const { rig, asked } = inlineRigCase(kind, first + 100 * k + n);
    const { hologram, truth, z_um } = recordInline(rig, false);
    const add = (name: string, frame: Frame, by = 1) => {
      const recipe = parseRecipe({ ...asked, z_mm: (by * z_um) / 1000, camera_gamma: 1 });
      const made = reconstruct(kernels, { hologram: frame, background: null }, recipe);
      const score = scoreInline(made, truth, frame);
      (outcomes[name] ??= []).push({ ...score, misfit: made.metrics['data_misfit'] as number });
    };
    for (const by of farther) add('distance 3 to 25 % off', hologram, by);
    for (const name of changed) add(name, await edits[name]!(hologram));
    process.stderr.write(`${kind} ${n + 1}\n`);
  }

const { poorMisfit } = uncertaintySettings;
const { unexplained } = retrievalSettings.weight;
const classes: readonly (readonly [string, number, number])[] = [
  [`up to ${poorMisfit}`, 0, poorMisfit],
  [`${poorMisfit} to ${unexplained}`, poorMisfit, unexplained],
  [`above ${unexplained}`, unexplained, Infinity],
];
const percent = (share: number, digits: number) => `${(100 * share).toFixed(digits)} %`;
const body = Object.entries(outcomes).flatMap(([name, all]) =>
  classes.flatMap(([words, from, to]) => {
    const some = all.filter(({ misfit }) => misfit > from && misfit <= to);
    if (some.length === 0) return [];
    const ratios = some.map(({ ratio }) => ratio);
    return [
      [
        ...[name, words, String(some.length)],
        `${median(ratios).toFixed(2)}, ${Math.max(...ratios).toFixed(2)}`,
        percent(Math.min(...some.map(({ withinTwo }) => withinTwo)), 0),
        percent(median(some.map(({ unknown }) => unknown)), 0),
        percent(Math.max(...some.map(({ silent }) => silent)), 2),
      ],
    ];
  }),
);
const head = [
  ...['frames', 'misfit over the noise', 'frames', 'error / σ, median and most'],
  ...['within 2 σ, least', 'not known, median', 'silently wrong, most'],
];
console.log(`${kinds.join(', ')}: seeds ${first} + 100 × kind on, ${count} rigs of each.\n`);
console.log(markdownTable(head, body));
