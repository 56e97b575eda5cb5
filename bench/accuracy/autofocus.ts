/**
 * Distance found by the autofocus against the simulated one, in depths of field (λ / NA², NA = λ · pupil / pitch):
 * `node bench/accuracy/autofocus.ts [seeds]`. Ends with 1 where an error is above ¼, or where the twin of the wave was
 * taken and the report does not say that it may be; of the lenses of the second table, where one is above ½ and the
 * report has no doubt.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import { recipeOf } from './simulated-recipe.ts';
import { markdownTable } from './markdown-table.ts';

const LARGEST_ERROR = 0.25;
const SIDE = 768;
const seeds = Array.from({ length: Number(process.argv[2] ?? 2) }, (_, k) => k + 1);
const kernels = await loadKernels();

const objects: Record<string, SimulationInput['object']> = {
  'absorbing chart (amplitude)': { kind: 'absorbing-chart' },
  'star (amplitude)': { kind: 'star' },
  'phase chart, 1.2 rad (phase)': { kind: 'phase-chart' },
  'phase steps, 1.5 rad (phase)': { kind: 'phase-steps' },
  'six beads, 3 rad (phase)': { kind: 'beads', count: 6 },
  'one large bead, 3 rad (phase)': { kind: 'beads' },
  'cells (both)': { kind: 'cells' },
};

interface Rig {
  readonly pixel_pitch_um: number;
  readonly z_mm: number;
  readonly range_mm: readonly [number, number];
}

/** Lensless, lightly magnified, microscope; ranges that lie around the focus, beside it, wide, and across z = 0. */
const rigs: readonly Rig[] = [
  { pixel_pitch_um: 3.45, z_mm: 30, range_mm: [25, 35] },
  { pixel_pitch_um: 3.45, z_mm: 12, range_mm: [9, 19] },
  { pixel_pitch_um: 1, z_mm: 2, range_mm: [1, 3] },
  { pixel_pitch_um: 1, z_mm: 1.5, range_mm: [-2, 8] },
  { pixel_pitch_um: 0.2, z_mm: 0.06, range_mm: [0.02, 0.14] },
  { pixel_pitch_um: 0.2, z_mm: -0.04, range_mm: [-0.2, 0.3] },
];

function depthOfFieldMm(wavelength: number, pupil: number, pitch: number): number {
  const aperture = (wavelength * pupil) / pitch;
  return wavelength / (aperture * aperture) / 1000;
}

interface Found {
  /** depths of field; from −z where the twin was taken */
  readonly error: number;
  /** depths of field, stated */
  readonly sigma: number;
  readonly doubted: boolean;
  /** whether the conjugate wave was taken, which focuses at −z just as sharply */
  readonly twin: boolean;
  /** whether the report says that the sign is a convention */
  readonly byConvention: boolean;
}

interface Try {
  readonly object: SimulationInput['object'];
  readonly rig: Rig;
  readonly side: number;
  readonly divided: boolean;
  readonly seed: number;
}

function findFocus({ object, rig, side, divided, seed }: Try): Found {
  const { pixel_pitch_um, z_mm, range_mm } = rig;
  const size = { width_px: side, height_px: side };
  const input = { mode: 'off-axis', object, ...size, pixel_pitch_um, z_mm, seed } as const;
  const { hologram, background, truth, spec } = simulate(kernels, input);
  // the pitch is that of the space the light propagates in, behind a lens where the camera could not have it
  const magnification = Math.max(1, 3.45 / pixel_pitch_um);
  const recipe = recipeOf(spec, {
    pixel_pitch_basis: magnification > 1 ? 'object_space' : 'sensor',
    magnification,
    z_mm: undefined,
    z_min_mm: range_mm[0],
    z_max_mm: range_mm[1],
  });
  const result = reconstruct(kernels, { hologram, background: divided ? background : null }, recipe);
  const depth = depthOfFieldMm(spec.wavelength_um, truth.pupil_radius_cycles_per_px, pixel_pitch_um);
  const flagged = (code: string) => result.flags.some((flag) => flag.code === code);
  const twin = Number(result.metrics.carrier_x_cycles_per_px) < 0;
  return {
    sigma: result.foci[0]!.sigma_mm / depth,
    error: Math.abs(Number(result.metrics.z_mm) - (twin ? -z_mm : z_mm)) / depth,
    doubted: flagged('focus_ambiguous'),
    twin,
    byConvention: flagged('phase_sign_by_convention'),
  };
}

let passed = true;

