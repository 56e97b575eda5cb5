/**
 * Phase error of simulated off-axis holograms with demodulation=likelihood, beside linear demodulation and the Cramér–Rao bound:
 * `node bench/accuracy/likelihood.ts [seeds]`. Ends with 1 where a case of good fringes leaves 1.06 × the bound, or any case
 * 1.02 × the linear error, in the mean over the seeds.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import { markdownTable, mean, mrad } from './markdown-table.ts';
import { plainLimits } from './noise-limit.ts';
import { scoreWrapped } from './score.ts';
import { recipeOf } from './simulated-recipe.ts';

const LARGEST_OVER_BOUND = 1.06;
const LARGEST_OVER_LINEAR = 1.02;
const seeds = Array.from({ length: Number(process.argv[2] ?? 2) }, (_, k) => 301 + k);
const kernels = await loadKernels();

interface Case {
  readonly input: Partial<SimulationInput>;
  /** the bound is demanded */
  readonly good?: boolean;
  readonly divided?: boolean;
}

const parasite = (share: number, tilt: readonly [number, number]) => ({
  coherence: 0.9,
  disturbances: { second_reference: share, second_tilt_cycles_per_px: tilt },
});
const cases: Readonly<Record<string, Case>> = {
  'visibility 1': { input: {} },
  'visibility 1, 8 bit': { input: { bit_depth: 8 } },
  'visibility 1, 200 electrons': { input: { photoelectrons: 200 } },
  'visibility 0.95': { input: { coherence: 0.95 }, good: true },
  'visibility 0.9': { input: { coherence: 0.9 }, good: true },
  'visibility 0.9, with a background frame': { input: { coherence: 0.9 }, divided: true },
  'visibility 0.8': { input: { coherence: 0.8 }, good: true },
  'visibility 0.65': { input: { coherence: 0.65 } },
  'visibility 0.5': { input: { coherence: 0.5 } },
  'visibility 0.3': { input: { coherence: 0.3 } },
  'phase chart, visibility 0.9': {
    input: { coherence: 0.9, object: { kind: 'phase-chart' } },
    good: true,
  },
  'visibility 0.9, 30 rad of curvature': {
    input: {
      coherence: 0.9,
      aberration: [
        { x: 2, y: 0, rad: 30 },
        { x: 0, y: 2, rad: 30 },
      ],
    },
  },
  '2,000 electrons, read noise 20': {
    input: { coherence: 0.9, photoelectrons: 2000, read_noise_electrons: 20 },
  },
  'gamma 0.9': { input: { coherence: 0.9, disturbances: { gamma: 0.9 } } },
  'gamma 1.1': { input: { coherence: 0.9, disturbances: { gamma: 1.1 } } },
  'a twentieth of the pixels full': {
    input: { coherence: 0.9, full_scale_percentile: 95, full_scale_fraction: 1 },
  },
  'second reference, 5 %, at twice the carrier': { input: parasite(0.05, [0.18, 0.15]) },
  'second reference, 5 %, beside it': { input: parasite(0.05, [0.2, 0.18]) },
  'second reference, 5 %, elsewhere': { input: parasite(0.05, [0.13, -0.37]) },
  'pixel gains of 1 %': { input: { coherence: 0.9, disturbances: { pixel_gain_spread: 0.01 } } },
  'uneven light and 15 specks of dust': { input: { coherence: 0.9, uneven_light: 0.6, dust: 15 } },
  'dirt of 0.1 rad': {
    input: { coherence: 0.9, disturbances: { dirt_rad: 0.1, dirt_grain_px: 6, dirt_mm: 30 } },
  },
  'JPEG, quality 90': { input: { coherence: 0.9, bit_depth: 8, disturbances: { jpeg_quality: 90 } } },
};

interface Outcome {
  readonly linear: number;
  readonly rmse: number;
  readonly bound: number;
  readonly overSigma: number;
  readonly refused: string | null;
}

function outcomeOf({ input, good = false, divided = false }: Case, seed: number): Outcome {
  // a small frame tells the rim of its pupil less well, which the bound knows
  const side = good ? 1024 : 512;
  const simulation = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'cells' }, width_px: side, height_px: side, seed, ...input },
  });
  const { hologram, background, truth, spec } = simulation;
  const with_ = (demodulation: string) => {
    const frames = { hologram, background: divided ? background : null };
    const result = reconstruct(kernels, frames, recipeOf(spec, { demodulation }));
    const scored = [result.phase.data, truth.unwrappedPhase.data, result.rows, result.cols] as const;
    return { result, rmse: scoreWrapped(...scored).rmse };
  };
  const { result, rmse } = with_('likelihood');
  const refused = result.steps.find(({ name }) => name === 'likelihood')?.metrics['refused_for'];
  const camera = result.uncertainty.components.find(({ name }) => name === 'camera_noise')!.median_rad!;
  return {
    ...{ rmse, linear: with_('linear').rmse, overSigma: rmse / camera },
    bound: plainLimits(simulation, false).cramerRao * (divided ? Math.SQRT2 : 1),
    refused: typeof refused === 'string' ? refused : null,
  };
}

let passed = true;
const rows = Object.entries(cases).map(([name, one]) => {
  const runs = seeds.map((seed) => outcomeOf(one, seed));
  const of = (value: (run: Outcome) => number) => mean(runs.map(value));
  const overLinear = of((run) => run.rmse / run.linear);
  const overBound = of((run) => run.rmse / run.bound);
  const good = overLinear <= LARGEST_OVER_LINEAR && (!one.good || overBound <= LARGEST_OVER_BOUND);
  passed &&= good;
  return [
    name,
    mrad(of((run) => run.linear)),
    mrad(of((run) => run.rmse)),
    overLinear.toFixed(3),
    mrad(of((run) => run.bound)),
    overBound.toFixed(3) + (one.good ? ' *' : ''),
    of((run) => run.overSigma).toFixed(2),
    [...new Set(runs.flatMap(({ refused }) => refused ?? []))].join(', ') || '–',
    good ? 'yes' : '**no**',
  ];
});
console.log(
  `Cells, 512 × 512 px (*: 1024 × 1024 px), 10,000 photo-electrons, 12 bit unless named, ${seeds.length} seeds; mrad. *: at most ${LARGEST_OVER_BOUND} is demanded.\n`,
);
console.log(
  markdownTable(
    [
      'case',
      'linear',
      'likelihood',
      'over linear',
      'Cramér–Rao, photon noise alone',
      'over that',
      'error / σ of the camera',
      'refused for',
      `at most ${LARGEST_OVER_LINEAR} × linear, and *`,
    ],
    rows,
  ),
);
if (!passed) process.exitCode = 1;
