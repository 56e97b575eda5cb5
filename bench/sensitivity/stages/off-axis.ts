/** Off-axis, from frame to phase: small frames that reach every branch, and cut-outs of recordings where there are any. */
import type { Frame } from '../../../src/core/field/frame.ts';
import type { OffAxisSettings } from '../../../src/core/off-axis/off-axis-settings.ts';
import { parseRecipe } from '../../../src/core/recipe/recipe.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import type { SimulationInput } from '../../../src/core/simulate/simulation-spec.ts';
import { dataFolder } from '../../accuracy/data-folder.ts';
import { readFrames } from '../../accuracy/real-frames.ts';
import { realSets } from '../../accuracy/real-set.ts';
import { recipeOf } from '../../accuracy/simulated-recipe.ts';
import { rareCases } from '../off-axis-rare.ts';
import { kernels, runOf, simulated, type Run } from '../off-axis-runs.ts';
import { remember } from '../remember.ts';
import { settingsOf } from '../settings-of.ts';
import type { Stage } from '../stage.ts';

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
    Object.entries({ ...simulatedCases, ...rareCases, ...(await recordedCases()) }).map(([name, run]) => [
      name,
      remember(run),
    ]),
  ),
};
