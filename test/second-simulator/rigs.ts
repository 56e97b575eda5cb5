import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import type { Recipe } from '../../src/core/recipe/values.ts';
import { findTarget } from '../../src/core/targets/catalogue.ts';
import type { Target } from '../../src/core/targets/target.ts';
import { Chance } from './chance.ts';
import type { SecondRig, Surface } from './record.ts';
import { unevenness } from './unevenness.ts';

/** What a target is photographed with. Lengths as the target sees them. */
export interface SecondSetup {
  readonly target_id: string;
  readonly mode: 'off-axis' | 'inline';
  readonly side_px: number;
  readonly pitch_um: number;
  readonly z_um: number;
}

const inline = (target_id: string, pitch_um: number, z_um: number, side_px = 192): SecondSetup => {
  return { target_id, mode: 'inline', side_px, pitch_um, z_um };
};
const offAxis = (target_id: string, pitch_um: number, z_um: number, side_px = 224): SecondSetup => {
  return { target_id, mode: 'off-axis', side_px, pitch_um, z_um };
};

export const secondSetups: readonly SecondSetup[] = [
  inline('distortion-grid-50um', 3.45, 1500, 160),
  inline('ronchi-10', 3.45, 1500),
  inline('usaf-1951', 3.45, 1500, 224),
  inline('stage-micrometer-100um', 4.5, 2000),
  inline('ronchi-50', 1.2, 250),
  inline('distortion-grid-500um', 9.5, 12_000, 240),
  offAxis('distortion-grid-50um', 1.6, 300),
  offAxis('ronchi-50', 1, 120, 192),
  offAxis('usaf-1951', 3, 800),
  offAxis('stage-micrometer-100um', 3, 800),
  offAxis('pinhole-50um', 0.6, 60, 192),
  offAxis('pinhole-10um', 0.2, 10, 192),
  offAxis('step-grating-100nm', 0.4, 15, 192),
  offAxis('chessboard-grating-3um', 0.12, 4, 224),
];

export interface SecondCase {
  readonly target: Target;
  readonly rig: SecondRig;
  readonly recipe: Recipe;
  readonly withBackground: boolean;
  /** what a plane wave would have to have for the same frame, and so what a fit is to find: µm, degrees */
  readonly truth: {
    readonly pitch: number;
    readonly ratio: number;
    readonly z: number;
    readonly rotation: number;
  };
}

/** What real rigs have wrong, as shares of what matters; the same for every mode. */
export const WRONG = {
  nominal: { pitch: 0.03, z: 0.08, range: 0.12 },
  wavelength: 0.01,
  ratio: 0.006,
  /** of the image's size */
  curvature: { inline: 0.001, 'off-axis': 0.005 },
  light: { target: 0.15, sensor: 0.15 },
  /** waves, root mean square */
  lens: 0.03,
  ghost: { amplitude: 0.02, px: 12 },
  /** of a pixel */
  bias: 0.08,
};
const WAVELENGTH = 0.6328;
/** cycles per pixel */
const APERTURE = { inline: 0.4, 'off-axis': 0.13 };
/** A lens lies between target and camera where pixels are smaller than any camera's. */
const SMALLEST_PIXEL = 2.5;

export function secondCase(setup: SecondSetup, seed: number): SecondCase {
  const { target_id, mode, side_px, pitch_um, z_um } = setup;
  const chance = new Chance(seed);
  const target = findTarget(target_id)!;
  const { determines, illumination, mayBeOval } = target.model();
  const wrong = (share: number) => 1 + chance.within(share);
  const ratio = mayBeOval || determines.includes('anisotropy') ? wrong(WRONG.ratio) : 1;
  const wavelength_um = WAVELENGTH * wrong(WRONG.wavelength);
  const larger = chance.within(WRONG.curvature[mode]);
  const hasLens = mode === 'off-axis' || pitch_um < SMALLEST_PIXEL;
  const rotation = chance.between(0, 360);
  const reach = 0.1 * side_px * pitch_um;
  const rig: SecondRig = {
    ...{ mode, side_px, wavelength_um, z_um, seed },
    ...{ pitch_x_um: pitch_um * Math.sqrt(ratio), pitch_y_um: pitch_um / Math.sqrt(ratio) },
    curvature_per_um: larger / z_um,
    lying: {
      rotation_rad: (rotation * Math.PI) / 180,
      ...{ x_um: chance.within(reach), y_um: chance.within(reach) },
    },
    bias_um: illumination === 'reflection' ? 0 : WRONG.bias * pitch_um * chance.within(1),
    lightAtTarget: unevenness(chance, WRONG.light.target),
    lightAtSensor: unevenness(chance, WRONG.light.sensor),
    lens: hasLens ? { radius: APERTURE[mode] / pitch_um, waves: lensOf(chance) } : null,
    ghosts: [0, 1].map(() => [
      ...([chance.between(0, WRONG.ghost.amplitude), WRONG.ghost.px * pitch_um * chance.within(1)] as const),
      ...([WRONG.ghost.px * pitch_um * chance.within(1), chance.between(0, 2 * Math.PI)] as const),
    ]),
    carrier: [chance.between(0.2, 0.26), chance.between(0.16, 0.24)],
    phaseAtSensor: [
      ...([
        [2, 0, chance.within(3)],
        [0, 2, chance.within(3)],
        [1, 1, chance.within(2)],
      ] as const),
      ...([
        [3, 0, chance.within(1)],
        [0, 3, chance.within(1)],
      ] as const),
    ],
    electrons: chance.between(3000, 20_000),
  };
  const truth = { pitch: pitch_um / (1 + larger), ratio, z: z_um / (1 + larger), rotation };
  const z = (z_um / 1000) * wrong(WRONG.nominal.z);
  const recipe = parseRecipe({
    ...{
      holography_mode: mode,
      wavelength_um: WAVELENGTH,
      pixel_pitch_um: pitch_um * wrong(WRONG.nominal.pitch),
    },
    z_mm: z,
    ...(pitch_um < SMALLEST_PIXEL
      ? { pixel_pitch_basis: 'object_space', magnification: 3.45 / pitch_um }
      : {}),
  });
  // a pattern that repeats looks alike at other distances: people say between which ends it lies
  const range = { z_min_mm: z * (1 - WRONG.nominal.range), z_max_mm: z * (1 + WRONG.nominal.range) };
  const withBackground = chance.next() < 0.5;
  return { target, rig, recipe: { ...recipe, ...range }, withBackground, truth };
}

/** Coma, astigmatism, trefoil and spherical aberration that add up to the share of a wave. */
function lensOf(chance: Chance): Surface {
  const kinds = [
    [2, 2],
    [2, -2],
    [3, 1],
    [3, -1],
    [3, 3],
    [3, -3],
    [4, 0],
  ] as const;
  const own = kinds.map(() => chance.normal());
  const size = Math.hypot(...own);
  return kinds.map(([n, m], k) => [n, m, (WRONG.lens * own[k]!) / size] as const);
}