function cell(object: SimulationInput['object'], rig: Rig): string {
  const found: Found[] = [];
  for (const seed of seeds)
    for (const divided of [false, true]) found.push(findFocus({ object, rig, side: SIDE, divided, seed }));
  const worst = Math.max(...found.map((one) => one.error));
  const doubted = found.filter((one) => one.doubted).length;
  const silent = found.filter((one) => one.twin && !one.byConvention).length;
  passed &&= worst <= LARGEST_ERROR && silent === 0;
  const notes = [
    worst <= LARGEST_ERROR ? worst.toFixed(3) : `**${worst.toFixed(2)}**`,
    ...(doubted > 0 ? [`${doubted}/${found.length} doubted`] : []),
    ...(silent > 0 ? [`**${silent}/${found.length} the twin at −z, not flagged**`] : []),
  ];
  return notes.join(', ');
}

/** Lenses so strong, or so steep, that a focal spot is sparser than the sample; small frames that light leaves. */
const lenses: Record<string, SimulationInput['object']> = {
  'one bead, 8 rad': { kind: 'beads', phase_rad: 8 },
  'one bead, 20 rad': { kind: 'beads', phase_rad: 20 },
  'six beads, 10 rad': { kind: 'beads', count: 6, phase_rad: 10 },
  'twenty beads, 6 rad': { kind: 'beads', count: 20, phase_rad: 6 },
  'one bead, −8 rad': { kind: 'beads', phase_rad: -8 },
  'cells, 5 rad': { kind: 'cells', phase_rad: 5 },
  'phase chart, 3 rad': { kind: 'phase-chart', phase_rad: 3 },
  'absorbing chart': { kind: 'absorbing-chart' },
};
const lensRigs: readonly Rig[] = [
  { pixel_pitch_um: 3.45, z_mm: 30, range_mm: [25, 35] },
  { pixel_pitch_um: 0.2, z_mm: 0, range_mm: [-0.1, 0.1] },
  { pixel_pitch_um: 0.2, z_mm: 0.02, range_mm: [-0.05, 0.08] },
  { pixel_pitch_um: 1, z_mm: 1.5, range_mm: [0.2, 10] },
];
const LENS_SIDES = [256, 512];
const LARGEST_SILENT = 0.5;

function lensRow(name: string, object: SimulationInput['object'], side: number): string[] {
  const found = lensRigs.flatMap((rig) =>
    seeds.map((seed) => findFocus({ object, rig, side, divided: false, seed })),
  );
  const [doubted, sure] = [true, false].map((doubt) => found.filter((one) => one.doubted === doubt)) as [
    Found[],
    Found[],
  ];
  const worst = (some: readonly Found[]) =>
    some.length > 0 ? Math.max(...some.map((one) => one.error)).toFixed(2) : '–';
  const silent = sure.filter((one) => one.error > LARGEST_SILENT).length;
  passed &&= silent === 0;
  const within = found.filter((one) => one.error <= LARGEST_ERROR).length;
  const covered = found.filter((one) => one.error <= 2 * one.sigma).length;
  const sigmas = found.map((one) => one.sigma);
  const stated = `${Math.min(...sigmas).toFixed(2)} … ${Math.max(...sigmas).toFixed(2)}`;
  const counts = [`${within}/${found.length}`, worst(sure), `${doubted.length}`, worst(doubted)];
  const last = [stated, `${covered}/${found.length}`];
  return [name, `${side}`, ...counts, silent > 0 ? `**${silent}**` : '0', ...last];
}

function heading({ pixel_pitch_um, z_mm, range_mm }: Rig): string {
  const [from, to] = range_mm.map((z) => String(z).replace('-', '−'));
  const depth = depthOfFieldMm(0.6328, Math.hypot(0.18, 0.15) / 3, pixel_pitch_um);
  return `pitch ${pixel_pitch_um} µm, z ${String(z_mm).replace('-', '−')} in ${from} … ${to} mm (depth of field ${depth.toPrecision(2)} mm)`;
}

const body = Object.entries(objects).map(([name, object]) => [name, ...rigs.map((rig) => cell(object, rig))]);
console.log(
  `${SIDE} × ${SIDE} px, 10,000 electrons, 12 bit, ${seeds.length} seeds with and without a background frame; largest error in depths of field.\n`,
);
console.log(markdownTable(['object', ...rigs.map(heading)], body));
console.log(
  `\nStrong lenses in small frames, 10,000 electrons, ${seeds.length} seeds, no background frame: lensless at 30 mm in 25 … 35 mm, pitch 0.2 µm at 0 and 0.02 mm, pitch 1 µm at 1.5 mm in 0.2 … 10 mm. Errors in depths of field.\n`,
);
const lensHeadings = ['within ¼', 'worst not doubted', 'doubted', 'worst doubted', 'above ½ and not doubted'];
lensHeadings.push('σ stated', 'within 2 σ');
const lensBody = Object.entries(lenses).flatMap(([name, object]) =>
  LENS_SIDES.map((side) => lensRow(name, object, side)),
);
console.log(markdownTable(['object', 'side, px', ...lensHeadings], lensBody));
if (!passed) process.exitCode = 1;
