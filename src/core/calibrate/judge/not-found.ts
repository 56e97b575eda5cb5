import { inFigures } from '../../evidence/in-figures.ts';
import type { Recipe } from '../../recipe/values.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import type { CalibrationRequest } from '../model/nominal.ts';
import type { Prepared } from '../prepare/prepared.ts';

/**
 * @param least share explained below which the fine fit does not come to what is asked for
 * @returns why that is not worth its time, or null
 */
export function whyHopeless(
  explained: number,
  least: number,
  { target, recipe, certificate }: CalibrationRequest,
  light: FrameLight = { saturated: 0, alike: 0 },
): string | null {
  if (explained >= least) return null;
  return `${target.entry.display_name} was not found: in the best place that a search over all turns, sizes within ±5 % and the distances asked for came to, its drawing explains ${Math.round(100 * Math.max(0, explained))} % of what the frame shows. Check that this target is in view, in the light, and at the distance given, and that the pixel pitch and magnification are those of this rig.${lightText(target.model(certificate), light)}${sideOf(recipe)}`;
}

/**
 * What a frame shows in place of a lattice that was named: only the number of pixels of a period is seen, so the part may be another, or its pixels.
 * @param sizeIs what of the target the size is
 * @param times how many times as large as said
 */
export function otherSize(sizeIs: string, size_um: number, times: number, explained: number): string {
  const [size, pixels] = [size_um, 1 / times].map((value) => Number(value.toPrecision(3)));
  return ` The same drawing explains ${Math.round(100 * explained)} % with about ${size} µm as ${sizeIs}: either that is the part in view (say feature_size_um), or pixels are ${pixels} times as large as given.`;
}

/** Another part than the one that was named, and the share of a frame that its drawing explains. */
export interface Rival {
  readonly name: string;
  readonly explained: number;
}

/**
 * A drawing of another part that leaves less of a frame unexplained is what the frame shows, however well this one fits: narrow lines may look like broad ones that
 * lie elsewhere along the light, and lines like others twice as far apart.
 * @param explained share of the frame that the drawing of the named target explains
 * @returns why it is refused, or null
 */
export function whyAnother(
  explained: number,
  rival: Rival | null,
  { target }: CalibrationRequest,
): string | null {
  if (!rival || rival.explained <= explained) return null;
  const percent = (share: number) => (100 * share).toFixed(1);
  return `${rival.name} explains ${percent(rival.explained)} % of what the frame shows, and ${target.entry.display_name} ${percent(explained)} %. Check that the part is the one that was named.`;
}

/** What an exposure leaves of a frame. */
type FrameLight = Pick<Prepared, 'saturated' | 'alike'>;

/** What a person should change of the light in a frame of which no target was found, or one that is not believed. */
export function lightText(model: TargetModel, { saturated, alike }: FrameLight): string {
  return fullText(model, saturated) + (2 * alike > 1 ? alikeText(alike) : '');
}

/** Of a frame that is dark but for a hole, few pixels may be much of what is bright. */
function fullText({ ground, lattices }: TargetModel, saturated: number): string {
  if (saturated === 0 || ground.kind !== 'opaque' || lattices.length > 0) return '';
  return ` ${inFigures(100 * saturated)} % of the pixels are full, and where little of a part lets light through that may be much of what is bright: lower the exposure until none is.`;
}

/** Of most of a frame rounding says what is there, and not the light. */
function alikeText(alike: number): string {
  return ` ${Math.floor(100 * alike)} % of the pixels hold one and the same value: fringes are less than a grey level there, and what they would tell is lost in rounding. Make the reference brighter beside the light that comes through the target, or record more bits.`;
}

/** Behind a lens a distance is another one on its other side, by the square of the magnification: nothing is mixed up as easily. */
export function sideOf({ magnification, pixel_pitch_basis }: Recipe): string {
  if (magnification === 1) return '';
  const times = Number((magnification * magnification).toPrecision(3));
  return pixel_pitch_basis === 'sensor'
    ? ` With pixel_pitch_basis=sensor z_mm lies on the camera’s side of the lens, and is ${times} times (the magnification squared) as long as at the sample.`
    : ` With pixel_pitch_basis=object_space z_mm lies at the sample: on the camera’s side of the lens it is ${times} times (the magnification squared) as long.`;
}
