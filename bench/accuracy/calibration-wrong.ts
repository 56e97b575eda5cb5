/**
 * Frames that don't show the target that is named: another target of the catalogue, no target, noise. Every one accepted
 * is a failure: `node bench/accuracy/calibration-wrong.ts [--frames n] [mode]`. Prints how many were tried and accepted, and
 * which; the exit code is 1 where one was accepted as `good`.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import type { Frames } from '../../src/core/reconstruct.ts';
import { Problem } from '../../src/core/problem.ts';
import type { Recipe } from '../../src/core/recipe.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import { targets } from '../../src/core/targets/catalogue.ts';
import { rigOf, setups, type Setup } from './calibration-rigs.ts';
import { markdownTable } from './markdown-table.ts';

const words = process.argv.slice(2);
const framesAt = words.indexOf('--frames');
const perKind = framesAt >= 0 ? Number(words.splice(framesAt, 2)[1]) : 1;
const [onlyMode] = words;
const kernels = await loadKernels();

interface Count {
  tried: number;
  review: number;
  good: number;
}

const counts = new Map<string, Count>();
const accepted: string[] = [];

function attempt(kind: string, frames: Frames, target_id: string, recipe: Recipe): void {
  const count = counts.get(kind) ?? { tried: 0, review: 0, good: 0 };
  counts.set(kind, count);
  const target = targets.find(({ entry }) => entry.target_id === target_id)!;
  count.tried += 1;
  try {
    const { quality } = calibrate(kernels, frames, { target, recipe });
    count[quality === 'good' ? 'good' : 'review'] += 1;
    accepted.push(`${kind}, taken for ${target_id}: ${quality}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

/** Everything that the mode allows, with the light going the same way. */
function candidates(mode: Setup['mode'], recipe: Recipe): string[] {
  return targets
    .filter(({ entry }) => entry.applicable_modes.includes(mode))
    .filter((target) => target.model().illumination === recipe.sample_type)
    .map(({ entry }) => entry.target_id);
}

for (const setup of setups) {
  if (onlyMode && setup.mode !== onlyMode) continue;
  for (let seed = 1; seed <= perKind; seed++) {
    const { input, recipe } = rigOf(setup, seed);
    const named = candidates(setup.mode, recipe);
    const { hologram } = simulate(kernels, { ...input, background: false });
    for (const target_id of named) {
      if (target_id === setup.target_id) continue;
      attempt(`another target, ${setup.mode}`, { hologram, background: null }, target_id, recipe);
    }
    const { target: _, ...rig } = input;
    const empty: SimulationInput = {
      ...rig,
      object: { kind: 'beads', count: 1, phase_rad: 1e-9 },
      background: false,
    };
    const blank = simulate(kernels, empty).hologram;
    attempt(`empty, ${setup.mode}`, { hologram: blank, background: null }, setup.target_id, recipe);
    const noise = simulate(kernels, { ...empty, photoelectrons: 50 }).hologram;
    attempt(`noise, ${setup.mode}`, { hologram: noise, background: null }, setup.target_id, recipe);
  }
}
const rows = [...counts].map(([kind, { tried, review, good }]) => [kind, tried, review, good].map(String));
console.log(markdownTable(['the frame shows', 'tried', 'accepted for review', 'accepted as good'], rows));
for (const line of accepted) console.log(`- ${line}`);
process.exitCode = [...counts.values()].some(({ good }) => good > 0) ? 1 : 0;
