import { NOISE_TILES } from '../../demodulate/demodulate-pair.ts';
import { tileMoments } from '../../field/tile-moments.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Recipe } from '../../recipe/values.ts';
import { strayPlaces } from '../../uncertainty/stray-light.ts';
import type { TwinChoice } from '../focus/choose-twin.ts';
import { alsoFocused, type FieldToFocus, type FocusFieldSettings } from '../focus/focus-field.ts';
import type { AddedField } from './sideband-overlap.ts';

/** E|n|² in units of the background's intensity, row by row of square grids. */
export interface AddedPower {
  /** per noise tile */
  readonly mean: Float64Array;
  /** on as many places as hold a few samples each: it gathers at edges of the sample */
  readonly places: Float64Array;
}

/** What is added to a field, brought to where the sample is in focus as that was. */
export function addedPower(
  kernels: Kernels,
  { plane, gain }: AddedField,
  { field, sideband, rig }: Omit<FieldToFocus, 'outside'>,
  twin: Pick<TwinChoice, 'z' | 'conjugate'>,
  recipe: Recipe,
  settings: FocusFieldSettings,
): AddedPower {
  alsoFocused(kernels, { field: { ...field, plane }, sideband, rig }, twin, recipe, settings);
  const per = (tiles: number) =>
    tileMoments(kernels, plane, field.rows, field.cols, tiles).power.map((p) => gain * p);
  return { mean: per(NOISE_TILES), places: per(strayPlaces(field)) };
}
