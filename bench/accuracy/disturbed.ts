/**
 * Is the whole stated uncertainty true where a recording is disturbed? Random rigs of each kind with known truth:
 * `node bench/accuracy/disturbed.ts [rigs of each kind] [first seed] [--rigs]`. Nothing was chosen on the rigs of the table, which have the
 * seeds that stand for themselves here; `--rigs` lists single rigs.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { Random } from '../../src/core/simulate/random.ts';
import { UNIFORM_SIGMA } from '../../src/core/uncertainty/phase-sigma.ts';
import { disturbedKinds, disturbedRig } from './disturbed-rigs.ts';
import { differencesOfRegions } from './region-variance.ts';
import { markdownTable, median } from './markdown-table.ts';
import { percent, rowOfScores, scoreColumns, withinTwo, type SigmaScore } from './sigma-score.ts';
import { recipeOf } from './simulated-recipe.ts';

const [count = 7, first = 930_001] = process.argv
  .slice(2)
  .filter((a) => !a.startsWith('--'))
  .map(Number);
const listed = process.argv.includes('--rigs');
const kernels = await loadKernels();

const BORDER_SHARE = 0.05;
/** px, and how many of them in a rig */
const REGION = { side: 40, count: 24 };
const REGION_STREAM = 41;

function score(found: Reconstruction, truth: Float32Array, seed: number): SigmaScore {
  const { rows, cols, phase, phase_uncertainty } = found;
  const border = Math.ceil(BORDER_SHARE * rows);
  const error = phase.data.map((value, at) => value - truth[at]!);
  const known = (at: number) => phase_uncertainty.data[at]! < 0.999 * UNIFORM_SIGMA;
  let [squares, within, marked, turns, all] = [0, 0, 0, 0, 0];
  const sigmas: number[] = [];
  for (let j = border; j < rows - border; j++)
    for (let i = border; i < cols - border; i++) {
      const at = j * cols + i;
      all++;
      if (!known(at)) {
        marked++;
        continue;
      }
      const share = error[at]! / phase_uncertainty.data[at]!;
      squares += share * share;
      if (Math.abs(share) < 2) within++;
      if (Math.abs(error[at]!) > Math.PI && phase_uncertainty.data[at]! < 1) turns++;
      sigmas.push(phase_uncertainty.data[at]!);
    }
  const used = all - marked;
  const random = Random.from(seed, REGION_STREAM);
  return {
    ratio: Math.sqrt(squares / used),
    ...{ within: within / used, marked: marked / all, turns: turns / all },
    sigma: median(sigmas),
    differences: differencesOfRegions(found, error, known, REGION, (from, to) => random.between(from, to)),
  };
}

const body: string[][] = [];
const allDifferences: number[] = [];
for (const kind of Object.keys(disturbedKinds)) {
  const scored: SigmaScore[] = [];
  let refused = 0;
  for (let k = 0; k < count; k++) {
    const seed = first + 100 * Object.keys(disturbedKinds).indexOf(kind) + k;
    const input = disturbedRig(kind, seed);
    const { hologram, truth, spec } = simulate(kernels, input);
    try {
      const found = reconstruct(kernels, { hologram, background: null }, recipeOf(spec));
      const one = score(found, truth.unwrappedPhase.data, seed);
      scored.push(one);
      if (listed) {
        const part = (name: string) =>
          found.uncertainty.components.find((c) => c.name === name)?.median_rad?.toFixed(4) ?? '-';
        console.log(
          `${kind} ${seed} ${spec.object.kind} z ${spec.z_mm.toFixed(0)} ratio ${one.ratio.toFixed(2)} 2σ ${percent(one.within)} marked ${percent(one.marked, 1)} turns ${percent(one.turns, 2)} σ ${one.sigma.toFixed(4)}` +
            ` [${['camera_noise', 'coherent_background', 'smooth_background', 'background_surface', 'sideband_overlap', 'compression'].map(part).join(' ')}]` +
            ` regions ${one.differences.filter((d) => d < 2).length}/${one.differences.length} ${JSON.stringify(spec.disturbances)}`,
        );
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused++;
    }
  }
  allDifferences.push(...scored.flatMap((one) => one.differences));
  body.push([kind, `${scored.length}${refused ? ` (${refused} refused)` : ''}`, ...rowOfScores(scored)]);
}
console.log(markdownTable(['kind', 'rigs', ...scoreColumns], body));
console.log(
  `\n${allDifferences.length} differences of regions of 40 × 40 px, ${withinTwo(allDifferences)} within 2 σ.`,
);
