import { fadeAt, table, type NativeField } from '../../demodulate/demodulate.ts';
import { fft2, fftColumns, fftRows, ifft2 } from '../../fft/fft2.ts';
import {
  blocksOf,
  COLS_PER_BLOCK,
  floatsIn,
  floatsPerRow,
  inRow,
  TO_IMAGINARY,
} from '../../kernel/complex-layout.ts';
import type { CameraImage } from '../../field/camera.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { corner, type ComplexPlane } from '../../kernel/plane.ts';
import type { SmoothPhase } from '../../phase/smooth-phase.ts';
import { divide } from '../../phase/smooth-series.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import type { NoiseSettings } from '../../uncertainty/noise-settings.ts';
import { lightOfObject } from './light-of-object.ts';

interface OverlapInput {
  readonly image: CameraImage;
  /** less its smooth background, in the plane of the sensor */
  readonly field: NativeField;
  readonly sideband: Sideband;
  /** what the field is where there is no sample */
  readonly flat: { readonly outside: { readonly re: number; readonly im: number } };
  /** of the fringes, 2 A / (mean intensity) */
  readonly visibility: number | null;
  /** the smooth phase that bends the carrier, which the term does not have; null: it is straight */
  readonly bentBy?: SmoothPhase | null;
}

/** A field that is added to the one that was found, up to a factor. */
export interface AddedField {
  readonly plane: ComplexPlane;
  /** to the square, in units of the background's amplitude */
  readonly gain: number;
}

/**
 * What the autocorrelation term of a hologram adds to the field that is demodulated beside it. The field that was found, û, is squared,
 * and what of the spectrum of |û|² lies around the carrier is what gets in, times |o|² / A (see {@link gainOf}).
 * @param scope owns the plane that is returned
 * @returns null where the term does not reach the filter
 */
export function sidebandOverlap(
  kernels: Kernels,
  scope: Scope,
  { image, field, sideband, flat: { outside }, visibility, bentBy = null }: OverlapInput,
  { leastHalo }: NoiseSettings,
): AddedField | null {
  const { carrier, passRadius, halo } = sideband;
  if (!(halo > leastHalo)) return null;
  const { plane, rows, cols, stepX, stepY, taper } = field;
  const spectrum = scope.complex(plane.rows, plane.cols);
  using scratch = kernels.scope();
  const fade = (samples: number, step: number) =>
    table(kernels, scratch, fadeAt(kernels, Math.floor(samples * step), taper, samples, step));
  const used = corner(plane, rows, cols);
  kernels.wasm.placeField(used, fade(cols, stepX), fade(rows, stepY), spectrum, outside);
  fft2(kernels, spectrum);
  const twice = scratch.complex(2 * plane.rows, 2 * plane.cols);
  kernels.wasm.resampleSpectrum(spectrum, twice, {
    passRadius: 0,
    stopRadius: 0,
    scale: 4,
  });
  // columns that were left empty, and those that are not taken, need no transform
  const half = (plane.cols - 1) >> 1;
  transformColumns(kernels, twice, -half, half, true);
  fftRows(kernels, twice, true);
  squareBeside(kernels, twice, outside.re);
  if (bentBy) {
    const grid = { first: -1, stepX: 1 / (cols - 1), stepY: 1 / (rows - 1) };
    const { degree, coefficients } = bentBy;
    divide(kernels, twice, twice.rows, twice.cols, degree, coefficients, 0, new Float64Array([1]), 0, grid);
  }
  fftRows(kernels, twice);
  const perBin = { x: 1 / (stepX * plane.cols), y: 1 / (stepY * plane.rows) };
  const centre = {
    col: Math.round(carrier.x / perBin.x),
    row: Math.round(carrier.y / perBin.y),
  };
  const reach = Math.ceil(passRadius / perBin.x);
  transformColumns(kernels, twice, centre.col - reach, centre.col + reach, false);
  const gain = gainOf(kernels, { field, sideband, outside: outside.re, visibility, image });
  takeDisc(kernels, twice, spectrum, { centre, perBin, radius: passRadius });
  ifft2(kernels, spectrum);
  return { plane: spectrum, gain };
}

