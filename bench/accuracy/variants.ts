/** The same recording sent in another way. */
import sharp from 'sharp';
import type { Frame } from '../../src/core/field/frame.ts';
import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { mean } from './markdown-table.ts';

/** A frame made of another one: its pixel x, y is the other's `from(x, y)`. */
export interface Variant {
  readonly name: string;
  readonly make: (frame: Frame) => Promise<Frame>;
  readonly from: (x: number, y: number, frame: Frame) => readonly [number, number];
}

const CUT = { x: 37, y: 29 };

function rearranged(
  frame: Frame,
  width: number,
  height: number,
  from: (x: number, y: number) => number,
): Frame {
  const samples = frame.samples.slice(0, width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) samples[y * width + x] = frame.samples[from(x, y)]!;
  const { quantisation, ...plain } = frame;
  // blocks of a JPEG that start elsewhere are no longer those of its tables
  return {
    ...plain,
    width,
    height,
    samples,
    ...(quantisation && width !== frame.width ? {} : { quantisation }),
  } as Frame;
}

/** Standard normal numbers, the same ones in every run (xorshift32, Box–Muller). */
function gaussian(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

function greatest({ samples }: Frame): number {
  let most = 0;
  for (const value of samples) most = Math.max(most, value);
  return most;
}

export const variants: readonly Variant[] = [
  {
    name: 'turned by 180°',
    make: async (f) =>
      rearranged(f, f.width, f.height, (x, y) => (f.height - 1 - y) * f.width + f.width - 1 - x),
    from: (x, y, f) => [f.width - 1 - x, f.height - 1 - y],
  },
  {
    name: 'mirrored',
    make: async (f) => rearranged(f, f.width, f.height, (x, y) => y * f.width + f.width - 1 - x),
    from: (x, y, f) => [f.width - 1 - x, y],
  },
  {
    name: 'transposed',
    make: async (f) => rearranged(f, f.height, f.width, (x, y) => x * f.width + y),
    from: (x, y) => [y, x],
  },
  {
    name: 'cut',
    make: async (f) =>
      rearranged(f, f.width - CUT.x, f.height - CUT.y, (x, y) => (y + CUT.y) * f.width + x + CUT.x),
    from: (x, y) => [x + CUT.x, y + CUT.y],
  },
  {
    name: 'brightness × 0.7 + 20 %',
    make: async (f) => {
      const level = 0.2 * greatest(f);
      return { ...f, samples: Float32Array.from(f.samples, (value) => 0.7 * value + level), bitDepth: 32 };
    },
    from: (x, y) => [x, y],
  },
  {
    name: 'noise of 2 % added',
    make: async (f) => {
      const normal = gaussian(11);
      const sigma = 0.02 * mean([...f.samples]);
      return {
        ...f,
        samples: Float32Array.from(f.samples, (value) => value + sigma * normal()),
        bitDepth: 32,
      };
    },
    from: (x, y) => [x, y],
  },
  {
    name: 'JPEG, quality 90',
    make: async (f) => {
      const most = greatest(f);
      const scale = most > 255 ? 255 / most : 1;
      const raw = { width: f.width, height: f.height, channels: 1 as const };
      const jpeg = await sharp(
        Uint8Array.from(f.samples, (value) => Math.round(value * scale)),
        { raw },
      )
        .toColourspace('b-w')
        .jpeg({ quality: 90 })
        .toBuffer();
      return (await decodeFrame(jpeg)).frame;
    },
    from: (x, y) => [x, y],
  },
];

/**
 * Visits the pixels that both results hold and know to 1 rad, with the phases and the larger σ.
 * @returns how many pixels both hold
 */
export function visitShared(
  whole: Reconstruction,
  other: Reconstruction,
  from: (x: number, y: number) => readonly [number, number],
  visit: (phase: number, phaseOfOther: number, sigma: number) => void,
): number {
  let common = 0;
  for (let row = 0; row < other.rows; row++)
    for (let col = 0; col < other.cols; col++) {
      const [x, y] = from(col + other.crop_px.x, row + other.crop_px.y);
      const [u, v] = [x - whole.crop_px.x, y - whole.crop_px.y];
      if (u < 0 || v < 0 || u >= whole.cols || v >= whole.rows) continue;
      common++;
      const [a, b] = [v * whole.cols + u, row * other.cols + col];
      const sigma = Math.max(whole.phase_uncertainty.data[a]!, other.phase_uncertainty.data[b]!);
      if (sigma < 1) visit(whole.phase.data[a]!, other.phase.data[b]!, sigma);
    }
  return common;
}
