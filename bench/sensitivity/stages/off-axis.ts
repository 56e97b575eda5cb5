/** Off-axis, from frame to phase: small frames that reach every branch, and cut-outs of recordings where there are any. */
import { createHash } from 'node:crypto';
import { loadKernels } from '../../../src/cli/load-kernels.ts';
import type { Frame, Frames } from '../../../src/core/field/frame.ts';
import type { OffAxisSettings } from '../../../src/core/off-axis/off-axis-settings.ts';
import { reconstructOffAxis } from '../../../src/core/off-axis/reconstruct-off-axis.ts';
import { Problem } from '../../../src/core/problem/problem.ts';
import type { Recipe } from '../../../src/core/recipe/values.ts';
import { parseRecipe } from '../../../src/core/recipe/recipe.ts';
import type { Reconstruction } from '../../../src/core/reconstruction/reconstruction.ts';
import { samplePixelSize } from '../../../src/core/rig/geometry.ts';
import { chooseSideband, measureFrame } from '../../../src/core/sideband/measure-frame.ts';
import type { SidebandSettings } from '../../../src/core/sideband/sideband-settings.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import type { SimulationInput } from '../../../src/core/simulate/simulation-spec.ts';
import { dataFolder } from '../../accuracy/data-folder.ts';
import { plainLimits } from '../../accuracy/noise-limit.ts';
import { readFrames } from '../../accuracy/real-frames.ts';
import { realSets } from '../../accuracy/real-set.ts';
import { scoreWrapped } from '../../accuracy/score.ts';
import { recipeOf } from '../../accuracy/simulated-recipe.ts';
import { remember } from '../remember.ts';
import { settingsOf } from '../settings-of.ts';
import type { Outcome, Stage } from '../stage.ts';

const kernels = await loadKernels();

type Run = (settings: OffAxisSettings) => Outcome;

/** @param error of a result; a refusal has none */
function runOf(frames: Frames, recipe: Recipe, error: (result: Reconstruction) => number): Run {
  const known = new Map<string, Outcome>();
  const searched = recipe.z_min_mm !== null || recipe.z_mm !== 0;
  return ({ sideband, focus, ...others }) => {
    // what is searched for, and only where it is: settings that leave these alone need no new run; the pupil's rim is heard by the extent's rules
    const found = sidebandIn(frames, recipe, sideband);
    const key = JSON.stringify([found, sideband.extent, searched ? focus : null, others]);
    const outcome = known.get(key) ?? outcomeOf({ sideband, focus, ...others });
    known.set(key, outcome);
    return outcome;
  };

  function outcomeOf(settings: OffAxisSettings): Outcome {
    try {
      const result = reconstructOffAxis(kernels, frames, recipe, () => {}, undefined, settings);
      const verdict = result.flags.map(({ code }) => code).join(' ');
      return { bits: digest(result), error: error(result), verdict };
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      return { bits: cause.message, error: 0, verdict: cause.code };
    }
  }
}

/** The sideband, or why there is none: all that the settings for it decide. */
function sidebandIn({ hologram, background }: Frames, recipe: Recipe, settings: SidebandSettings): unknown {
  using scope = kernels.scope();
  const [own, blank] = [hologram, background].map(
    (frame) => frame && measureFrame(kernels, scope, frame, 'frame'),
  );
  try {
    return chooseSideband(kernels, own!, blank ?? null, recipe, samplePixelSize(recipe), settings);
  } catch (cause) {
    if (cause instanceof Problem) return cause.message;
    throw cause;
  }
}

/** Of the maps and of all that the report says of them. */
function digest({
  phase,
  phase_uncertainty,
  amplitude,
  steps,
  flags,
  metrics,
  foci,
}: Reconstruction): string {
  const hash = createHash('sha256');
  for (const { data } of [phase, phase_uncertainty, amplitude]) hash.update(data);
  return hash.update(JSON.stringify([steps, flags, metrics, foci])).digest('hex');
}

type Fields = Readonly<Record<string, unknown>>;

