/**
 * What a calibration costs: processor and clock seconds, the longest silence between two signs of progress and how many
 * there are a second, of lattices and a chart in-line of 1024 × 1024 pixels and, with LEITH_DATA, of a recorded chart; then what a frame that does not
 * show the target costs until it is refused. `node bench/performance/calibration.ts [case …] [--stages]`.
 */
import { createHash } from 'node:crypto';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import type { CalibrationRequest } from '../../src/core/calibrate/model/nominal.ts';
import type { Frames } from '../../src/core/field/frame.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { findTarget } from '../../src/core/targets/catalogue.ts';
import { rigOf, setups, withRange } from '../accuracy/calibration-rigs.ts';
import { dataFolder } from '../accuracy/data-folder.ts';
import { markdownTable } from '../accuracy/markdown-table.ts';
import { readFrames } from '../accuracy/real-frames.ts';
import { realSets } from '../accuracy/real-set.ts';

const SIDE = 1024;
const SEED = 1;
const kernels = await loadKernels();

interface Case {
  readonly frames: Frames;
  readonly request: CalibrationRequest;
}

/** @param as what it is said to show, where that is something else */
function lattice(target_id: string, mode: 'inline' | 'off-axis', as?: string): Case {
  const setup = setups.find((own) => own.target_id === target_id && own.mode === mode)!;
  const { input, recipe, target, withBackground, certificate } = rigOf({ ...setup, side_px: SIDE }, SEED);
  const { hologram, background } = simulate(kernels, input);
  const frames = { hologram, background: withBackground ? background : null };
  const shown = as === undefined ? { target, certificate } : { target: findTarget(as)! };
  return { frames, request: { ...shown, recipe: withRange(recipe) } };
}

async function chart(): Promise<Case | null> {
  const data = dataFolder();
  if (!data) return null;
  const set = realSets.find(({ folder }) => folder === 'usaf-lensless-405nm')!;
  const recipe = parseRecipe({
    ...{ holography_mode: 'off-axis', wavelength_um: 0.405, pixel_pitch_um: 3.45 },
    ...{ magnification: 3.45 / 0.2951, z_mm: 37.3 },
  });
  return { frames: await readFrames(data, set), request: { target: findTarget('usaf-1951')!, recipe } };
}

const cases: Readonly<Record<string, () => Case | null | Promise<Case | null>>> = {
  'grid-inline': () => lattice('distortion-grid-50um', 'inline'),
  'grid-off-axis': () => lattice('distortion-grid-50um', 'off-axis'),
  'recorded-chart': chart,
  'chart-inline': () => lattice('usaf-1951', 'inline'),
  'ruling-inline': () => lattice('ronchi-10', 'inline'),
  'wrong-inline': () => lattice('distortion-grid-50um', 'inline', 'usaf-1951'),
  'wrong-off-axis': () => lattice('distortion-grid-50um', 'off-axis', 'usaf-1951'),
};

interface Measured {
  readonly cpuS: number;
  /** of the calibration's own thread: what a clock says where nothing else wants a core */
  readonly threadS: number;
  readonly clockS: number;
  readonly silenceS: number;
  readonly perSecond: number;
  readonly stages: ReadonlyMap<string, number>;
  /** of all that comes out: the same bytes give the same */
  readonly digest: string;
  readonly answer: string;
}

function measure({ frames, request }: Case): Measured {
  const [began, begun] = [process.cpuUsage(), process.threadCpuUsage()];
  const start = performance.now();
  const stages = new Map<string, number>();
  let [last, silence, steps, stage] = [start, 0, 0, ''];
  const lap = (next: string) => {
    const now = performance.now();
    silence = Math.max(silence, now - last);
    stages.set(stage, (stages.get(stage) ?? 0) + (now - last) / 1000);
    [last, stage, steps] = [now, next, steps + 1];
  };
  let [out, answer]: [unknown, string] = [null, ''];
  try {
    const found = calibrate(kernels, frames, request, lap);
    [out, answer] = [found, found.quality];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    [out, answer] = [error.message, 'refused'];
    console.error(error.message);
  }
  lap('');
  const { user, system } = process.cpuUsage(began);
  const own = process.threadCpuUsage(begun);
  const clockS = (performance.now() - start) / 1000;
  const digest = createHash('sha256').update(JSON.stringify(out)).digest('hex').slice(0, 12);
  return {
    cpuS: (user + system) / 1e6,
    threadS: (own.user + own.system) / 1e6,
    clockS,
    silenceS: silence / 1000,
    perSecond: steps / clockS,
    stages,
    digest,
    answer,
  };
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const names = asked.length > 0 ? asked : Object.keys(cases);
const rows: string[][] = [];
for (const name of names) {
  const own = await cases[name]!();
  if (!own) continue;
  const { cpuS, threadS, clockS, silenceS, perSecond, stages, digest, answer } = measure(own);
  const { width, height } = own.frames.hologram;
  rows.push([
    ...[
      name,
      answer,
      `${width} × ${height}`,
      cpuS.toFixed(1),
      threadS.toFixed(1),
      clockS.toFixed(1),
      silenceS.toFixed(2),
    ],
    ...[perSecond.toFixed(1), digest],
  ]);
  if (process.argv.includes('--stages'))
    console.log(name, [...stages].map(([stage, s]) => `${stage}: ${s.toFixed(2)}`).join(', '));
}
const head = [
  'frame',
  'answer',
  'px',
  'processor, s',
  'its thread, s',
  'clock, s',
  'longest silence, s',
  'signs a second',
  'digest',
];
console.log(markdownTable(head, rows));
