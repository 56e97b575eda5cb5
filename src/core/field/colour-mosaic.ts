import { tileBounds } from './tile-bounds.ts';
import { evidenceSettings } from '../evidence/evidence-settings.ts';
import { blankParts } from './blank-parts.ts';
import type { CameraImage } from './camera.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';

/** Kinds of pixels: even and odd columns of even rows, then of odd rows. */
const KINDS = 4;
/** Equal parts of a frame's side. */
const PARTS = 4;
/** Share of its gains that each part must show: fringes near half a cycle per pixel do in one part and not in others. */
const ALIKE = 1 / 2;

/**
 * What the four kinds of pixels of a colour camera make of the same light, over their mean: behind filters of three colours, light of
 * one wavelength comes out as a pattern of two by two pixels.
 * @param slack share of the light by which kinds may differ and be alike
 * @returns null where they are alike, or differ here and there only
 */
export function mosaicGains(kernels: Kernels, plane: RealPlane, slack: number): readonly number[] | null {
  const parts = Array.from({ length: PARTS * PARTS }, (_, t) => {
    const rows = tileBounds(Math.floor(t / PARTS), PARTS, plane.rows);
    const cols = tileBounds(t % PARTS, PARTS, plane.cols);
    return meansOf(kernels, plane, rows, cols);
  });
  const means = Array.from({ length: KINDS }, (_, kind) => mean(parts.map((part) => part[kind]!)));
  const level = mean(means);
  const off = means.map((value) => value / level - 1);
  if (!(Math.max(...off) - Math.min(...off) > slack)) return null;
  const strength = dot(off, off);
  const isMosaic = parts.every((part) => dot(part, off) / level >= (ALIKE * strength * mean(part)) / level);
  return isMosaic ? off.map((value) => 1 + value) : null;
}

/**
 * A frame as a camera without filters had seen it: as it is, where kinds of pixels see alike, and where its range or a blank part cut off
 * what they saw.
 * @param scope owns its plane where that is another one
 */
export function evened(kernels: Kernels, scope: Scope, image: CameraImage): CameraImage {
  const { slack, saturated } = evidenceSettings;
  const gains = mosaicGains(kernels, image.plane, slack);
  if (!gains || image.fractionAtMaximum > saturated || blankParts(kernels, image).share > 0) return image;
  return { ...withoutMosaic(kernels, scope, image, gains), mosaic: gains };
}

/** In words, for a flag. */
export function mosaicWords(gains: readonly number[]): string {
  const shares = gains.map((gain) => gain.toFixed(2)).join(', ');
  return `The frame has a pattern of two by two pixels, as raw frames of colour cameras have: the four kinds hold ${shares} of the mean light. They were made alike, which is right for light of one wavelength.`;
}

/** @param scope owns the frame, whose kinds of pixels see alike */
export function withoutMosaic(
  kernels: Kernels,
  scope: Scope,
  image: CameraImage,
  gains: readonly number[],
): CameraImage {
  const { rows, cols, pitch, ptr } = image.plane;
  const plane = scope.real(rows, cols);
  const [from, to] = [kernels.floats(ptr, rows * pitch), kernels.floats(plane.ptr, rows * plane.pitch)];
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < cols; x += 1)
      to[y * plane.pitch + x] = from[y * pitch + x]! / gains[2 * (y & 1) + (x & 1)]!;
  return { ...image, plane };
}

interface Bounds {
  readonly from: number;
  readonly to: number;
}

/** Of each kind of pixels within a part. */
function meansOf(kernels: Kernels, { ptr, rows, pitch }: RealPlane, down: Bounds, across: Bounds): number[] {
  const counts = kernels.floats(ptr, rows * pitch);
  const [sums, sizes] = [new Float64Array(KINDS), new Float64Array(KINDS)];
  const starts = [0, 1].map((odd) => across.from + ((across.from + odd) & 1)) as [number, number];
  for (let y = down.from; y < down.to; y += 2) {
    // an addition waits for the one before: of four sums each has the time of the others
    const pair = [y, y + 1].filter((row) => row < down.to);
    for (const row of pair)
      for (const odd of [0, 1]) sizes[2 * (row & 1) + odd]! += Math.ceil((across.to - starts[odd]!) / 2);
    addRows(counts, pair, pitch, starts, across.to, sums);
  }
  return Array.from(sums, (sum, kind) => sum / sizes[kind]!);
}

/** Every second pixel of one row or of two, from either start on. @param sums of each kind, changed */
function addRows(
  counts: Float32Array,
  [one, other]: readonly number[],
  pitch: number,
  [even, odd]: readonly [number, number],
  end: number,
  sums: Float64Array,
): void {
  const kind = 2 * (one! & 1);
  const [first, next] = [one! * pitch, (other ?? one!) * pitch];
  let [a, b, c, d] = [sums[kind]!, sums[kind + 1]!, sums[2 - kind]!, sums[3 - kind]!];
  const both = (end - Math.max(even, odd) + 1) >> 1;
  for (let k = 0; k < 2 * both; k += 2) {
    a += counts[first + even + k]!;
    b += counts[first + odd + k]!;
    c += counts[next + even + k]!;
    d += counts[next + odd + k]!;
  }
  const last = 2 * both;
  if (even + last < end) [a, c] = [a + counts[first + even + last]!, c + counts[next + even + last]!];
  if (odd + last < end) [b, d] = [b + counts[first + odd + last]!, d + counts[next + odd + last]!];
  [sums[kind], sums[kind + 1]] = [a, b];
  if (other !== undefined) [sums[2 - kind], sums[3 - kind]] = [c, d];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, k) => sum + value * other[k]!, 0);
}
