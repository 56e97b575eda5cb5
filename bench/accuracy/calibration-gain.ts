/**
 * What a profile is worth: `node bench/accuracy/calibration-gain.ts [--minutes n] [--state id]`. Each rig is calibrated with a
 * frame of a target, then a frame of another object is reconstructed from what the person believes (pitch up to 3 % off,
 * distance up to 10 %), once without and once with the profile, and from what the rig really is. Without `--minutes` it
 * prints what was measured before.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import type { Corrections } from '../../src/core/rig/calibration.ts';
import type { CalibratedRig } from '../../src/core/rig/calibrated-rig.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import type { Recipe } from '../../src/core/recipe/values.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import type { ObjectSpec, SimulationInput, SimulationSpec } from '../../src/core/simulate/simulation-spec.ts';
import { rigOf, withRange, type Setup } from './calibration-rigs.ts';
import { digestOf, measure, optionsFrom, stateText, Store, type Kept } from './calibration-store.ts';
import { markdownTable, median } from './markdown-table.ts';
import { scoreWrapped } from './score.ts';

const RIGS = 30;
/** share of a side at both ends that is not compared */
const BORDER = 0.1;
/** µm and mm: distances at which a tenth is one to three depths of field */
const rigs = {
  lensless: {
    target_id: 'distortion-grid-50um',
    mode: 'inline',
    side_px: 224,
    pitch_um: 3.45,
    z_mm: 3,
    shift: 0.2,
  },
  offAxis: { target_id: 'ronchi-10', mode: 'off-axis', side_px: 288, pitch_um: 3.45, z_mm: 20, shift: 0.2 },
  chart: { target_id: 'usaf-1951', mode: 'off-axis', side_px: 384, pitch_um: 2, z_mm: 10, shift: 0.1 },
} as const satisfies Record<string, Setup>;

type Sample = Pick<ObjectSpec, 'kind'> & Partial<ObjectSpec>;
interface Kind {
  readonly name: string;
  readonly setup: Setup;
  readonly sample: Sample;
}

const kinds: readonly Kind[] = [
  {
    name: 'in-line, weak phase chart',
    setup: rigs.lensless,
    sample: { kind: 'phase-chart', phase_rad: 0.6 },
  },
  { name: 'in-line, thin beads', setup: rigs.lensless, sample: { kind: 'beads', count: 4, phase_rad: 0.6 } },
  { name: 'in-line, absorbing chart', setup: rigs.lensless, sample: { kind: 'absorbing-chart' } },
  { name: 'off-axis, phase chart', setup: rigs.offAxis, sample: { kind: 'phase-chart' } },
  { name: 'off-axis, cells', setup: rigs.offAxis, sample: { kind: 'cells', count: 6, phase_rad: 2 } },
  {
    name: 'off-axis, one ball that fills the frame',
    setup: rigs.offAxis,
    sample: { kind: 'beads', count: 1, size_um: 900, phase_rad: 6 },
  },
  { name: 'off-axis by a chart, phase steps', setup: rigs.chart, sample: { kind: 'phase-steps' } },
];

interface Errors {
  readonly scale: number;
  /** rad against the truth, piston and tilt taken off */
  readonly phase: number;
  readonly amplitude: number;
  /** rad against the reconstruction by the rig as it was simulated: what not knowing the rig adds */
  readonly rig: number;
}
interface Gain extends Kept {
  readonly refusal: string | null;
  readonly without: Errors;
  readonly with: Errors;
  readonly known: Errors;
}

const { minutes, state } = optionsFrom(process.argv.slice(2), () => 'gain');
const kernels = await loadKernels();
const store = new Store<Gain>(state, 'gain');
const tries = Array.from({ length: RIGS }, (_, k) => kinds.map((kind) => tryOf(kind, k + 1))).flat();
await measure(tries, store, minutes, attempt);
print();

function tryOf(kind: Kind, seed: number) {
  const { input, recipe } = squareRig(kind, seed);
  return { key: [kind.name, seed, digestOf([input, recipe, kind.sample])].join(' | '), kind, seed };
}

/** The simulator stretches targets and no other object: pixels are square here. */
function squareRig(kind: Kind, seed: number) {
  const rig = rigOf(kind.setup, seed);
  return { ...rig, input: { ...rig.input, target: { ...rig.input.target!, anisotropy: 1, shear: 0 } } };
}

