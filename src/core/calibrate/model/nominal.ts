import { mediumWavelength, samplePixelSize } from '../../rig/geometry.ts';
import type { Recipe } from '../../recipe/values.ts';
import type { Certificate, TargetModel } from '../../targets/target-model.ts';
import type { Target } from '../../targets/target.ts';
import type { RigSettings } from './rig-settings.ts';

/** What a person says about a frame that shows a target: which one it is, and the rig as they believe it to be. */
export interface CalibrationRequest {
  readonly target: Target;
  /** of the very part in hand; replaces the nominal size and tolerance */
  readonly certificate?: Certificate | undefined;
  /** half-width of what the wavelength may differ from what is said, nm; absent: a stated share of it */
  readonly wavelength_tolerance_nm?: number | undefined;
  /** one σ of the pitch over repeated recordings, a share, where somebody has measured it */
  readonly repeatability?: number | undefined;
  /** a validated recipe whose pitch and distance (or range of distances) are best guesses */
  readonly recipe: Recipe;
}

/** The rig as a person believes it to be. */
export interface Nominal {
  /** where light propagates: that in vacuum over the index of the immersion */
  readonly medium_wavelength_um: number;
  /** of a camera pixel on the target */
  readonly pitch_um: number;
  /** see `Subject` */
  readonly magnification: number;
  /** distances from the target to the sensor, µm, in the space that light propagates in */
  readonly from_um: number;
  readonly to_um: number;
  /** whether a person gave that range; else it is a guess around the distance that they gave */
  readonly rangeGiven: boolean;
  /** how far from all that it may be */
  readonly allowed: RigSettings;
}

/** How much larger or smaller than drawn a part may be that tells the scale by its size, a share. */
function sizeShare({ target, certificate }: CalibrationRequest, { rigid }: TargetModel): number {
  if (certificate?.part_tolerance !== undefined) return certificate.part_tolerance;
  // of a chart tolerances are those of each bar
  if (rigid === 'part') return 0;
  const { entry } = target;
  const tolerance = certificate?.feature_tolerance_um ?? entry.feature_tolerance_um ?? 0;
  return tolerance / (certificate?.feature_size_um ?? entry.feature_size_um);
}

/** @returns distances that leave room for a part at the ends of its tolerance */
export function nominalOf(request: CalibrationRequest, model: TargetModel, allowed: RigSettings): Nominal {
  const { recipe } = request;
  const pitch_um = samplePixelSize(recipe);
  const { z_mm, z_min_mm, z_max_mm } = recipe;
  const z = z_mm ?? 0;
  // a range says where to look, whatever is taken for the distance
  const rangeGiven = z_min_mm !== null && z_max_mm !== null;
  const off = 2 * allowed.scale;
  const [from, to] = rangeGiven ? [z_min_mm, z_max_mm] : [z * (1 - off), z * (1 + off)];
  // a part that is larger than drawn makes pixels look smaller, and z with their square
  const share = 2 * sizeShare(request, model);
  const ends = [from, to].flatMap((end) => [1000 * (1 - share) * end, 1000 * (1 + share) * end]);
  return {
    ...{ medium_wavelength_um: mediumWavelength(recipe), pitch_um },
    magnification: recipe.pixel_pitch_um / pitch_um,
    ...{ from_um: Math.min(...ends), to_um: Math.max(...ends), rangeGiven, allowed },
  };
}
