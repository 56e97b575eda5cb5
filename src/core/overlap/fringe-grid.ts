import { grownNoise } from '../demodulate/give-back-pixels.ts';
import { demodulate, fadeAt, type nativeGrid } from '../demodulate/demodulate.ts';
import { plainCarrier } from '../demodulate/plain-carrier.ts';
import { fft2, ifft2 } from '../fft/fft2.ts';
import { fastSize } from '../fft/fast-size.ts';
import type { CameraImage } from '../field/camera.ts';
import type { Frequency } from '../field/frequency.ts';
import { seenAlong } from '../field/pixel-area.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY, wholeQuads } from '../kernel/complex-layout.ts';
import type { FloatsAt, QuadsAt } from '../kernel/addresses.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { ComplexPlane, RealPlane } from '../kernel/plane.ts';
import type { OverlapSettings } from './overlap-settings.ts';

/** What is measured: the frame on the coarsest grid that holds its band, with a margin where nothing is known. */
export interface Fringes {
  /** intensity over its mean; 1 where nothing is known */
  readonly data: RealPlane;
  /** where the sideband lies: pixels see it as it is, and anything else over that */
  readonly carrier: Frequency;
  readonly fullRows: number;
  readonly fullCols: number;
  /** camera pixels from one sample to the next */
  readonly stepX: number;
  readonly stepY: number;
  /** the carrier's conjugate along x and y */
  readonly tx: QuadsAt;
  readonly ty: QuadsAt;
  /** how far the frame had faded where it was sampled */
  readonly windowX: FloatsAt;
  readonly windowY: FloatsAt;
  /** P₁ and, `tableX` (`tableY`) floats on, P₂ of the places of the samples */
  readonly legendreX: FloatsAt;
  readonly legendreY: FloatsAt;
  readonly tableX: number;
  readonly tableY: number;
  /** camera pixels over which the frame faded */
  readonly taper: number;
  /** share of the fringes' contrast that the variance of the samples still has */
  readonly fringeShare: number;
  /** variance of a sample for unit variance of the camera's white noise */
  readonly noiseGain: number;
  /** the same of noise that has only the frequencies of the sideband, over their share of all: pixels see these otherwise */
  readonly sidebandGain: number;
}

/** Where the frame has faded to less it says nothing. */
export const LEAST_WINDOW = 0.1;
/** Camera pixels: a shorter fade would have more of a band than it saves. */
const LEAST_TAPER = 16;
/** Where it has faded at all, the field leans on light that nobody saw: the misfit there says little. */
export const JUDGED_WINDOW = 0.99;

/**
 * Samples a frame as coarsely as twice the field's band, and the sideband around the carrier, permit; but not more coarsely
 * than `mostSamples` asks for, because the noise beyond the band tells of the noise within.
 * @param scope owns the planes
 * @param fade camera pixels, of the frame at its edges, as for the demodulated field
 */
export function sampleFringes(
  kernels: Kernels,
  scope: Scope,
  image: CameraImage,
  carrier: Frequency,
  radius: number,
  fade: number,
  settings: OverlapSettings,
): Fringes {
  const { rows, cols } = image.plane;
  const taper = Math.max(LEAST_TAPER, fade);
  const grid = gridOf(image.plane, { carrier, radius, taper }, settings);
  const { fullRows, fullCols } = grid;
  const step = { x: fullCols / grid.cols, y: fullRows / grid.rows };
  const data = scope.real(grid.rows, grid.cols);
  const along = (count: number, samples: number, apart: number, frequency: number) => ({
    ...{ window: fadeTable(kernels, scope, count, taper, samples, apart) },
    ...{ carrier: plainCarrier(kernels, scope, samples, frequency * apart) },
    ...{ legendre: legendreAlong(kernels, scope, count, samples, apart) },
  });
  const [x, y] = [along(cols, grid.cols, step.x, carrier.x), along(rows, grid.rows, step.y, carrier.y)];
  const windows = { windowX: x.window, windowY: y.window };
  const gains = resample(kernels, image, grid, { ...windows, taper, carrier }, data);
  const sidebandGain = gains.white * grownNoise({ carrier, stopRadius: radius }, kernels.wasm.sin);
  return {
    fringeShare: keptContrast(1 / step.x, carrier.x) * keptContrast(1 / step.y, carrier.y),
    ...{ data, carrier, fullRows, fullCols, stepX: step.x, stepY: step.y, taper },
    ...{ noiseGain: gains.all, sidebandGain },
    ...{ tx: x.carrier, ty: y.carrier, ...windows },
    ...{ legendreX: x.legendre, legendreY: y.legendre },
    ...{ tableX: wholeQuads(grid.cols), tableY: wholeQuads(grid.rows) },
  };
}