function attempt({ kind, seed }: { kind: Kind; seed: number }): Omit<Gain, 'key' | 'cpu'> {
  const { input, recipe, target, certificate, withBackground } = squareRig(kind, seed);
  const shown = simulate(kernels, input);
  // the same rig and light, on another day: another object, other dust and other noise
  const { target: _, ...rig } = input;
  const other: SimulationInput = { ...rig, object: kind.sample, seed: seed + 1000, background: false };
  const { hologram, truth, spec } = simulate(kernels, other);
  const background = withBackground ? shown.background : null;
  const run = (calibration: CalibratedRig | null) =>
    reconstruct(kernels, { hologram, background: null }, recipe, () => {}, calibration);
  try {
    const frames = { hologram: shown.hologram, background };
    const { corrections, frame } = calibrate(kernels, frames, {
      target,
      recipe: withRange(recipe),
      certificate,
    });
    const profile = { profile_id: 'simulated', nominal: recipe, frame };
    const [plain, corrected, best] = [
      run(null),
      run({ ...profile, corrections }),
      run({ ...profile, corrections: exact(spec, recipe) }),
    ];
    const errors = (result: Reconstruction): Errors => {
      const { phase, amplitude, pixel_size_um: size, rows, cols } = result;
      const against = (other: Float32Array) =>
        scoreWrapped(phase.data, other, rows, cols, { border: BORDER }).rmse;
      return {
        scale: Math.max(...[size.x, size.y].map((pitch) => Math.abs(pitch / spec.pixel_pitch_um - 1))),
        phase: against(truth.unwrappedPhase.data),
        amplitude: rmsWithin(amplitude.data, truth.amplitude.data, rows, cols),
        rig: against(best.phase.data),
      };
    };
    return { refusal: null, without: errors(plain), with: errors(corrected), known: errors(best) };
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    return { refusal: `${cause.code}: ${cause.message}` } as Omit<Gain, 'key' | 'cpu'>;
  }
}

/** What a calibration without error would have found. */
function exact(spec: SimulationSpec, recipe: Recipe): Corrections {
  const known = (value: number) => ({ value, sigma: 0 });
  const { aberration, carrier_cycles_per_px: carrier } = spec;
  const offAxis = spec.mode === 'off-axis';
  return {
    pixel_pitch_um: known(spec.pixel_pitch_um),
    ...{ pixel_pitch_x_um: null, pixel_pitch_y_um: null, scale_anisotropy: null, shear_rad: null },
    ...{ z_mm: known(spec.z_mm), z_offset_mm: known(spec.z_mm - recipe.z_mm!), phase_scale: null },
    carrier_cycles_per_px: offAxis ? { x: carrier[0], y: carrier[1] } : null,
    phase_aberration: offAxis
      ? {
          ...{ basis: 'legendre', degree: 4, sigma_rad: 0 },
          orders: aberration.map(({ x, y }) => [x, y] as const),
          coefficients_rad: aberration.map(({ rad }) => rad),
        }
      : null,
  };
}

function rmsWithin(found: Float32Array, truth: Float32Array, rows: number, cols: number): number {
  let [sum, count] = [0, 0];
  for (let row = Math.ceil(BORDER * rows); row < (1 - BORDER) * rows; row += 1) {
    for (let col = Math.ceil(BORDER * cols); col < (1 - BORDER) * cols; col += 1) {
      sum += (found[row * cols + col]! - truth[row * cols + col]!) ** 2;
      count += 1;
    }
  }
  return Math.sqrt(sum / count);
}

function print(): void {
  const found = kinds.map((kind) => {
    const own = tries.filter((one) => one.kind === kind);
    return { kind, all: own.flatMap(({ key }) => store.get(key) ?? []) };
  });
  if (found.every(({ all }) => all.length === 0)) {
    console.log(`Nothing was measured: --minutes n does.`);
    return;
  }
  const head = [
    ...['rig and object', 'rigs (calibrated)', 'scale error: without, with (%)', 'ratio: median, worst'],
    ...['phase error: without, with, rig known (rad)', 'ratio: median, worst'],
    ...['phase error that the rig adds: without, with (rad)', 'ratio: median, worst'],
    ...['amplitude error: without, with, rig known'],
  ];
  const body = found
    .filter(({ all }) => all.length > 0)
    .map(({ kind, all }) => {
      const gains = all.filter(({ refusal }) => refusal === null);
      return [
        ...[kind.name, `${all.length} (${gains.length})`],
        ...pair(gains, 'scale', 100, 4),
        ...pair(gains, 'phase', 1, 4),
        ...pair(gains, 'rig', 1, 4),
        pair(gains, 'amplitude', 1, 4)[0],
      ];
    });
  console.log(`${stateText(state)}. Errors are medians over the rigs; a ratio is that of one rig.\n`);
  console.log(markdownTable(head, body));
}

/** Where the rig is known there is no error of scale. */
function pair(gains: readonly Gain[], name: keyof Errors, unit: number, digits: number): [string, string] {
  if (gains.length === 0) return ['–', '–'];
  const which =
    name === 'scale' || name === 'rig'
      ? (['without', 'with'] as const)
      : (['without', 'with', 'known'] as const);
  const errors = which.map((one) => (unit * median(gains.map((gain) => gain[one][name]))).toFixed(digits));
  const ratios = gains.map((gain) => gain.without[name] / gain.with[name]);
  return [errors.join(', '), `${median(ratios).toPrecision(2)}, ${Math.min(...ratios).toPrecision(2)}`];
}
