import { limits } from '../limits/limits.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import type { Crop, Frame, Quantisation, Samples } from './frame.ts';
import type { RealPlane } from '../kernel/plane.ts';

/** What a frame was smoothed by. */
export interface SmoothedBy {
  /** of the bell, one standard deviation */
  readonly px: number;
  /** cycles/px to which noise told it */
  readonly heardTo: number;
  /** whether that was undone */
  readonly isUndone: boolean;
}

/** A cropped frame in the kernels' memory, with what its samples say about the exposure. */
export interface CameraImage {
  /** camera counts */
  readonly plane: RealPlane;
  readonly crop: Crop;
  readonly mean: number;
  readonly minimum: number;
  readonly maximum: number;
  /** share of the samples that sit at the largest value: clipped, when there are many */
  readonly fractionAtMaximum: number;
  /** how a lossy file rounded the whole frame; its blocks begin at the frame's corner, not at the crop's */
  readonly quantisation?: Quantisation | undefined;
  /** what the four kinds of pixels of a colour camera made of the same light, where that was undone; absent: it was not */
  readonly mosaic?: readonly number[];
  /** how many pixels that stood out alone were replaced by what those around them foretell; absent: none */
  readonly lonePixels?: number;
  /** 1 for samples that are known to hold no recording, row by row; absent: of none it is known */
  readonly unmeasured?: Uint8Array;
  /** where it was smoothed after it was recorded; absent: nothing tells that it was */
  readonly blur?: SmoothedBy;
}

/** The centre of a frame, at most {@link limits.crop_px}: larger frames are cropped, never downscaled. */
export function centreCrop(width: number, height: number): Crop {
  const w = Math.min(width, limits.crop_px.width);
  const h = Math.min(height, limits.crop_px.height);
  return { x: (width - w) >> 1, y: (height - h) >> 1, width: w, height: h };
}

/** Of that centre what was recorded. */
export function usedPart({ width, height, recorded }: Pick<Frame, 'width' | 'height' | 'recorded'>): Crop {
  const centre = centreCrop(width, height);
  if (!recorded) return centre;
  const [x, y] = [Math.max(centre.x, recorded.x), Math.max(centre.y, recorded.y)];
  const right = Math.min(centre.x + centre.width, recorded.x + recorded.width);
  const bottom = Math.min(centre.y + centre.height, recorded.y + recorded.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** px: how far its used part begins beside and below that of the whole frame. */
export function startOf(frame: Pick<Frame, 'width' | 'height' | 'recorded'>): {
  readonly x: number;
  readonly y: number;
} {
  const [used, centre] = [usedPart(frame), centreCrop(frame.width, frame.height)];
  return { x: used.x - centre.x, y: used.y - centre.y };
}

const STATISTICS = 5;

/**
 * Crops a frame into a real plane owned by `scope`.
 * @throws Problem HOLOGRAM_UNREADABLE for samples that are NaN or infinite, HOLOGRAM_UNSUPPORTED for a constant frame
 */
export function loadCameraImage(kernels: Kernels, scope: Scope, frame: Frame, name: string): CameraImage {
  const crop = usedPart(frame);
  const plane = scope.real(crop.height, crop.width);
  using staging = kernels.scope();
  const statistics = staging.doubles(STATISTICS);
  const { kind, bytes } = sampleKind(frame.samples);
  const rowBytes = crop.width * bytes;
  const staged = staging.bytes(crop.height * rowBytes);
  const source = new Uint8Array(frame.samples.buffer, frame.samples.byteOffset, frame.samples.byteLength);
  const target = kernels.bytes(staged, crop.height * rowBytes);
  if (crop.width === frame.width) {
    const from = crop.y * rowBytes;
    target.set(source.subarray(from, from + target.byteLength));
  } else
    for (let y = 0; y < crop.height; y++) {
      const from = ((crop.y + y) * frame.width + crop.x) * bytes;
      target.set(source.subarray(from, from + rowBytes), y * rowBytes);
    }
  kernels.wasm.loadFrame(kind, staged, plane, statistics);
  const [minimum, maximum, sum, nonFinite, atMaximum] = kernels.doubles(
    statistics,
    STATISTICS,
  ) as unknown as [number, number, number, number, number];
  if (nonFinite > 0) {
    throw new Problem(
      'HOLOGRAM_UNREADABLE',
      `The ${name} holds ${nonFinite} NaN or infinite sample${nonFinite === 1 ? '' : 's'}; every pixel must be a finite number, of at most 3.4·10³⁸.`,
    );
  }
  const count = crop.width * crop.height;
  return {
    ...{ plane, crop, mean: sum / count, minimum, maximum, fractionAtMaximum: atMaximum / count },
    quantisation: frame.quantisation,
    ...(frame.unmeasured && { unmeasured: partOf(frame.unmeasured, frame.width, crop) }),
  };
}

function partOf(marks: Uint8Array, across: number, { x, y, width, height }: Crop): Uint8Array {
  const part = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * across + x;
    part.set(marks.subarray(from, from + width), row * width);
  }
  return part;
}

function sampleKind(samples: Samples): { kind: number; bytes: number } {
  if (samples instanceof Uint8Array) return { kind: 0, bytes: 1 };
  if (samples instanceof Uint16Array) return { kind: 1, bytes: 2 };
  if (samples instanceof Int32Array) return { kind: 2, bytes: 4 };
  if (samples instanceof Float32Array) return { kind: 3, bytes: 4 };
  return { kind: 4, bytes: 8 };
}