/** To the square, the term's amplitude where |û|² is 1, over A: |o|² / A, and |o|² / I is what the frame tells, A / I half of the visibility. */
function gainOf(
  kernels: Kernels,
  {
    visibility,
    ...beside
  }: Omit<Parameters<typeof lightOfObject>[1], 'visibility'> & Pick<OverlapInput, 'visibility'>,
): number {
  if (visibility === null) return 1;
  // a camera that does not count photons shows more than that
  const seen = Math.min(1, visibility);
  const share = lightOfObject(kernels, { ...beside, visibility: seen });
  const amplitude = share === null ? seen : (2 * share) / seen;
  return amplitude * amplitude;
}

/** Of a field less what is outside, its intensity less that outside, as a real part: 2 Re(w) outside + |w|². */
function squareBeside(kernels: Kernels, plane: ComplexPlane, outside: number): void {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  // quads of real parts, each followed by its imaginary parts; what lies past the columns is scratch
  for (let at = 0; at < values.length; at += 2 * TO_IMAGINARY)
    for (let k = at; k < at + TO_IMAGINARY; k++) {
      const re = values[k]!;
      const im = values[k + TO_IMAGINARY]!;
      values[k] = 2 * re * outside + re * re + im * im;
      values[k + TO_IMAGINARY] = 0;
    }
}

/** Transforms the columns of the frequencies from `low` to `high` (bins; negative ones lie at the end of a row). */
function transformColumns(
  kernels: Kernels,
  plane: ComplexPlane,
  low: number,
  high: number,
  inverse: boolean,
): void {
  const blocks = blocksOf(plane.cols);
  const wanted = new Uint8Array(blocks);
  for (let col = low; col <= high; col++) {
    const within = ((col % plane.cols) + plane.cols) % plane.cols;
    wanted[Math.floor(within / COLS_PER_BLOCK)] = 1;
  }
  for (let from = wanted.indexOf(1); from >= 0;) {
    const end = wanted.indexOf(0, from);
    const count = (end < 0 ? blocks : end) - from;
    fftColumns(kernels, plane, inverse, from, count);
    from = wanted.indexOf(1, from + count);
  }
}

interface Disc {
  /** bins */
  readonly centre: { readonly col: number; readonly row: number };
  readonly perBin: { readonly x: number; readonly y: number };
  /** in the unit of `perBin` */
  readonly radius: number;
}

/** Moves a disc of a spectrum, `centre` bins from DC, to the middle of another one of the same bins, which may have fewer. */
function takeDisc(
  kernels: Kernels,
  from: ComplexPlane,
  to: ComplexPlane,
  { centre, perBin, radius }: Disc,
): void {
  const source = kernels.floats(from.ptr, floatsIn(from));
  const target = kernels.floats(to.ptr, floatsIn(to)).fill(0);
  const [pitchFrom, pitchTo] = [floatsPerRow(from), floatsPerRow(to)];
  const scale = (to.rows * to.cols) / (from.rows * from.cols);
  const reachY = Math.min(Math.floor(radius / perBin.y), (to.rows - 1) >> 1);
  const across = Math.min(Math.floor(radius / perBin.x), (to.cols - 1) >> 1);
  const along = (cols: number, shift: number) =>
    Int32Array.from({ length: 2 * across + 1 }, (_, k) =>
      inRow((((k - across + shift) % cols) + cols) % cols),
    );
  const [columnsFrom, columnsTo] = [along(from.cols, centre.col), along(to.cols, 0)];
  for (let j = -reachY; j <= reachY; j++) {
    // beyond the source's own band there is nothing of |o|²
    if (Math.abs(j + centre.row) >= from.rows / 2) continue;
    const y = j * perBin.y;
    const reachX = Math.min(Math.floor(Math.sqrt(radius * radius - y * y) / perBin.x), (to.cols - 1) >> 1);
    const fromRow = (((j + centre.row) % from.rows) + from.rows) % from.rows;
    const toRow = (j + to.rows) % to.rows;
    for (let i = -reachX; i <= reachX; i++) {
      if (Math.abs(i + centre.col) >= from.cols / 2) continue;
      const a = fromRow * pitchFrom + columnsFrom[i + across]!;
      const b = toRow * pitchTo + columnsTo[i + across]!;
      target[b] = source[a]! * scale;
      target[b + TO_IMAGINARY] = source[a + TO_IMAGINARY]! * scale;
    }
  }
}
