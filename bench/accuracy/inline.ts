/**
 * Simulated in-line holograms against their truth: plain back-propagation, one frame, four heights, and the same frames
 * through numpy (inline-peer.py; PYTHON names the interpreter, without one that part is left out); then whether the
 * stated uncertainty is true: `node bench/accuracy/inline.ts [seeds] [seeds of numpy]`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { backPropagate } from '../../src/core/inline/retrieve/back-propagate.ts';
import { inlineUncertainty } from '../../src/core/inline/uncertainty/inline-uncertainty.ts';
import { retrieve } from '../../src/core/inline/retrieve/retrieve.ts';
import {
  exported,
  inlineCase,
  inlineCases,
  otherInlineCases,
  scoreField,
  unseenInlineCases,
  type FieldScore,
  type InlineCase,
} from './inline-cases.ts';
import { scoreUncertainty, type UncertaintyScore } from './inline-honesty.ts';
import { markdownTable, mean } from './markdown-table.ts';

const python = process.env.PYTHON ?? 'python3';
const seeds = Number(process.argv[2] ?? 3);
const numpySeeds = Number(process.argv[3] ?? 1);
const OTHER_SEEDS = 1;
/** of numpy's total variation: one near to what the noise of 10,000 electrons asks for, and a common choice */
const WEIGHTS = [0.003, 0.01];
const kernels = await loadKernels();

interface Outcome extends FieldScore {
  readonly seconds: number;
  readonly misfit: number;
  readonly honesty: UncertaintyScore | null;
}

interface Run {
  readonly plain: FieldScore;
  readonly one: Outcome;
  readonly four: Outcome;
}

function solve(given: InlineCase, count: number): Outcome {
  using scope = kernels.scope();
  const distances = given.distances.slice(0, count);
  const frames = distances.map((z, k) => ({ amplitude: given.amplitudes[k]!, z }));
  // of the processor: other programs on the machine do not count
  const start = process.cpuUsage();
  const { noiseSigma, optics, truth } = given;
  const retrieval = retrieve(kernels, scope, {
    frames,
    noiseSigma,
    probe: true,
    undoesPull: true,
    ...optics,
  });
  const stated = inlineUncertainty(kernels, retrieval, optics, distances);
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  const honesty = scoreUncertainty(kernels, retrieval.field, stated, truth);
  return {
    ...scoreField(exported(kernels, retrieval.field), truth),
    seconds,
    misfit: retrieval.dataMisfit,
    honesty,
  };
}

function outcome(given: InlineCase): Run {
  using scope = kernels.scope();
  const plain = backPropagate(kernels, scope, given.amplitudes[0]!, given.optics, given.distances[0]!);
  return {
    plain: scoreField(exported(kernels, plain), given.truth),
    one: solve(given, 1),
    four: solve(given, 4),
  };
}

type Cases = typeof inlineCases;

function runsOf(cases: Cases, count: number): [string, Run[]][] {
  return Object.entries(cases).map(([name, input]) => {
    const runs = Array.from({ length: count }, (_, k) => {
      using scope = kernels.scope();
      return outcome(inlineCase(kernels, scope, input, k + 1));
    });
    return [name, runs];
  });
}

const four = (value: number) => value.toFixed(4);
const two = (value: number) => value.toFixed(2);
const average = <T>(runs: readonly T[], of: (run: T) => number) => mean(runs.map(of));

function fieldTable(all: [string, Run[]][]): string {
  const methods = { 'back-propagation': 'plain', 'one frame': 'one', 'four heights': 'four' } as const;
  const body = all.flatMap(([name, runs]) =>
    Object.entries(methods).map(([label, key]) => {
      const field = average(runs, (run) => run[key].field);
      return [
        name,
        label,
        four(average(runs, (run) => run[key].amplitude)),
        four(average(runs, (run) => run[key].phase)),
        four(field),
        `${four(Math.min(...runs.map((run) => run[key].field)))} to ${four(Math.max(...runs.map((run) => run[key].field)))}`,
        `1 / ${(average(runs, (run) => run.plain.field) / field).toFixed(1)}`,
      ];
    }),
  );
  const head = [
    'case',
    'method',
    'amplitude',
    'phase (rad)',
    'field',
    'field, single seeds',
    'of back-propagation',
  ];
  return markdownTable(head, body);
}

function honestyTable(all: [string, Run[]][]): string {
  const body = all.flatMap(([name, runs]) =>
    (['one', 'four'] as const).map((key) => {
      const of = (value: (score: UncertaintyScore) => number) =>
        average(runs, (run) => value(run[key].honesty!));
      const ratios = runs.map((run) => run[key].honesty!.ratio);
      const ratio = Math.sqrt(mean(ratios.map((value) => value * value)));
      return [
        name,
        key === 'one' ? 'one frame' : 'four heights',
        four(of((score) => score.error)),
        four(of((score) => score.sigma)),
        two(ratio),
        `${two(Math.min(...ratios))} to ${two(Math.max(...ratios))}`,
        `${(100 * of((score) => score.withinTwo)).toFixed(0)} %`,
        `${(100 * of((score) => score.untrusted)).toFixed(0)} %`,
        two(average(runs, (run) => run[key].misfit)),
        ratio >= 0.7 && ratio <= 1.4 ? 'yes' : '**no**',
      ];
    }),
  );
  const head = ['case', 'frames', 'error (rad)', 'σ (rad)', 'error / σ', 'single seeds', 'within 2 σ'];
  return markdownTable([...head, 'not trusted', 'misfit', '0.7 to 1.4'], body);
}

