/**
 * Does what is stated hold along a frame's edges? Rigs of the second simulator, all kinds together, by how far from an edge:
 * `node bench/accuracy/frame-edges.ts [first seed] [of each kind]`. On 1200001 nothing was chosen.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { recordSample } from '../../test/second-simulator/record-sample.ts';
import { rigKinds, sampleCase } from '../../test/second-simulator/sample-rigs.ts';
import { markdownTable, median } from './markdown-table.ts';
import { asFile, recipeOf } from './second-off-axis-score.ts';
import { percent } from './sigma-score.ts';

const [first = 1_200_001, count = 1] = process.argv.slice(2).map(Number);
/** Pixels from the edge at which a ring begins. */
const RINGS = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, Infinity];
/** Larger errors, in σ, count as this: one wrong turn must not decide. */
const MOST = 5;
/** Where a pixel is said to be unknown (rad). */
const UNKNOWN = 1;
const kernels = await loadKernels();
const rings = RINGS.slice(1).map(() => ({ ratios: [] as number[], stated: [] as number[] }));

for (const kind of Object.keys(rigKinds))
  for (let seed = first; seed < first + count; seed++) {
    const made = sampleCase(kind, seed);
    const { hologram, background, truth } = recordSample(made.rig, made.background);
    const jpeg = made.jpeg ?? null;
    const frames = {
      hologram: await asFile(hologram, jpeg),
      background: background ? await asFile(background, jpeg) : null,
    };
    const { phase, phase_uncertainty: sigma } = reconstruct(kernels, frames, recipeOf(made));
    const { rows, cols, data } = phase;
    const off = data.map((value, i) => value - truth.phase[i]!);
    const level = median([...off.filter((_, i) => sigma.data[i]! < UNKNOWN)]);
    off.forEach((value, i) => {
      if (!(sigma.data[i]! < UNKNOWN)) return;
      const [x, y] = [i % cols, Math.floor(i / cols)];
      const inset = Math.min(x, y, cols - 1 - x, rows - 1 - y);
      const ring = rings[RINGS.findIndex((from) => from > inset) - 1]!;
      ring.ratios.push(Math.min(MOST, Math.abs(value - level) / sigma.data[i]!));
      ring.stated.push(sigma.data[i]!);
    });
  }

const body = rings.map(({ ratios, stated }, k) => [
  RINGS[k + 1] === Infinity ? `${RINGS[k]} and more` : `${RINGS[k]} to ${RINGS[k + 1]! - 1}`,
  ...(ratios.length === 0
    ? ['unknown', '–', '–']
    : [
        Math.sqrt(ratios.reduce((sum, r) => sum + r * r, 0) / ratios.length).toFixed(2),
        percent(ratios.filter((r) => r < 2).length / ratios.length),
        median(stated).toFixed(3),
      ]),
]);
console.log(markdownTable(['pixels from the edge', 'error / σ', 'within 2 σ', 'median σ (rad)'], body));