/** The error of the wrapped phase over what noise permits; that of a search in depths of field. */
function simulated(input: Omit<SimulationInput, 'mode'>, fields: Fields = {}): Run {
  const size = { width_px: 200, height_px: 192, background: false };
  const simulation = simulate(kernels, { mode: 'off-axis', ...size, ...input });
  const { hologram, background, truth, spec } = simulation;
  const limit = plainLimits(simulation, background !== null).linear;
  const asked = { ...('z_min_mm' in fields ? { z_mm: undefined } : {}), ...fields };
  return runOf({ hologram, background }, recipeOf(spec, asked), (result) => {
    const [focus] = result.foci;
    if (focus) return Math.abs(focus.z_mm - spec.z_mm) / focus.depth_of_field_mm;
    const phase = truth.unwrappedPhase.data;
    if (result.phase.data.length !== phase.length) return 0;
    const use = (at: number) => truth.amplitude.data[at]! > 0.3;
    return (
      scoreWrapped(result.phase.data, phase, result.rows, result.cols, { border: 0.1, use }).rmse / limit
    );
  });
}

/** A search over many depths of field: the same frame behind an objective. */
function microscopic(object: SimulationInput['object'], z_mm: number, [from, to]: readonly [number, number]) {
  const space = { pixel_pitch_um: 0.2, pixel_pitch_basis: 'object_space', magnification: 20 };
  return simulated(
    { object, z_mm, pixel_pitch_um: 0.2, seed: 4 },
    { ...space, z_min_mm: from, z_max_mm: to },
  );
}

/** A frame without a sideband; what it is read from has one that is not asked for. */
function refused(input: SimulationInput): Run {
  const { hologram } = simulate(kernels, { width_px: 192, height_px: 192, background: false, ...input });
  const rig = { wavelength_um: 0.6328, pixel_pitch_um: 3.45, z_mm: 0 };
  return runOf({ hologram, background: null }, parseRecipe({ holography_mode: 'off-axis', ...rig }), () => 0);
}

/** A second, weaker reference beam from elsewhere. */
function withParasite(): Run {
  const simulation = simulate(kernels, {
    ...{ mode: 'off-axis', width_px: 200, height_px: 192, background: false },
    object: { kind: 'cells' },
  });
  const { hologram, spec } = simulation;
  const samples = Float32Array.from(hologram.samples as Uint16Array, (value, i) => {
    const [x, y] = [i % hologram.width, Math.floor(i / hologram.width)];
    return value * (1 + 0.7 * Math.cos(2 * Math.PI * (0.11 * x - 0.27 * y)));
  });
  return runOf(
    { hologram: { ...hologram, samples, bitDepth: 32 }, background: null },
    recipeOf(spec),
    () => 0,
  );
}

const cells = { object: { kind: 'cells' } } as const;
const bowl = [
  { x: 2, y: 0, rad: 8 },
  { x: 0, y: 2, rad: 8 },
];
const optics = [
  { x: 2, y: 0, rad: 6 },
  { x: 1, y: 2, rad: 2 },
  { x: 4, y: 0, rad: 1 },
];

