/**
 * Is the whole stated uncertainty true in small frames, where hardly a place is free of sample? Simulated frames without
 * disturbance, with truth: `node bench/accuracy/small-frames.ts [seeds]`. Nothing was chosen on these seeds.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import { UNIFORM_SIGMA } from '../../src/core/uncertainty/phase-sigma.ts';
import { markdownTable, median } from './markdown-table.ts';
import { recipeOf } from './simulated-recipe.ts';

const SIDES = [128, 192, 256, 384, 512];
const BORDER_SHARE = 0.05;
const seeds = Array.from({ length: Number(process.argv[2] ?? 5) }, (_, k) => 950_001 + k);
const objects: Readonly<Record<string, SimulationInput['object']>> = {
  'eight cells': { kind: 'cells' },
  'thirty cells': { kind: 'cells', count: 30 },
  beads: { kind: 'beads' },
  'phase steps, 1 rad': { kind: 'phase-steps', phase_rad: 1 },
  'phase chart, 1 rad': { kind: 'phase-chart', phase_rad: 1 },
};
const kernels = await loadKernels();

/** Root mean square of error / σ over the pixels that are not marked, and the flags. */
function score(input: SimulationInput): { readonly ratio: number; readonly unknown: boolean } {
  const { hologram, truth, spec } = simulate(kernels, input);
  const found = reconstruct(kernels, { hologram, background: null }, recipeOf(spec));
  const { rows, cols, phase, phase_uncertainty: sigma } = found;
  const border = Math.ceil(BORDER_SHARE * rows);
  let [squares, count] = [0, 0];
  for (let j = border; j < rows - border; j++)
    for (let i = border; i < cols - border; i++) {
      const at = j * cols + i;
      if (!(sigma.data[at]! < 0.999 * UNIFORM_SIGMA)) continue;
      squares += ((phase.data[at]! - truth.unwrappedPhase.data[at]!) / sigma.data[at]!) ** 2;
      count++;
    }
  const unknown = found.flags.some(({ code }) => code === 'coherent_background_unknown');
  return { ratio: Math.sqrt(squares / count), unknown };
}

const body = Object.entries(objects).flatMap(([name, object]) =>
  SIDES.map((side) => {
    const scored = seeds.map((seed) =>
      score({ mode: 'off-axis', object, width_px: side, height_px: side, seed }),
    );
    const ratios = scored.map(({ ratio }) => ratio);
    return [
      ...[name, `${side}`, median(ratios).toFixed(2)],
      `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
      `${scored.filter(({ unknown }) => unknown).length} of ${seeds.length}`,
    ];
  }),
);
console.log(`${seeds.length} seeds of each, no background frame.\n`);
console.log(
  markdownTable(
    ['object', 'side, px', 'error / σ, median', 'single frames', 'flagged `coherent_background_unknown`'],
    body,
  ),
);
