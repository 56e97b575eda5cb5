/**
 * Is the stated uncertainty true? The standard deviation of (phase − truth) / phase_uncertainty in the flat parts of
 * simulated holograms, over many noise seeds: `node bench/accuracy/uncertainty.ts [seeds]`. 1 is perfect; ends with 1
 * where a case leaves 0.9 to 1.1.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { lateralSpread } from '../../src/core/propagate/transfer.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { simulate, type Simulation } from '../../src/core/simulate/simulate.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import { recipeOf } from './simulated-recipe.ts';
import { flatParts } from './flat-parts.ts';
import { markdownTable } from './markdown-table.ts';
import { scorePhase } from './score.ts';

/** px around an edge that the filter's response reaches noticeably */
const REACH = 20;
const BORDER_SHARE = 0.05;
const LEAST = 0.9;
const MOST = 1.1;
const seeds = Array.from({ length: Number(process.argv[2] ?? 50) }, (_, k) => k + 1);
const kernels = await loadKernels();

const small = {
  mode: 'off-axis',
  object: { kind: 'phase-steps' },
  width_px: 512,
  height_px: 512,
} as const;
const far = { mode: 'off-axis', object: { kind: 'phase-steps' }, z_mm: 20 } as const;
const cases: Record<string, SimulationInput> = {
  '8 bit, z = 0': { ...small, bit_depth: 8 },
  '12 bit, z = 0': { ...small, bit_depth: 12 },
  '16 bit, z = 0': { ...small, bit_depth: 16 },
  '8 bit, z = 20 mm': { ...far, bit_depth: 8 },
  '12 bit, z = 20 mm': { ...far, bit_depth: 12 },
  '16 bit, z = 20 mm': { ...far, bit_depth: 16 },
  '8 bit, 500 electrons, read noise 15': {
    ...small,
    bit_depth: 8,
    photoelectrons: 500,
    read_noise_electrons: 15,
  },
  '12 bit, light down to a third, visibility 0.5': {
    ...small,
    bit_depth: 12,
    uneven_light: 0.65,
    coherence: 0.5,
  },
};

/** px at each side that are left out: there, part of the light that left the sample missed the camera. */
function borderOf({ spec, truth }: Simulation): number {
  const radius = truth.pupil_radius_cycles_per_px / spec.pixel_pitch_um;
  const missed = lateralSpread(spec.wavelength_um, radius, spec.z_mm * 1000) / spec.pixel_pitch_um;
  return Math.ceil(BORDER_SHARE * Math.min(spec.width_px, spec.height_px) + missed);
}

/** Sums of the normalised error over the flat parts of one frame. */
function normalised(simulation: Simulation, divided: boolean): { squares: number; count: number } {
  const { hologram, background, truth, spec } = simulation;
  const result = reconstruct(kernels, { hologram, background: divided ? background : null }, recipeOf(spec));
  const flat = flatParts(truth, REACH, borderOf(simulation));
  const use = (at: number) => flat[at] === 1;
  const { difference } = scorePhase(result.phase.data, truth.unwrappedPhase.data, result.rows, result.cols, {
    use,
  });
  let squares = 0;
  let count = 0;
  for (let at = 0; at < difference.length; at++) {
    if (Number.isNaN(difference[at])) continue;
    const share = difference[at]! / result.phase_uncertainty.data[at]!;
    squares += share * share;
    count++;
  }
  return { squares, count };
}

let passed = true;
const body = Object.entries(cases).map(([name, input]) => {
  const spread = [false, true].map(() => ({ squares: 0, count: 0, least: Infinity, most: 0 }));
  for (const seed of seeds) {
    const simulation = simulate(kernels, { ...input, seed });
    spread.forEach((total, divided) => {
      const { squares, count } = normalised(simulation, divided === 1);
      total.squares += squares;
      total.count += count;
      const one = Math.sqrt(squares / count);
      total.least = Math.min(total.least, one);
      total.most = Math.max(total.most, one);
    });
  }
  const ratios = spread.map((total) => Math.sqrt(total.squares / total.count));
  const good = ratios.every((ratio) => ratio >= LEAST && ratio <= MOST);
  passed &&= good;
  const cells = spread.flatMap((total, k) => [
    ratios[k]!.toFixed(3),
    `${total.least.toFixed(3)} to ${total.most.toFixed(3)}`,
  ]);
  return [name, ...cells, good ? 'yes' : '**no**'];
});

console.log(`Phase steps, 512 × 512 px (z = 20 mm: 1024 × 1024 px), ${seeds.length} seeds.\n`);
console.log(
  markdownTable(
    ['case', 'error / σ, no background frame', 'single seeds', 'with one', 'single seeds', '0.9 to 1.1'],
    body,
  ),
);
if (!passed) process.exitCode = 1;
