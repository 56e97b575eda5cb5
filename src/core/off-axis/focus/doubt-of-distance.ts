import { NOISE_TILES } from '../../demodulate/demodulate-pair.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Recipe } from '../../recipe/values.ts';
import { statedDefocus } from '../../rig/stated-defocus.ts';
import {
  changesOnTheWay,
  defocusDoubt,
  type Changes,
  type DefocusDoubt,
} from '../../uncertainty/defocus-doubt.ts';
import { propagationOf, type FieldToFocus, type FocusFieldSettings } from './focus-field.ts';
import type { BackgroundScatter } from '../../uncertainty/background-scatter.ts';
import { lostAtEdges } from '../../uncertainty/lost-at-edges.ts';
import type { NoiseSettings } from '../../uncertainty/noise-settings.ts';
import { refined, type NoiseMap } from '../../uncertainty/phase-sigma.ts';
import type { TwinChoice } from './choose-twin.ts';

/**
 * What the distance of a field leaves in doubt, on a grid of half a cycle of the filter's rim, for it lies in the sample and beside its edges and
 * nowhere else: where it was found its own uncertainty, which takes along that of the wavelength, as a focus is one of z λ; where it was
 * given what tolerances and a profile state. Where which of the twins is the object's is open, the sample lies on either side of the sensor as
 * likely: half of the square of what the other side differs by counts, too.
 * @param focused the field in focus, 1 (or `outside`) where there is no sample
 */
export function doubtOfDistance(
  kernels: Kernels,
  focused: FieldToFocus,
  { focus, z, by }: TwinChoice,
  recipe: Recipe,
  settings: FocusFieldSettings,
  scatter: BackgroundScatter | null,
): DefocusDoubt {
  const doubt = focus
    ? { distance: Math.max(0, focus.uncertainty), wavelength: 0 }
    : statedDefocus(recipe, focused.rig);
  const propagation = propagationOf(focused, recipe, settings);
  const { rows, cols, stepX, stepY } = focused.field;
  const places = Math.ceil(2 * Math.max(rows * stepY, cols * stepX) * focused.sideband.passRadius);
  const tiles = Math.max(NOISE_TILES, places);
  const off = defocusDoubt(kernels, focused.field, tiles, doubt, propagation);
  if (z === 0 || by !== 'nearly equal sharpness') return off;
  const other = changesOnTheWay(kernels, focused.field, tiles, [{ ...propagation, z: 2 * z }]).phase;
  // what scatters where there is no sample is another in each of the two planes, and counts by itself
  const counted = scatter ? scatter.grain.variance + scatter.clouds.variance : 0;
  return { ...off, distance: other.map((v, t) => Math.max(0, v / 2 - counted) + (off.distance?.[t] ?? 0)) };
}

/** On a grid finer than the noise tiles: what light that missed the frame leaves in doubt; null in the plane of the sensor. */
export function lightThatMissed(
  kernels: Kernels,
  focused: FieldToFocus,
  { z }: TwinChoice,
  recipe: Recipe,
  settings: FocusFieldSettings & { readonly noise: NoiseSettings },
  camera: NoiseMap,
): Changes | null {
  if (z === 0) return null;
  const tiles = NOISE_TILES * Math.max(1, Math.round(settings.noise.edgeTiles));
  const noise = refined(camera.fieldVariance, camera.tiles, tiles).map((v) => v / 2);
  const away = { ...propagationOf(focused, recipe, settings), z: -z };
  return lostAtEdges(kernels, focused.field, tiles, noise, away);
}
