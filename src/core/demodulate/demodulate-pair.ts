import { tileBounds } from '../field/tile-bounds.ts';
import { tileMoments } from '../field/tile-moments.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { undoClipping, type Clipping } from './undo-clipping.ts';
import {
  demodulate,
  nativeExtent,
  nativeGrid,
  unfade,
  type FadedFilter,
  type NativeField,
} from './demodulate.ts';
import { settleEdges, settlingOf } from './settle-edges.ts';
import { demodulationSettings, type DemodulationSettings } from './demodulation-settings.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import type { SmoothPhase } from '../phase/smooth-phase.ts';
import { divide } from '../phase/smooth-series.ts';
import type { CameraImage } from '../field/camera.ts';
import type { MeasuredFrame } from '../sideband/measure-frame.ts';
import type { Sideband } from '../sideband/sideband.ts';

/** Tiles of the noise maps along each side: the noise follows the light, which varies smoothly. */
export const NOISE_TILES = 12;

/** Native samples at each edge that the fade of the frame touches. */
export function nativeMargin(
  { rows, cols, stepX, stepY, taper }: NativeField,
  { mostMargin }: DemodulationSettings,
): number {
  const faded = Math.ceil(taper / Math.min(stepX, stepY));
  return Math.max(1, Math.min(faded, Math.floor(Math.min(rows, cols) * mostMargin)));
}

/** Both frames on the native grid, the hologram's divided by the background's where there is one. */
export interface DemodulatedPair {
  readonly field: NativeField;
  /** local modulus of the demodulated background frame per noise tile, counts; null without one */
  readonly backgroundModulus: Float64Array | null;
  /** what full pixels of the hologram cost the field; null: nothing */
  readonly clipped: ClippedTiles | null;
}

/** {@link Clipping} per noise tile. */
export interface ClippedTiles {
  /** counts² */
  readonly beside: Float64Array;
  readonly raised: Float64Array;
}

/** Changes a field that was just demodulated, or not. `bend`: see {@link Hooks}; `clipped`: full pixels took from it. */
export type RefineField = (
  image: CameraImage,
  field: NativeField,
  clipped: boolean,
  bend: Bend | null,
) => void;

/** Takes a surface out of camera pixels, or (`back`) puts it in. */
export type Bend = (pixels: ComplexPlane, back: boolean) => void;

/** What is done on the way. */
export interface Hooks {
  /** bends the carrier of both frames, and is taken out of their fields; null: it is straight */
  readonly surface?: SmoothPhase | null;
  /** is shown each frame's field, and may change it */
  readonly refine?: RefineField;
  /** is shown the background frame's field, and the hologram's, before it divides that one */
  readonly look?: (reference: NativeField, hologram: NativeField) => void;
}

/** @param scope owns the field's plane */
export function demodulatePair(
  kernels: Kernels,
  scope: Scope,
  hologram: MeasuredFrame,
  background: MeasuredFrame | null,
  sideband: Sideband,
  settings: DemodulationSettings = demodulationSettings,
  hooks: Hooks = {},
): DemodulatedPair {
  const { field, clipped } = demodulateFrame(kernels, scope, hologram.image, sideband, settings, hooks);
  const backgroundModulus =
    background && divideByBackground(kernels, field, background, sideband, settings, hooks);
  const tiles = clipped && {
    beside: meansPerNoiseTile(clipped.beside, field),
    raised: meansPerNoiseTile(clipped.raised, field),
  };
  return { field, backgroundModulus, clipped: tiles };
}

/** One frame's field, up to its edges and with what full pixels took. */
function demodulateFrame(
  kernels: Kernels,
  scope: Scope,
  image: CameraImage,
  sideband: Sideband,
  settings: DemodulationSettings,
  { surface = null, refine }: Hooks,
  grid = nativeGrid(image.plane.rows, image.plane.cols, sideband.stopRadius),
): { readonly field: NativeField; readonly clipped: Clipping | null } {
  const filter = fadedFilter(sideband, settings);
  const bend: Bend | null = surface && ((pixels, back) => takeOut(kernels, pixels, surface, grid, back));
  const straighten = bend ? (pixels: ComplexPlane) => bend(pixels, false) : undefined;
  const field = demodulate(kernels, scope, image, sideband.carrier, filter, grid, straighten);
  unfade(kernels, field, image.plane, filter);
  settleEdges(kernels, field, settlingOf(kernels, grid, image.plane, filter));
  const clipped = undoClipping(kernels, image, field, sideband, settings);
  refine?.(image, field, clipped !== null, bend);
  return { field, clipped };
}

/** Takes a surface that spans the native samples out of the camera's own pixels, or puts it back in. */
export function takeOut(
  kernels: Kernels,
  pixels: ComplexPlane,
  { degree, coefficients }: SmoothPhase,
  grid: ReturnType<typeof nativeGrid>,
  back: boolean,
): void {
  const { rows, cols } = pixels;
  const used = nativeExtent(grid, { rows, cols });
  const places = {
    first: -1,
    stepX: 2 / ((used.cols - 1) * used.stepX),
    stepY: 2 / ((used.rows - 1) * used.stepY),
  };
  const phase = back ? coefficients.map((c) => -c) : coefficients;
  divide(kernels, pixels, rows, cols, degree, phase, 0, new Float64Array([1]), 0, places);
}

/** The sideband's filter, with the fade of the frame that fits it. */
export function fadedFilter(
  { passRadius, stopRadius }: Sideband,
  { fadeCycles }: DemodulationSettings,
): FadedFilter {
  return { passRadius, stopRadius, taper: Math.ceil(fadeCycles / passRadius) };
}

/**
 * Divides a field by the background frame's, demodulated alike; where that is dark it is regularised.
 * @returns modulus of the background's field per noise tile, counts
 */
export function divideByBackground(
  kernels: Kernels,
  field: NativeField,
  { image }: MeasuredFrame,
  sideband: Sideband,
  settings: DemodulationSettings,
  hooks: Hooks = {},
): Float64Array {
  using scratch = kernels.scope();
  const { plane, fullRows, fullCols } = field;
  const grid = { rows: plane.rows, cols: plane.cols, fullRows, fullCols };
  const { field: reference } = demodulateFrame(kernels, scratch, image, sideband, settings, hooks, grid);
  hooks.look?.(reference, field);
  const backgroundModulus = tileModulus(kernels, reference.plane, reference.rows, reference.cols);
  const typical = backgroundModulus.toSorted()[backgroundModulus.length >> 1]!;
  const weak = settings.weakBackground * typical;
  kernels.wasm.divideField(field.plane, reference.plane, weak * weak);
  return backgroundModulus;
}

/** Mean of a map of rows × cols samples per noise tile, row by row. */
export function meansPerNoiseTile(
  values: Float32Array,
  { rows, cols }: Pick<NativeField, 'rows' | 'cols'>,
): Float64Array {
  return Float64Array.from({ length: NOISE_TILES * NOISE_TILES }, (_, t) => {
    const y = tileBounds(Math.floor(t / NOISE_TILES), NOISE_TILES, rows);
    const x = tileBounds(t % NOISE_TILES, NOISE_TILES, cols);
    let sum = 0;
    for (let j = y.from; j < y.to; j++) for (let i = x.from; i < x.to; i++) sum += values[j * cols + i]!;
    return sum / ((y.to - y.from) * (x.to - x.from));
  });
}

/** Mean modulus of a field per noise tile, row by row. */
export function tileModulus(kernels: Kernels, plane: ComplexPlane, rows: number, cols: number): Float64Array {
  return tileMoments(kernels, plane, rows, cols, NOISE_TILES).modulus;
}