function numpyTable(all: [string, Run[]][]): string | null {
  if (spawnSync(python, ['-c', 'import numpy, scipy']).status !== 0 || numpySeeds === 0) return null;
  const folder = fileURLToPath(new URL('../out/inline', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const jobs = all.flatMap(([name]) =>
    Array.from({ length: numpySeeds }, (_, k) => k + 1).flatMap((seed) =>
      ([1, 4] as const).flatMap((frames) => WEIGHTS.map((weight) => ({ name, seed, frames, weight }))),
    ),
  );
  const manifest = jobs.map(({ name, seed, frames, weight }, n) => {
    using scope = kernels.scope();
    const { amplitudes, distances, optics } = inlineCase(kernels, scope, inlineCases[name]!, seed);
    const files = amplitudes.slice(0, frames).map((plane, k) => {
      const file = `${n}-${k}.f32`;
      const samples = kernels.floats(plane.ptr, plane.rows * plane.pitch).slice();
      writeFileSync(join(folder, file), new Uint8Array(samples.buffer));
      return file;
    });
    const { rows, cols, wavelength, sampling } = optics;
    const setting = { rows, cols, wavelength, pitch: sampling.pitchX, distances: distances.slice(0, frames) };
    return { ...setting, weight, amplitudes: files, field: `${n}-field.c8` };
  });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const script = fileURLToPath(new URL('./inline-peer.py', import.meta.url));
  const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
  const peer = spawnSync(python, [script, folder], { encoding: 'utf8', env });
  if (peer.status !== 0) throw new Error(peer.stderr);
  const seconds = JSON.parse(peer.stdout) as number[];
  const scores = jobs.map(({ name, seed }, n) => {
    using scope = kernels.scope();
    const bytes = readFileSync(join(folder, manifest[n]!.field));
    const field = new Float32Array(new Uint8Array(bytes).buffer);
    return scoreField(field, inlineCase(kernels, scope, inlineCases[name]!, seed).truth);
  });
  const body = all.flatMap(([name, runs]) =>
    ([1, 4] as const).map((frames) => {
      const own = runs.slice(0, numpySeeds).map((run) => (frames === 1 ? run.one : run.four));
      const theirs = WEIGHTS.map((weight) => {
        const at = jobs.flatMap((job, n) =>
          job.name === name && job.frames === frames && job.weight === weight ? [n] : [],
        );
        return { field: mean(at.map((n) => scores[n]!.field)), time: mean(at.map((n) => seconds[n]!)) };
      });
      const field = average(own, (run) => run.field);
      const time = average(own, (run) => run.seconds);
      const best = Math.min(...theirs.map((run) => run.field));
      return [
        name,
        frames === 1 ? 'one frame' : 'four heights',
        four(field),
        ...theirs.map((run) => four(run.field)),
        field <= best ? 'yes' : '**no**',
        time.toFixed(1),
        mean(theirs.map((run) => run.time)).toFixed(1),
        (mean(theirs.map((run) => run.time)) / time).toFixed(1),
      ];
    }),
  );
  const head = [
    'case',
    'frames',
    'Leith',
    ...WEIGHTS.map((weight) => `numpy, weight ${weight}`),
    'at most the best',
  ];
  return markdownTable([...head, 'Leith, s', 'numpy, s', 'numpy : Leith'], body);
}

{
  // kernels are compiled better while they run for the first time: that is nobody's time
  using scope = kernels.scope();
  solve(inlineCase(kernels, scope, Object.values(inlineCases)[0]!, 1), 4);
}
const tabled = runsOf(inlineCases, seeds);
console.log(`512 × 512 px, 0.532 µm, pitch 1.67 µm, 1.5 mm, 10,000 photo-electrons, ${seeds} seeds.\n`);
console.log(fieldTable(tabled));
const peer = numpyTable(tabled);
if (peer) {
  const frames = numpySeeds === 1 ? 'seed 1' : `seeds 1 to ${numpySeeds}`;
  console.log(
    `\nField RMSE of the same frames (${frames}) through numpy, 150 iterations, one thread; times are the processor's.\n`,
  );
  console.log(peer);
}
const other = runsOf(otherInlineCases, Math.min(seeds, OTHER_SEEDS)).map(([name, runs]): [string, Run[]] => [
  unseenInlineCases.includes(name) ? `${name} *` : name,
  runs,
]);
console.log(
  `\nFurther cases, ${Math.min(seeds, OTHER_SEEDS)} seeds; * no choice was made with it in view.\n`,
);
console.log(fieldTable(other));
console.log('\nThe phase against its stated uncertainty, over the pixels that are trusted.\n');
console.log(honestyTable([...tabled, ...other]));
