import { COVERAGE, type Measured } from '../../rig/calibration.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import type { ImageSettings } from '../locate/locate-settings.ts';
import { fitAtImage, fitsAt, imagesOf, talbotSpacing, type Image } from '../locate/lattice-images.ts';
import { distanceRange } from '../locate/locate.ts';
import { marginOf, type RingingCycles } from '../model/margin.ts';
import type { Nominal } from '../model/nominal.ts';
import type { DoubtSettings } from './judge-settings.ts';

/**
 * The distances among which a frame would have to decide, µm.
 * @param slack by how much what is within a range may be seen beside it
 */
export function span(
  { from_um, to_um, rangeGiven }: Nominal,
  slack: number,
  { wrongBy }: DoubtSettings,
): readonly [number, number] {
  const ends = [from_um - slack, from_um + slack, to_um - slack, to_um + slack];
  if (!rangeGiven) for (const end of [from_um, to_um]) ends.push(end * wrongBy, end / wrongBy);
  return [Math.min(...ends), Math.max(...ends)];
}

/** @param slack half a depth of field, µm as the difference */
export function isElsewhere(difference_um: number, slack: number, { same }: DoubtSettings): boolean {
  return Math.abs(difference_um) > same * slack;
}

/** @param here how well the drawing fits where it was found; both at most 1 */
export function fitsAsWell(there: number, here: number, { asGood, unfitted }: DoubtSettings): boolean {
  return there >= Math.min(asGood * here, 1 - unfitted * (1 - here));
}

interface Settings {
  readonly doubt: DoubtSettings;
  readonly images: ImageSettings;
  readonly ringing: RingingCycles;
}

/** Whether an image of a lattice fits as well as the lattice where it was found. */
export interface DistanceDoubt {
  /** why the distance is not known; null: it is */
  readonly why: string | null;
  /** µm: by how much the farthest image differs that fits as well and may lie within the distance’s own uncertainty; 0: none does */
  readonly aside_um: number;
  /** µm: the nearest image beyond the range that a person gave that fits as well, so that the distance rests on that range; null: none does */
  readonly beyond_um: number | null;
}

/**
 * A lattice casts images of itself along the light, and the twin wave, which is
 * the other sideband off-axis and part of every frame in-line, casts them as from behind the sensor: the drawing fits
 * in all of them, and only what a person says about the distance tells one from the other: where that is a range, images beyond
 * it by more than two standard uncertainties are none that it could be. One that lies beyond by less is seen there by what a lens
 * does, for the target is within the range: it counts as at that end. One within a standard uncertainty of what was found leaves
 * hardly more unknown than it is anyway.
 * @param found µm: with what is found of a lens, which moves it and an image of the twin opposite ways
 */
export function distanceDoubt(
  final: FinalFit,
  nominal: Nominal,
  { doubt, images: settings, ringing }: Settings,
  { value, sigma }: Measured,
  onStep: () => void = () => {},
): DistanceDoubt {
  const { fit, subject, measured } = final;
  const [lattice] = subject.model.lattices;
  const none = { why: null, aside_um: 0, beyond_um: null };
  if (!lattice) return none;
  const { z, slack } = distanceRange(final, nominal);
  const [from, to] = span(nominal, nominal.rangeGiven ? COVERAGE * sigma : slack, doubt);
  const moved = value - z;
  const lies = (image: Image) => image.z + (image.twin ? -moved : moved);
  const reach = Math.abs(moved);
  const spacing = talbotSpacing(lattice, subject.medium_wavelength_um);
  const images = (least: number, most: number) =>
    imagesOf(z, spacing, least - reach, most + reach).filter((image) => {
      return lies(image) >= least && lies(image) <= most && isElsewhere(image.z - z, slack, doubt);
    });
  const alikeIn = (from_um: number, to_um: number) => {
    const margin = marginOf(measured, { ...nominal, from_um, to_um }, ringing);
    const compared = { subject, measured, state: fit.state, margin, slack, settings, onStep };
    const here = fitsAt(compared, [z], false).score;
    return (image: Image) => fitsAsWell(fitAtImage(compared, z, image).score, here, doubt);
  };
  const others = images(from, to);
  const alike = others.length > 0 ? others.filter(alikeIn(from, to)) : [];
  const aside = (image: Image) => Math.abs(within(nominal, lies(image)) - value);
  const rival = alike.find((image) => aside(image) > sigma);
  if (rival) return { ...none, why: whyNotKnown(nominal, lies(rival), { value, sigma }) };
  const [least, most] = span({ ...nominal, rangeGiven: false }, slack, doubt);
  const far = (image: Image) => Math.abs(lies(image) - value);
  const beyond = images(least, most)
    .filter((image) => lies(image) < from || lies(image) > to)
    .sort((a, b) => far(a) - far(b));
  const next = beyond.length > 0 ? beyond.find(alikeIn(least, most)) : undefined;
  return {
    ...none,
    aside_um: alike.reduce((farthest, image) => Math.max(farthest, aside(image)), 0),
    beyond_um: next ? lies(next) : null,
  };
}

/** Where the target would be that is seen at a distance, by what is said of it. */
function within({ from_um, to_um, rangeGiven }: Nominal, seen_um: number): number {
  if (!rangeGiven) return seen_um;
  return Math.min(Math.max(seen_um, Math.min(from_um, to_um)), Math.max(from_um, to_um));
}

function whyNotKnown({ rangeGiven }: Nominal, rival_um: number, { value, sigma }: Measured): string {
  const mm = (um: number) => (um / 1000).toPrecision(4);
  const fits = `The pattern repeats itself along the light: ${mm(rival_um)} mm fits as well as ${mm(value)} mm, so the distance is not known`;
  return rangeGiven
    ? `${fits}: each may lie within the range that was given, as far as it is known (σ ${(sigma / 1000).toPrecision(2)} mm). Use a coarser pattern or a chart, or give a narrower range.`
    : `${fits} (z_mm alone does not say which of them it is). Say with z_min_mm and z_max_mm between which ends it lies, or use a target with a coarser period.`;
}