/** Samples of a frame with its margin, and how many of them are taken. */
export function gridOf(
  { rows, cols }: Pick<RealPlane, 'rows' | 'cols'>,
  {
    carrier,
    radius,
    taper,
  }: { readonly carrier: Frequency; readonly radius: number; readonly taper: number },
  { margin, mostSamples }: Pick<OverlapSettings, 'margin' | 'mostSamples'>,
) {
  const [fullRows, fullCols] = [fastSize(rows + margin), fastSize(cols + margin)];
  const enough = Math.min(1, Math.sqrt(mostSamples / (fullRows * fullCols)));
  const side = (full: number, component: number) => {
    const band = Math.max(2 * radius, Math.abs(component) + radius) + 1 / taper;
    return Math.min(full, fastSize(Math.ceil(full * Math.max(enough, 2 * band))));
  };
  return { rows: side(fullRows, carrier.y), cols: side(fullCols, carrier.x), fullRows, fullCols };
}

/** Another frame as {@link sampleFringes} samples one, over the mean of that one; plus 1. */
export function sampleAlike(
  kernels: Kernels,
  scope: Scope,
  plane: RealPlane,
  mean: number,
  fringes: Fringes,
): RealPlane {
  const { data, fullRows, fullCols } = fringes;
  const { rows, cols } = data;
  const out = scope.real(rows, cols);
  resample(kernels, { plane, mean: 0 }, { rows, cols, fullRows, fullCols }, fringes, out, 1 / mean);
  return out;
}

/** @returns the share of the band that was kept, as white noise has it, and what is left of its variance once the area of pixels is given back */
function resample(
  kernels: Kernels,
  image: Pick<CameraImage, 'plane' | 'mean'>,
  grid: ReturnType<typeof nativeGrid>,
  { taper, carrier, windowX, windowY }: Pick<Fringes, 'taper' | 'carrier' | 'windowX' | 'windowY'>,
  out: RealPlane,
  scale = 1 / image.mean,
): { readonly white: number; readonly all: number } {
  using scratch = kernels.scope();
  const filter = { passRadius: 0, stopRadius: 0, taper };
  const { plane, noiseGain } = demodulate(kernels, scratch, image, { x: 0, y: 0 }, filter, grid);
  const grown = withoutPixels(kernels, plane, grid, carrier);
  kernels.wasm.overlapData(plane, windowX, windowY, out, { scale, leastWindow: LEAST_WINDOW });
  return { white: noiseGain, all: noiseGain * grown };
}

/**
 * Gives samples of the intensity back what the area of pixels took from fine detail, over what it took from the carrier's.
 * @returns by how much the variance of white noise grows
 */
function withoutPixels(
  kernels: Kernels,
  plane: ComplexPlane,
  { fullRows, fullCols }: ReturnType<typeof nativeGrid>,
  carrier: Frequency,
): number {
  const { rows, cols } = plane;
  const across = seenAlong(carrier.x, cols, fullCols, kernels.wasm.sin);
  const down = seenAlong(carrier.y, rows, fullRows, kernels.wasm.sin);
  fft2(kernels, plane);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  const places = Int32Array.from({ length: cols }, (_, x) => inRow(x));
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const at = row * pitch + places[col]!;
      const seen = across[col]! * down[row]!;
      values[at]! /= seen;
      values[at + TO_IMAGINARY]! /= seen;
    }
  ifft2(kernels, plane);
  const growth = (seen: Float64Array) => seen.reduce((sum, s) => sum + 1 / (s * s), 0) / seen.length;
  return growth(across) * growth(down);
}

/** The fade of a side at each sample, 0 beyond the frame. */
function fadeTable(
  kernels: Kernels,
  scope: Scope,
  count: number,
  taper: number,
  samples: number,
  step: number,
): FloatsAt {
  const padded = wholeQuads(samples) + 4;
  const known = Math.min(samples, Math.floor((count - 1) / step) + 1);
  const fade = fadeAt(kernels, count, taper, known, step);
  const block = scope.floats(padded);
  kernels.floats(block, padded).fill(0).set(fade);
  return block;
}

/** P₁ and P₂ over the frame, from −1 to 1. */
function legendreAlong(
  kernels: Kernels,
  scope: Scope,
  count: number,
  samples: number,
  step: number,
): FloatsAt {
  const padded = wholeQuads(samples);
  const block = scope.floats(2 * padded);
  const values = kernels.floats(block, 2 * padded).fill(0);
  for (let k = 0; k < samples; k++) {
    const t = Math.max(-1, Math.min(1, (2 * k * step) / (count - 1) - 1));
    values[k] = t;
    values[padded + k] = (3 * t * t - 1) / 2;
  }
  return block;
}

/**
 * What is left of a variation of the noise with the frequency f after the noise was cut to the share `kept` of the band:
 * the overlap of that band with itself moved by f, on a circle of one cycle per pixel.
 */
function keptContrast(kept: number, frequency: number): number {
  const f = Math.abs(frequency);
  return (Math.max(0, kept - f) + Math.max(0, kept - 1 + f)) / kept;
}
