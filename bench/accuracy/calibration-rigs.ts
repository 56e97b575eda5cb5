import { Random } from '../../src/core/simulate/random.ts';
import type { LegendreTerm } from '../../src/core/simulate/aberration.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import type { Recipe } from '../../src/core/recipe/values.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { findTarget } from '../../src/core/targets/catalogue.ts';
import { boundsOf } from '../../src/core/targets/shape.ts';
import type { Target } from '../../src/core/targets/target.ts';
import type { Certificate, TargetModel } from '../../src/core/targets/target-model.ts';

/**
 * One kind of rig that a target is photographed with. Distances are such that light from beyond the quarter of a frame
 * that the simulator draws around it does not matter.
 */
export interface Setup {
  readonly target_id: string;
  readonly mode: 'off-axis' | 'inline';
  readonly side_px: number;
  readonly pitch_um: number;
  readonly z_mm: number;
  /** share of the frame by which the target may lie off the middle */
  readonly shift: number;
}

const inline = (target_id: string, pitch_um: number, z_mm: number, shift = 0.2): Setup => {
  return { target_id, mode: 'inline', side_px: 384, pitch_um, z_mm, shift };
};
const offAxis = (target_id: string, pitch_um: number, z_mm: number, shift = 0.2): Setup => {
  return { target_id, mode: 'off-axis', side_px: 512, pitch_um, z_mm, shift };
};

export const setups: readonly Setup[] = [
  inline('ronchi-10', 3.45, 3),
  inline('ronchi-50', 1, 0.3),
  inline('distortion-grid-50um', 3.45, 3),
  inline('usaf-1951', 3.45, 3, 0.1),
  inline('stage-micrometer-100um', 3.45, 3, 0.1),
  { ...inline('hex-nut-m1.6', 9, 20, 0.05), side_px: 480 },
  offAxis('ronchi-50', 1, 0.3),
  offAxis('distortion-grid-50um', 1, 0.3),
  offAxis('usaf-1951', 2, 1, 0.1),
  offAxis('stage-micrometer-100um', 2, 1, 0.1),
  offAxis('pinhole-50um', 0.4, 0.05, 0.15),
  offAxis('step-grating-100nm', 0.4, 0.02),
  inline('distortion-grid-500um', 9, 20),
  { ...inline('hex-nut-m2', 9.6, 20, 0.05), side_px: 640 },
  offAxis('distortion-grid-500um', 5, 5),
  { ...offAxis('hex-nut-m1.6', 9, 20, 0.05), side_px: 480 },
  offAxis('usaf-1951-negative', 2, 1, 0.1),
  offAxis('pinhole-10um', 0.15, 0.01),
  offAxis('step-grating-20nm', 0.2, 0.01),
  { ...offAxis('chessboard-grating-3um', 0.12, 0.005), side_px: 768 },
];

/**
 * The same for measuring rigs: at 0.3 mm the twin of a fine ruling casts its image at 0.33 mm, and nobody could tell
 * which one it is.
 */
export const tellable: readonly Setup[] = setups.map((setup) =>
  setup.mode === 'off-axis' && setup.target_id === 'ronchi-50' ? { ...setup, z_mm: 0.15 } : setup,
);

/** Given ± share of a distance that are looked through. */
const RANGE = 0.12;

/** A recipe that says between which ends the distance lies: what is known of it where a pattern repeats itself. */
export function withRange(recipe: Recipe): Recipe {
  const z = recipe.z_mm!;
  return { ...recipe, z_min_mm: (1 - RANGE) * z, z_max_mm: (1 + RANGE) * z };
}

/** µm: what a camera's pixels may be */
const LARGEST_PITCH = 9.7;
/** where every target shows something */
const SAMPLE = { left_um: 0, top_um: 0, right_um: 1000, bottom_um: 1000 };

/** px: what is left of a period, of its wider or narrower half, and of a ball; off-axis less of the band is recorded */
const LEAST_PX = {
  period: { inline: 14, 'off-axis': 20 },
  half: { inline: 2.2, 'off-axis': 6 },
  ball: { inline: 14, 'off-axis': 24 },
};

/** The same in a smaller frame, with as much of the target in the view as its finest parts allow. */
export function shrunk(setup: Setup, sides: Readonly<Record<Setup['mode'], number>>): Setup {
  const { mode, pitch_um } = setup;
  const side_px = Math.min(setup.side_px, sides[mode]);
  const model = findTarget(setup.target_id)!.model();
  const by = Math.min(coarserBy(setup, model, setup.side_px / side_px), LARGEST_PITCH / pitch_um);
  const least = Math.min(setup.side_px, Math.ceil(wholeIn(setup, model) / (by * pitch_um)));
  return { ...setup, side_px: Math.max(side_px, least), pitch_um: by * pitch_um, z_mm: by * setup.z_mm };
}

