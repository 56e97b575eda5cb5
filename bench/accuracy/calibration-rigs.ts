import { Random } from '../../src/core/simulate/random.ts';
import type { LegendreTerm } from '../../src/core/simulate/aberration.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import { parseRecipe, type Recipe } from '../../src/core/recipe.ts';
import { findTarget } from '../../src/core/targets/catalogue.ts';
import type { Target } from '../../src/core/targets/target.ts';

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
  inline('fibre-125um', 2, 1.2, 0.15),
  offAxis('ronchi-50', 1, 0.3),
  offAxis('distortion-grid-50um', 1, 0.3),
  offAxis('usaf-1951', 2, 1, 0.1),
  offAxis('stage-micrometer-100um', 2, 1, 0.1),
  offAxis('pinhole-50um', 0.4, 0.05, 0.15),
  offAxis('fibre-125um', 1, 0.3, 0.15),
  offAxis('step-grating-100nm', 0.4, 0.02),
];

export interface Rig {
  readonly input: SimulationInput;
  readonly recipe: Recipe;
  readonly target: Target;
  readonly withBackground: boolean;
}

/** A rig with everything wrong that the issue names: pitch by up to 3 %, distance by up to 10 %, and the rest. */
export function rigOf(setup: Setup, seed: number): Rig {
  const { target_id, mode, side_px, pitch_um, z_mm, shift } = setup;
  const random = Random.from(seed, 77);
  const target = findTarget(target_id)!;
  const both = target.model().determines.includes('anisotropy');
  const reflects = target.model().illumination === 'reflection';
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
  const readsAberration = target.model().determines.includes('aberration');
  const input: SimulationInput = {
    ...{ mode, object: { kind: 'target' }, width_px: side_px, height_px: side_px },
    ...{ pixel_pitch_um: pitch_um, z_mm, seed, uneven_light: random.between(0, 0.3) },
    ...{ dust: Math.floor(random.between(0, 6)), photoelectrons: random.between(2000, 20_000) },
    target: {
      ...{ target_id, rotation_deg: random.between(0, 360), shift_x_um: within(reach) },
      ...{ shift_y_um: within(reach), anisotropy: both ? 1 + within(0.01) : 1 },
      shear: both && target.model().determines.includes('shear') ? within(0.01) : 0,
    },
    ...(mode === 'off-axis' && readsAberration ? { aberration } : {}),
  };
  const nominal = { pitch: pitch_um * (1 + within(0.03)), z: z_mm * (1 + within(0.1)) };
  const magnified = pitch_um < 2.5;
  const recipe = parseRecipe({
    ...{ holography_mode: mode, wavelength_um: 0.6328, pixel_pitch_um: nominal.pitch, z_mm: nominal.z },
    ...(reflects ? { sample_type: 'reflection' } : {}),
    ...(magnified ? { pixel_pitch_basis: 'object_space', magnification: 3.45 / pitch_um } : {}),
  });
  return { input, recipe, target, withBackground: !readsAberration || random.between(0, 1) < 0.5 };
}
