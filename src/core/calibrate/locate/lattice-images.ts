import type { Lattice } from '../../targets/target-model.ts';
import { foldOf } from '../model/margin.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Subject } from '../model/predict.ts';
import { pitchOf, type State } from '../model/state.ts';
import { scanDistances, type DistanceFound } from './distance-scan.ts';
import type { ImageSettings } from './locate-settings.ts';

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

export interface Image {
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

/** That are looked at to either side of an image. */
const PLACES = 6;

/** A state's distance is compared with images of it. */
export interface SeenFrom {
  readonly subject: Subject;
  readonly measured: MeasuredLight;
  readonly state: State;
  /** camera pixels */
  readonly margin: number;
  /** half a depth of field, µm */
  readonly slack: number;
  readonly settings: ImageSettings;
  readonly onStep: () => void;
}

/**
 * How well a drawing fits at distances (µm, ascending), best first. An image lies half a period beside what it is one of, so it
 * is laid there first: what a comparison takes from the other side of a frame does not fit.
 */
export function fitsAt(
  { subject, measured, state: own, margin, onStep }: SeenFrom,
  distances: readonly number[],
  twin: boolean,
): DistanceFound {
  const seen = twin && measured.im ? { ...measured, im: measured.im.map((v) => -v) } : measured;
  const state = { ...own, places: [own.places[0]!] };
  const pitch = pitchOf(state.places[0]!) * subject.magnification;
  const zetas = distances.map((at) => at / (pitch * pitch));
  const alone = { ...subject, pieces: [null] };
  const options = { fold: foldOf(measured), onStep };
  const scan = (from: State, at: readonly number[]) =>
    scanDistances(alone, seen, from, at, margin, options)[0]!;
  return scan(scan(state, [zetas[zetas.length >> 1]!]).state, zetas);
}

/** The same at an image: a fit in one of them ends a little beside it, and so the other one lies a little beside where it should. */
export function fitAtImage(compared: SeenFrom, from: number, { z, twin }: Image): DistanceFound {
  return fitsAt(compared, placesAt(z, from, compared.slack, compared.settings), twin);
}

/** Distances at which an image is looked for that should lie at z, and no nearer to what it is one of than half-way, µm. */
export function placesAt(z: number, from: number, slack: number, { beside }: ImageSettings): number[] {
  const far = z === from ? beside * slack : Math.min(beside * slack, Math.abs(z - from) / 2);
  return Array.from({ length: 2 * PLACES + 1 }, (_, k) => z + (k / PLACES - 1) * far);
}