function coarserBy({ mode, pitch_um }: Setup, model: TargetModel, wanted: number): number {
  const [lattice] = model.lattices;
  if (!lattice && model.copies === 'one') return wanted;
  const box = boundsOf(model.areas(SAMPLE)[0]!.shape);
  const width = Math.min(box.right_um - box.left_um, box.bottom_um - box.top_um);
  if (!lattice) return Math.max(1, Math.min(wanted, width / LEAST_PX.ball[mode] / pitch_um));
  const period = Math.hypot(lattice.a.x_um, lattice.a.y_um);
  const half = Math.min(width, period - width);
  const most = Math.min(period / LEAST_PX.period[mode], half / LEAST_PX.half[mode]) / pitch_um;
  return Math.max(1, Math.min(wanted, most));
}

/** µm that a view must have: of a chart the finest parts are enough, one thing must be seen whole, and lines from end to end. */
function wholeIn({ side_px, pitch_um }: Setup, { areas, lattices, rigid }: TargetModel): number {
  if (lattices.length === 0) return rigid === 'whole' ? side_px * pitch_um : 0;
  const { top_um, bottom_um } = boundsOf(areas(SAMPLE)[0]!.shape);
  return Number.isFinite(bottom_um - top_um) ? 2 * (bottom_um - top_um) : 0;
}

export interface Rig {
  readonly input: SimulationInput;
  readonly recipe: Recipe;
  readonly target: Target;
  readonly withBackground: boolean;
  /** what is said about the part in hand; undefined: what its maker says */
  readonly certificate: Certificate | undefined;
  /** by how much the simulated part is larger than it is said to be, and one σ of what is said: shares of its size */
  readonly size: { readonly off: number; readonly sigma: number };
}

/**
 * Parts come as their makers' tolerances let them, equally likely anywhere inside. Those of a chart are of each bar by
 * itself, which the simulator does not draw: a chart is exact, and so is its certificate.
 */
function sizeOf(target: Target, random: Random) {
  const { feature_size_um, feature_tolerance_um = 0 } = target.entry;
  const { rigid, copies, mayBeOval } = target.model();
  const known = mayBeOval ? { part_tolerance: 0 } : { feature_tolerance_um: 0 };
  const exact = { feature_size_um, ...known };
  const share = feature_tolerance_um / feature_size_um;
  if (share === 0 || (rigid === 'part' && copies === 'one'))
    return { certificate: exact, size: { off: 0, sigma: 0 } };
  return {
    certificate: undefined,
    size: { off: random.between(-share, share), sigma: share / Math.sqrt(3) },
  };
}

/** A rig with everything wrong that the issue names: pitch by up to 3 %, distance by up to 10 %, and the rest. */
export function rigOf(setup: Setup, seed: number): Rig {
  const { target_id, mode, side_px, pitch_um, z_mm, shift } = setup;
  const random = Random.from(seed, 77);
  const target = findTarget(target_id)!;
  const { determines, mayBeOval } = target.model();
  const both = mayBeOval || determines.includes('anisotropy');
  const within = (half: number) => random.between(-half, half);
  const reach = shift * side_px * pitch_um;
  const aberration: LegendreTerm[] = [
    { x: 2, y: 0, rad: within(3) },
    { x: 0, y: 2, rad: within(3) },
    { x: 1, y: 1, rad: within(2) },
    { x: 3, y: 0, rad: within(1) },
    { x: 0, y: 3, rad: within(1) },
  ];
  // what shows no aberration of its own needs a background frame against it
  const readsAberration = determines.includes('aberration');
  const input: SimulationInput = {
    ...{ mode, object: { kind: 'target' }, width_px: side_px, height_px: side_px },
    ...{ pixel_pitch_um: pitch_um, z_mm, seed, uneven_light: random.between(0, 0.3) },
    ...{ dust: Math.floor(random.between(0, 6)), photoelectrons: random.between(2000, 20_000) },
    target: {
      ...{ target_id, rotation_deg: random.between(0, 360), shift_x_um: within(reach) },
      ...{ shift_y_um: within(reach), anisotropy: both ? 1 + within(0.01) : 1 },
      shear: both && determines.includes('shear') ? within(0.01) : 0,
    },
    ...(mode === 'off-axis' && readsAberration ? { aberration } : {}),
  };
  const nominal = { pitch: pitch_um * (1 + within(0.03)), z: z_mm * (1 + within(0.1)) };
  const magnified = pitch_um < 2.5;
  const recipe = parseRecipe({
    ...{ holography_mode: mode, wavelength_um: 0.6328, pixel_pitch_um: nominal.pitch, z_mm: nominal.z },
    ...(magnified ? { pixel_pitch_basis: 'object_space', magnification: 3.45 / pitch_um } : {}),
  });
  const withBackground = !readsAberration || random.between(0, 1) < 0.5;
  const { certificate, size } = sizeOf(target, random);
  const size_um = target.entry.feature_size_um * (1 + size.off);
  const drawn = { ...input, object: { ...input.object, size_um } };
  return { input: drawn, recipe, target, withBackground, certificate, size };
}