const simulatedCases: Readonly<Record<string, Run>> = {
  cells: simulated(cells),
  'bead, 12 rad': simulated({ object: { kind: 'beads', phase_rad: 12 }, full_scale_percentile: 99 }),
  'bead with background frame': simulated({
    ...{ object: { kind: 'beads' }, z_mm: 5, background: true },
    ...{ aberration: optics, uneven_light: 0.4, dust: 20 },
  }),
  'chart in focus': simulated(
    { object: { kind: 'absorbing-chart' }, z_mm: 8, dust: 2 },
    { z_min_mm: 3, z_max_mm: 13 },
  ),
  'bead in focus': simulated(
    { object: { kind: 'beads', phase_rad: 9 }, z_mm: 5 },
    { z_min_mm: 1, z_max_mm: 11 },
  ),
  'cells in focus, both signs': simulated({ ...cells, z_mm: -4 }, { z_min_mm: -6, z_max_mm: 4 }),
  'bead, 100 depths of field': microscopic({ kind: 'beads', phase_rad: 20 }, 0.02, [-0.3, 0.7]),
  'cells, 100 depths of field': microscopic({ kind: 'cells', phase_rad: 5 }, 0.05, [0.01, 1]),
  'chart, 100 depths of field': microscopic({ kind: 'absorbing-chart' }, 0.02, [-0.2, 0.8]),
  'beads beside the range': microscopic({ kind: 'beads', count: 6, phase_rad: 10 }, 0.02, [0.1, 0.18]),
  'narrow range': simulated({ ...cells, z_mm: 5 }, { z_min_mm: 4.99, z_max_mm: 5.01 }),
  'flat in focus': simulated({ object: { kind: 'flat' }, z_mm: 4 }, { z_min_mm: 2, z_max_mm: 6 }),
  'cells, curved': simulated({ ...cells, aberration: bowl }),
  'phase chart': simulated({ object: { kind: 'phase-chart' } }),
  'cells, 4th degree': simulated(
    { ...cells, aberration: optics, uneven_light: 0.6 },
    { phase_background: 'polynomial' },
  ),
  'cells without noise': simulated({ ...cells, photon_noise: false, bit_depth: 32 }),
  'crowded cells': simulated({ object: { kind: 'cells', count: 220, size_um: 60 } }),
  'mixed, native': simulated(
    { object: { kind: 'mixed' }, bit_depth: 8 },
    { output_sampling: 'native', phase_background: 'tilt', sideband: 'conjugate' },
  ),
  'star, carrier given': simulated(
    { object: { kind: 'star' }, carrier_cycles_per_px: [-0.2, 0.1], z_mm: 2 },
    { carrier_cycles_per_px: [-0.2, 0.1], phase_background: 'none' },
  ),
  'on the axis': simulated({ object: { kind: 'phase-steps' }, carrier_cycles_per_px: [0.25, 0] }),
  'wide fringes': simulated({ ...cells, carrier_cycles_per_px: [0.08, 0.06] }),
  'overlapping terms': simulated({
    ...{ object: { kind: 'absorbing-chart', transmission: 0 }, carrier_cycles_per_px: [0.14, 0.1] },
    ...{ pupil_radius_cycles_per_px: 0.12, amplitude_ratio: 0.5 },
  }),
  '300 electrons': simulated({
    ...{ object: { kind: 'beads', phase_rad: 9 }, photoelectrons: 300, bit_depth: 8 },
    ...{ read_noise_electrons: 12 },
  }),
  '25 electrons, faint': simulated({ ...cells, photoelectrons: 25, coherence: 0.3 }),
  'bead, 80 rad': simulated({ object: { kind: 'beads', phase_rad: 80 }, coherence: 0.095 }),
  'tiny frame': simulated({ object: { kind: 'beads' }, width_px: 64, height_px: 48 }),
  'second reference': withParasite(),
  'refused: carrier given where none is': simulated(cells, { carrier_cycles_per_px: [0.12, -0.3] }),
  'refused: in-line': refused({ mode: 'inline', object: { kind: 'absorbing-chart' }, z_mm: 2 }),
  'refused: chart without fringes': refused({
    ...{ mode: 'off-axis', object: { kind: 'absorbing-chart' }, coherence: 0 },
  }),
  'refused: fringes too faint': refused({ mode: 'off-axis', ...cells, coherence: 0.004 }),
};

const SIDE = 192;

function middleOf({ width, height, samples, bitDepth }: Frame): Frame {
  const [cols, rows] = [Math.min(SIDE, width), Math.min(SIDE, height)];
  const from = { x: (width - cols) >> 1, y: (height - rows) >> 1 };
  const cut = samples.slice(0, cols * rows);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) cut[y * cols + x] = samples[(from.y + y) * width + from.x + x]!;
  return { width: cols, height: rows, samples: cut, bitDepth };
}

/** Nothing is known of these but that they come out: 0. */
async function recordedCases(): Promise<Record<string, Run>> {
  const data = dataFolder();
  const cases: Record<string, Run> = {};
  const wanted = ['hl60-cell-with-background', 'small-bead', 'cells-532nm', 'usaf-phase-20x'];
  for (const set of data === null ? [] : realSets) {
    if (!wanted.includes(set.folder)) continue;
    const { hologram, background } = await readFrames(data!, set);
    const frames = { hologram: middleOf(hologram), background: background && middleOf(background) };
    const [, fields] = Object.entries(set.runs).at(-1)!;
    cases[`recorded: ${set.folder}`] = runOf(frames, parseRecipe(fields), () => 0);
  }
  return cases;
}

export const stage: Stage<OffAxisSettings> = {
  error:
    'the root mean square of the phase, wrapped, over what noise permits, or of a search the distance from the focus in depths of field; 0 for refusals, recordings and the second reference',
  settings: settingsOf['off-axis'],
  cases: Object.fromEntries(
    Object.entries({ ...simulatedCases, ...(await recordedCases()) }).map(([name, run]) => [
      name,
      remember(run),
    ]),
  ),
};
