import type { Lattice } from '../../targets/target-model.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import { scanDistances } from '../locate/distance-scan.ts';
import { distanceRange } from '../locate/locate.ts';
import { foldOf, marginOf } from '../model/margin.ts';
import type { Nominal } from '../model/nominal.ts';
import { pitchOf } from '../model/state.ts';
import type { DoubtSettings } from './judge-settings.ts';

/**
 * How far apart along the light a lattice casts images of itself, µm: there the first orders are behind by half a turn
 * and the others by n² halves, so that the pattern is the same half a period further on (Talbot). Paraxially
 * period² / λ, for rows and for squares.
 */
export function talbotSpacing({ a }: Lattice, medium_wavelength_um: number): number {
  const inverse = 1 / medium_wavelength_um;
  const square = 1 / (a.x_um * a.x_um + a.y_um * a.y_um);
  const axial = Math.sqrt(Math.max(0, inverse * inverse - square));
  return (inverse + axial) / (2 * square);
}

/** Depths of field to either side of an image that it is looked for in, at so many places to a side. */
const BESIDE = 3;
const PLACES = 6;

interface Image {
  /** µm */
  readonly z: number;
  readonly twin: boolean;
}

/** Where a lattice seen at z looks the same, µm, other than at z: images of itself, and those of the twin at −z. */
export function imagesOf(z: number, spacing: number, from: number, to: number): Image[] {
  const images: Image[] = [];
  for (const twin of [false, true]) {
    const first = twin ? -z : z;
    for (let n = Math.ceil((from - first) / spacing); first + n * spacing <= to; n += 1)
      if (twin || n !== 0) images.push({ z: first + n * spacing, twin });
  }
  return images;
}

/** The distances among which a frame would have to decide, µm. */
function span(
  { from_um, to_um, rangeGiven }: Nominal,
  slack: number,
  wrongBy: number,
): readonly [number, number] {
  const ends = [from_um - slack, from_um + slack, to_um - slack, to_um + slack];
  if (!rangeGiven) for (const end of [from_um, to_um]) ends.push(end * wrongBy, end / wrongBy);
  return [Math.min(...ends), Math.max(...ends)];
}

/**
 * Why the distance is not known, or null. A lattice casts images of itself along the light, and the twin wave, which is
 * the other sideband off-axis and part of every frame in-line, casts them as from behind the sensor: the drawing fits
 * in all of them, and only what a person says about the distance tells one from the other.
 */
export function distanceDoubt(
  final: FinalFit,
  nominal: Nominal,
  { asGood, unfitted, same, wrongBy }: DoubtSettings,
): string | null {
  const { fit, subject, measured } = final;
  const [lattice] = subject.model.lattices;
  if (!lattice) return null;
  const { z, slack } = distanceRange(final, nominal);
  const [from, to] = span(nominal, slack, wrongBy);
  const images = imagesOf(z, talbotSpacing(lattice, subject.medium_wavelength_um), from, to);
  const others = images.filter((image) => Math.abs(image.z - z) > same * slack);
  if (others.length === 0) return null;
  const pitch = pitchOf(fit.state.places[0]!) * subject.magnification;
  const mirrored = measured.im ? { ...measured, im: measured.im.map((v) => -v) } : measured;
  const state = { ...fit.state, places: [fit.state.places[0]!] };
  const own = { ...subject, pieces: [null] };
  const options = { fold: foldOf(measured), onStep: () => {} };
  const around = marginOf(measured, { ...nominal, from_um: from, to_um: to });
  const scoreOf = (distances: readonly number[], twin: boolean) => {
    const places = distances.map((at) => at / (pitch * pitch));
    return scanDistances(own, twin ? mirrored : measured, state, places, around, options)[0]!.score;
  };
  // a fit in an image of the twin ends a little beside it, and so the other one lies a little beside where it should
  const scoreAt = (image: Image) => {
    const far = Math.min(BESIDE * slack, Math.abs(image.z - z) / 2);
    const near = Array.from({ length: 2 * PLACES + 1 }, (_, k) => image.z + (k / PLACES - 1) * far);
    return scoreOf(near, image.twin);
  };
  const here = scoreOf([z], false);
  const least = Math.min(asGood * here, 1 - unfitted * (1 - here));
  const rival = others.find((image) => scoreAt(image) >= least);
  if (!rival) return null;
  const mm = (um: number) => (um / 1000).toPrecision(4);
  return `The pattern repeats itself along the light: ${mm(rival.z)} mm fits as well as ${mm(z)} mm, so the distance is not known. Use a target with a coarser period, or say with z_min_mm and z_max_mm which one it is.`;
}
