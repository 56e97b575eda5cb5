import { fft2 } from '../../fft/fft2.ts';
import { fastSize } from '../../fft/fast-size.ts';
import { tileBounds } from '../../field/tile-bounds.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import { contrastSettings } from '../optics/contrast-settings.ts';

/** Of a spectrum up to half a cycle per sample. */
export const BLUR_RINGS = 64;

/** Weights of the samples of a box of a frame. */
export interface PlaceWindow {
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
  /** row by row */
  readonly weights: Float32Array;
}

/** 1 in some tiles, falling to 0 within a tile of them and towards the frame's edges. */
export function windowAbout(
  kernels: Kernels,
  { rows, cols }: { readonly rows: number; readonly cols: number },
  tiles: number,
  about: readonly number[],
): PlaceWindow {
  const inside = new Float64Array(tiles * tiles);
  for (const t of about) inside[t] = 1;
  const [ys, xs] = [about.map((t) => Math.floor(t / tiles)), about.map((t) => t % tiles)];
  const along = (count: number, at: readonly number[]) => {
    const [least, most] = at.reduce<readonly [number, number]>(
      ([a, b], k) => [Math.min(a, k), Math.max(b, k)],
      [tiles, 0],
    );
    const from = tileBounds(Math.max(0, least - 1), tiles, count).from;
    const { to } = tileBounds(Math.min(tiles - 1, most + 1), tiles, count);
    return { from, places: placesOf(kernels, count, tiles).slice(from, to) };
  };
  const [down, across] = [along(rows, ys), along(cols, xs)];
  const between = (j: number, { tile, next, share }: Place) =>
    (1 - share) * inside[j * tiles + tile]! + share * inside[j * tiles + next]!;
  const weights = down.places.flatMap((row) =>
    across.places.map(
      (col) =>
        row.taper *
        col.taper *
        ((1 - row.share) * between(row.tile, col) + row.share * between(row.next, col)),
    ),
  );
  const [height, width] = [down.places.length, across.places.length];
  return { row: down.from, col: across.from, rows: height, cols: width, weights: Float32Array.from(weights) };
}

interface Place {
  readonly tile: number;
  readonly next: number;
  readonly share: number;
  readonly taper: number;
}

/** Between which tiles each sample along a side lies, and what the frame's taper is there. */
function placesOf(kernels: Kernels, count: number, tiles: number): Place[] {
  using scope = kernels.scope();
  const fade = scope.floats(count + 4);
  kernels.wasm.taperWindow(fade, { count, width: contrastSettings.taper * count });
  const taper = kernels.floats(fade, count).slice();
  return Array.from(taper, (one, k) => {
    const at = Math.max(0, Math.min(tiles - 1, ((k + 0.5) / count) * tiles - 0.5));
    const tile = Math.min(Math.floor(at), Math.max(0, tiles - 2));
    return { tile, next: Math.min(tile + 1, tiles - 1), share: at - tile, taper: one };
  });
}

/** @returns mean of |F|² over the samples of each ring, of a wave less its mean in a window, over the window's Σ w² */
export function ringsAbout(kernels: Kernels, wave: ComplexPlane, window: PlaceWindow): Float64Array {
  using scope = kernels.scope();
  const squares = window.weights.reduce((sum, w) => sum + w * w, 0);
  const spectrum = inWindow(kernels, scope, wave, window, meanIn(kernels, wave, window));
  fft2(kernels, spectrum);
  const [sums, counts] = [scope.doubles(BLUR_RINGS), scope.integers(BLUR_RINGS)];
  kernels.doubles(sums, BLUR_RINGS).fill(0);
  kernels.integers(counts, BLUR_RINGS).fill(0);
  kernels.wasm.sumRings(spectrum, sums, counts, { rings: BLUR_RINGS, step: 0.5 / BLUR_RINGS });
  const bins = kernels.integers(counts, BLUR_RINGS).slice();
  return kernels
    .doubles(sums, BLUR_RINGS)
    .map((sum, r) => (squares > 0 ? sum / Math.max(1, bins[r]!) / squares : 0));
}

/** A wave less a value in a window, with room enough about it that each ring has samples. */
export function inWindow(
  kernels: Kernels,
  scope: Scope,
  wave: ComplexPlane,
  window: PlaceWindow,
  less: { readonly re: number; readonly im: number },
): ComplexPlane {
  const sides = [window.rows, window.cols].map((side) => fastSize(Math.max(2 * BLUR_RINGS, side)));
  const plane = scope.complex(sides[0]!, sides[1]!);
  const from = kernels.floats(wave.ptr, floatsIn(wave));
  const to = kernels.floats(plane.ptr, floatsIn(plane)).fill(0);
  forWindow(window, floatsPerRow(wave), floatsPerRow(plane), (w, at, there) => {
    to[there] = w * (from[at]! - less.re);
    to[there + TO_IMAGINARY] = w * (from[at + TO_IMAGINARY]! - less.im);
  });
  return plane;
}

function meanIn(kernels: Kernels, wave: ComplexPlane, window: PlaceWindow) {
  const from = kernels.floats(wave.ptr, floatsIn(wave));
  let [re, im, all] = [0, 0, 0];
  forWindow(window, floatsPerRow(wave), 0, (w, at) => {
    all += w;
    re += w * from[at]!;
    im += w * from[at + TO_IMAGINARY]!;
  });
  return { re: re / Math.max(1e-30, all), im: im / Math.max(1e-30, all) };
}

/** Calls back for every sample of a window with its weight, and where it lies among the floats of its plane and of the window's own. */
function forWindow(
  { row, col, rows, cols, weights }: PlaceWindow,
  pitch: number,
  own: number,
  visit: (weight: number, at: number, there: number) => void,
): void {
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < cols; x += 1)
      visit(weights[y * cols + x]!, (row + y) * pitch + inRow(col + x), y * own + inRow(x));
}
