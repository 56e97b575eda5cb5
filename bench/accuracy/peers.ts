/**
 * The same frames through this project and through others: simulated ones through a numpy pipeline (peers.py), real ones
 * against the phase that qpretrieve made of them, where a folder of recordings holds one. Needs python3 with numpy, scipy
 * and scikit-image (PYTHON names another interpreter). `node bench/accuracy/peers.ts [seed]`
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { simulate, type Simulation } from '../../src/core/simulate/simulate.ts';
import { recipeOf } from './simulated-recipe.ts';
import { dataFolder } from './data-folder.ts';
import { markdownTable, mrad } from './markdown-table.ts';
import { localLinearLimit } from './noise-limit.ts';
import { hardCases, plainObjects } from './off-axis-cases.ts';
import { readFrames } from './real-frames.ts';
import { firstRun, realSets, type RealSet } from './real-set.ts';
import { scoreWrapped } from './score.ts';

const python = process.env.PYTHON ?? 'python3';
const script = fileURLToPath(new URL('./peers.py', import.meta.url));
const folder = fileURLToPath(new URL('../out/peers', import.meta.url));
const seed = Number(process.argv[2] ?? 1);
const kernels = await loadKernels();

function runPython(command: 'simulated' | 'real'): unknown {
  const run = spawnSync(python, [script, command, folder], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

const raw = (name: string, values: ArrayLike<number>) =>
  writeFileSync(join(folder, name), new Uint8Array(Float32Array.from(values).buffer));

function rmseOf(phase: Float32Array, { truth }: Simulation): { rmse: number; scored: Float32Array } {
  const { rows, cols, data } = truth.unwrappedPhase;
  const use = (at: number) => truth.amplitude.data[at]! > 0.3;
  const { rmse, difference } = scoreWrapped(phase, data, rows, cols, { use });
  return { rmse, scored: difference };
}

function simulatedTable(): string {
  const inputs = {
    ...Object.fromEntries(
      Object.entries(plainObjects).map(([name, object]) => [name, { mode: 'off-axis', object } as const]),
    ),
    ...Object.fromEntries(Object.entries(hardCases).filter(([, input]) => !input.z_mm)),
  };
  const simulations = Object.entries(inputs).map(
    ([name, input]) => [name, simulate(kernels, { ...input, seed })] as const,
  );
  const manifest = simulations.map(([, { hologram, background }], k) => {
    raw(`${k}-hologram.f32`, hologram.samples);
    raw(`${k}-background.f32`, background!.samples);
    return {
      ...{ rows: hologram.height, cols: hologram.width },
      ...{ hologram: `${k}-hologram.f32`, background: `${k}-background.f32` },
      ...{ without: `${k}-without.f32`, with: `${k}-with.f32` },
    };
  });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  runPython('simulated');
  const body = simulations.map(([name, simulation], k) => {
    const cells = [false, true].flatMap((divided) => {
      const { hologram, background, spec } = simulation;
      const ours = reconstruct(
        kernels,
        { hologram, background: divided ? background : null },
        recipeOf(spec),
      );
      const file = readFileSync(join(folder, divided ? manifest[k]!.with : manifest[k]!.without));
      const theirs = new Float32Array(new Uint8Array(file).buffer);
      const mine = rmseOf(ours.phase.data, simulation);
      const limit = localLinearLimit(kernels, simulation, divided, mine.scored);
      return [mrad(limit), mrad(mine.rmse), mrad(rmseOf(theirs, simulation).rmse)];
    });
    return [name, ...cells];
  });
  const head = ['case', 'limit', 'Leith', 'numpy', 'limit, background frame', 'Leith', 'numpy'];
  return markdownTable(head, body);
}

interface Comparison {
  readonly sign: 1 | -1;
  readonly tilt: number;
  readonly tilt_robust: number;
  readonly degree4: number;
  readonly degree4_robust: number;
  readonly low_pass: number;
  readonly low_pass_robust: number;
  readonly turns: number;
  readonly correlation: number;
  readonly ours_std: number;
}

/** Shares of the carrier that packages commonly filter at. */
const RADIUS_SHARES = [0.3, 1 / 3, 0.45];

/** Our reconstruction as it is asked for, and with other filters; written for peers.py. */
async function variantsOf(data: string, set: RealSet) {
  const frames = await readFrames(data, set);
  const recipe = parseRecipe(firstRun(set));
  const automatic = reconstruct(kernels, frames, recipe);
  const {
    carrier_x_cycles_per_px: x,
    carrier_y_cycles_per_px: y,
    filter_radius_cycles_per_um,
  } = automatic.metrics;
  const perPixel =
    Number(filter_radius_cycles_per_um) / Number(automatic.metrics.filter_radius_cycles_per_px);
  const others = RADIUS_SHARES.map((share) => {
    const radius = share * Math.hypot(Number(x), Number(y)) * perPixel;
    return reconstruct(kernels, frames, { ...recipe, filter_radius_cycles_per_um: radius });
  });
  const variants = [automatic, ...others].map((result, k) => {
    const file = (map: string) => `${set.folder}-${k}-${map}.f32`;
    raw(file('phase'), result.phase.data);
    raw(file('amplitude'), result.amplitude.data);
    raw(file('sigma'), result.phase_uncertainty.data);
    return { phase: file('phase'), amplitude: file('amplitude'), sigma: file('sigma') };
  });
  return { rows: automatic.rows, cols: automatic.cols, crop: automatic.crop_px, variants };
}

async function realTable(data: string): Promise<string> {
  const manifest: Record<string, unknown> = {};
  for (const set of realSets) {
    const peer = join(data, set.folder, 'peer-qpretrieve.npz');
    if (existsSync(peer)) manifest[set.folder] = { peer, ...(await variantsOf(data, set)) };
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const found = runPython('real') as Record<string, Comparison[]>;
  const pair = (all: number, most: number) => `${all.toFixed(3)} (${most.toFixed(3)})`;
  const body = Object.entries(found).map(([name, [automatic, ...others]]) => {
    const c = automatic!;
    const best = others.reduce((a, b) => (b.degree4 < a.degree4 ? b : a));
    return [
      name,
      c.sign === 1 ? 'same' : 'opposite',
      c.ours_std.toFixed(2),
      pair(c.tilt, c.tilt_robust),
      pair(c.degree4, c.degree4_robust),
      `${pair(best.degree4, best.degree4_robust)} at ${RADIUS_SHARES[others.indexOf(best)]!.toFixed(2)}`,
      pair(c.low_pass, c.low_pass_robust),
      `${(100 * c.turns).toFixed(2)} %`,
      c.correlation.toFixed(4),
    ];
  });
  const head = [
    'recording',
    'sign',
    'spread of our phase',
    'difference less piston and tilt',
    'less Legendre degree 4',
    'the same, our filter at this share of the carrier',
    'less degree 4, both low-passed alike',
    'turns differ',
    'correlation',
  ];
  return markdownTable(head, body);
}

if (spawnSync(python, ['-c', 'import numpy, scipy, skimage']).status !== 0) {
  console.log(`${python} with numpy, scipy and scikit-image was not found: nothing to compare with.`);
} else {
  mkdirSync(folder, { recursive: true });
  console.log(`Simulated, 1024 × 1024 px, seed ${seed}: phase RMSE modulo 2π, mrad.\n`);
  console.log(simulatedTable());
  const data = dataFolder();
  console.log('\nReal recordings against qpretrieve, rad; robust spread in brackets.\n');
  console.log(data ? await realTable(data) : 'No folder of recordings found: set LEITH_DATA to one.');
}
