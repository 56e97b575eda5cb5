import { NOISE_TILES } from '../demodulate/demodulate-pair.ts';
import { demodulate, nativeGrid, type NativeField } from '../demodulate/demodulate.ts';
import { upsample } from '../demodulate/upsample.ts';
import type { CameraImage } from '../field/camera.ts';
import { tileMoments } from '../field/tile-moments.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { ComplexPlane, RealPlane } from '../kernel/plane.ts';
import type { Demodulation } from './rig-gain.ts';
import type { SequenceSettings } from './sequence-settings.ts';

/** What a sample's own light does to a frame: the carrier does not modulate it, and no drift of the phase changes it. */
export interface ObjectLight {
  /** counts, in a frame of the mean `frameMean`; away from the sample 0 */
  readonly plane: RealPlane;
  readonly frameMean: number;
  /** amplitude of the sample's beam over that of the reference */
  readonly beamRatio: number;
  /** what of it gets through the filter over the noise's variance, in the noise tile where that is most */
  readonly shareOfNoise: number;
}

/** A sequence's sample as its frames have it in common. */
interface Sample {
  /** less its smooth background, in the plane of the sensor */
  readonly field: NativeField;
  /** what it is where there is no sample: 1, or 0 where the background's phase was left in */
  readonly outside: { readonly re: number; readonly im: number };
  /** modulus of the background, counts, per noise tile */
  readonly light: Float64Array;
  /** E|n|² of one frame's field, counts², per noise tile */
  readonly noise: Float64Array;
}

/**
 * The autocorrelation term of a sequence's sample, |o|² less that of its background. What of it gets through the filter
 * turns against a field that drifts, so that it is taken out of the frames. Its form is that of the field's square; how
 * strong it is (which of the two beams is the stronger can't be told from their product) is measured where it lies alone.
 * @param scope owns the plane
 * @param image a frame of the sample
 * @returns null where it does not reach the filter, or is not seen
 */
export function objectLight(
  kernels: Kernels,
  scope: Scope,
  image: CameraImage,
  sample: Sample,
  demodulation: Demodulation,
  { leastShare, certain }: SequenceSettings['objectLight'],
): ObjectLight | null {
  const { rows, cols } = image.plane;
  const plane = scope.real(rows, cols);
  using scratch = kernels.scope();
  const fine = upsample(kernels, scratch, sample.field, rows, cols, sample.outside);
  square(kernels, fine, plane, sample.light);
  // more than all of the light would be something else
  const most = image.mean / (sample.light.reduce((a, b) => a + b, 0) / sample.light.length);
  const ofOne = shareOfNoise(kernels, plane, sample.noise, demodulation);
  if (!(ofOne * most * most > leastShare)) return null;
  const beamRatio = strengthOf(kernels, image, plane, demodulation, certain);
  if (beamRatio === null || beamRatio > most) return null;
  const share = ofOne * beamRatio * beamRatio;
  if (!(share > leastShare)) return null;
  const values = kernels.floats(plane.ptr, rows * plane.pitch);
  for (let k = 0; k < values.length; k++) values[k]! *= beamRatio;
  return { plane, frameMean: image.mean, beamRatio, shareOfNoise: share };
}

/** Takes it out of a frame of the same sample, as much as that one has light. */
export function takeObjectLight(kernels: Kernels, { plane, mean }: CameraImage, light: ObjectLight): void {
  const share = mean / light.frameMean;
  const values = kernels.floats(plane.ptr, plane.rows * plane.pitch);
  const taken = kernels.floats(light.plane.ptr, plane.rows * plane.pitch);
  for (let k = 0; k < values.length; k++) values[k]! -= share * taken[k]!;
}

/** |t|² − 1, times the background's modulus, which lies on straight lines between its tiles. */
function square(kernels: Kernels, field: ComplexPlane, to: RealPlane, light: Float64Array): void {
  const { rows, cols, pitch } = to;
  const from = kernels.floats(field.ptr, floatsIn(field));
  const out = kernels.floats(to.ptr, rows * pitch).fill(0);
  const pitchFrom = floatsPerRow(field);
  const columns = Array.from({ length: cols }, (_, x) => ({ at: inRow(x), ...amongTiles(x, cols) }));
  const line = new Float64Array(NOISE_TILES);
  for (let y = 0; y < rows; y++) {
    const { first, share } = amongTiles(y, rows);
    const above = first * NOISE_TILES;
    for (let t = 0; t < NOISE_TILES; t++)
      line[t] = (1 - share) * light[above + t]! + share * light[above + NOISE_TILES + t]!;
    for (let x = 0; x < cols; x++) {
      const column = columns[x]!;
      const re = from[y * pitchFrom + column.at]!;
      const im = from[y * pitchFrom + column.at + TO_IMAGINARY]!;
      const modulus = (1 - column.share) * line[column.first]! + column.share * line[column.first + 1]!;
      out[y * pitch + x] = (re * re + im * im - 1) * modulus;
    }
  }
}

function amongTiles(k: number, count: number): { readonly first: number; readonly share: number } {
  const at = Math.max(0, Math.min(NOISE_TILES - 1, ((k + 0.5) / count) * NOISE_TILES - 0.5));
  const first = Math.min(Math.floor(at), NOISE_TILES - 2);
  return { first, share: at - first };
}

/** How many times the image has a form, in the outer half of what lies between DC and the filter; null: that is not certain. */
function strengthOf(
  kernels: Kernels,
  image: CameraImage,
  form: RealPlane,
  { sideband, filter }: Demodulation,
  certain: number,
): number | null {
  const { carrier, stopRadius, outwardRadius } = sideband;
  const length = Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y);
  const free = length - Math.max(stopRadius, outwardRadius);
  const { rows, cols } = image.plane;
  if (!(free * Math.min(rows, cols) > 2)) return null;
  using scratch = kernels.scope();
  const grid = nativeGrid(rows, cols, free);
  const upTo = (plane: RealPlane, stop: number) => {
    const low = { passRadius: stop, stopRadius: stop, taper: filter.taper };
    const mean = meanOf(kernels, plane);
    return demodulate(kernels, scratch, { plane, mean }, { x: 0, y: 0 }, low, grid);
  };
  const ring = (plane: RealPlane) => difference(kernels, upTo(plane, free), upTo(plane, free / 2));
  const [seen, expected] = [ring(image.plane), ring(form)];
  let [both, own, all] = [0, 0, 0];
  expected.forEach((value, k) => {
    both += value * seen[k]!;
    own += value * value;
    all += seen[k]! * seen[k]!;
  });
  const strength = both / own;
  const left = Math.max(0, all - strength * both);
  // of real samples a ring of the spectrum holds as many as it has bins
  const independent = Math.PI * 0.75 * free * free * rows * cols;
  return strength > certain * Math.sqrt(left / own / independent) ? strength : null;
}

/** Of real fields on one grid. */
function difference(kernels: Kernels, one: NativeField, other: NativeField): Float64Array {
  const { plane, rows, cols } = one;
  const [a, b] = [plane, other.plane].map(({ ptr }) => kernels.floats(ptr, floatsIn(plane)));
  return Float64Array.from({ length: rows * cols }, (_, k) => {
    const at = Math.floor(k / cols) * floatsPerRow(plane) + inRow(k % cols);
    return a![at]! - b![at]!;
  });
}

/** What of it gets through the filter, over the noise, in the tile where that is most. */
function shareOfNoise(
  kernels: Kernels,
  plane: RealPlane,
  noise: Float64Array,
  { sideband, filter, grid }: Demodulation,
): number {
  using scratch = kernels.scope();
  const image = { plane, mean: meanOf(kernels, plane) };
  const field = demodulate(kernels, scratch, image, sideband.carrier, filter, grid);
  const { power } = tileMoments(kernels, field.plane, field.rows, field.cols, NOISE_TILES);
  return power.reduce((most, p, t) => Math.max(most, p / noise[t]!), 0);
}

function meanOf(kernels: Kernels, { ptr, rows, cols, pitch }: RealPlane): number {
  const values = kernels.floats(ptr, rows * pitch);
  let sum = 0;
  for (let y = 0; y < rows; y++) for (let x = 0; x < cols; x++) sum += values[y * pitch + x]!;
  return sum / (rows * cols);
}
