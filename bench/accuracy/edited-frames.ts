/** Frames as other programs leave them before somebody sends them: what no camera does. */
import sharp from 'sharp';
import type { Frame } from '../../src/core/field/frame.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';

type Edit = (frame: Frame) => Promise<Frame> | Frame;

const fullOf = ({ bitDepth }: Frame) => 2 ** bitDepth - 1;

/** Each sample from itself and its place; rounded and kept between 0 and what a file can hold. */
const mapped = (of: (value: number, x: number, y: number, frame: Frame) => number): Edit => {
  return (frame) => {
    const samples = Uint16Array.from(frame.samples, (value, i) =>
      Math.min(
        fullOf(frame),
        Math.max(0, Math.round(of(value, i % frame.width, Math.floor(i / frame.width), frame))),
      ),
    );
    return { ...frame, samples };
  };
};

/** Samples about a place, row by row; beyond the frame its nearest. */
function about({ samples, width, height }: Frame, x: number, y: number): number[] {
  const values: number[] = [];
  for (let dy = -1; dy <= 1; dy += 1)
    for (let dx = -1; dx <= 1; dx += 1) {
      const [at, row] = [Math.min(width - 1, Math.max(0, x + dx)), Math.min(height - 1, Math.max(0, y + dy))];
      values.push(samples[row * width + at]!);
    }
  return values;
}

const binomial = [1, 2, 1, 2, 4, 2, 1, 2, 1];
const smoothAt = (frame: Frame, x: number, y: number) =>
  about(frame, x, y).reduce((sum, value, k) => sum + (value * binomial[k]!) / 16, 0);

/** From the values that a share of all lie below and above to the whole range. */
function stretched(frame: Frame, share: number): Frame {
  const sorted = Float64Array.from(frame.samples).sort();
  const low = sorted[Math.floor(share * (sorted.length - 1))]!;
  const high = sorted[Math.ceil((1 - share) * (sorted.length - 1))]!;
  return mapped((value) => (255 * (value - low)) / (high - low))({ ...frame, bitDepth: 8 }) as Frame;
}

const meanOf = ({ samples }: Frame) =>
  Float64Array.from(samples).reduce((sum, v) => sum + v, 0) / samples.length;

const isIn = (at: number, from: number, length: number) => at >= from && at < from + length;

/** Letters of a size that a camera's program writes, as blocks of full or no light. */
const isInk = (x: number, y: number) =>
  (x >> 1) % 4 !== 3 && (x * 7 + (y >> 1) * 13 + (x >> 3) * 5) % 4 !== 0;

export const edits: Readonly<Record<string, Edit>> = {
  'a scale bar drawn in': mapped((value, x, y, frame) => {
    const { width, height } = frame;
    return x > 0.72 * width && x < 0.95 * width && y > 0.92 * height && y < 0.94 * height
      ? fullOf(frame)
      : value;
  }),
  'a time stamp written in': mapped((value, x, y, frame) => {
    if (x < 4 || x > 0.4 * frame.width || y < 4 || y > 15) return value;
    return isInk(x, y) ? fullOf(frame) : value;
  }),
  'rows 3 % brighter and darker': mapped((value, _, y) => value * (1 + 0.03 * Math.sin(y / 3.1))),
  'light falls off to black': mapped((value, x, y, { width, height }) => {
    const [u, v] = [(2 * x) / width - 1, (2 * y) / height - 1];
    return value * Math.exp(-2 * (u * u + v * v));
  }),
  'a round stop': mapped((value, x, y, { width, height }) => {
    const r = Math.hypot(x - width / 2, y - height / 2) - 0.46 * Math.min(width, height);
    return value / (1 + Math.exp(2 * r));
  }),
  smoothed: (frame) => mapped((_, x, y) => smoothAt(frame, x, y))(frame),
  sharpened: (frame) => mapped((value, x, y) => 2 * value - smoothAt(frame, x, y))(frame),
  'median of 3 × 3': (frame) => mapped((_, x, y) => about(frame, x, y).sort((a, b) => a - b)[4]!)(frame),
  'contrast stretched, 0.35 % clipped': (frame) => stretched(frame, 0.0035),
  'a JPEG of quality 75 saved as PNG': async (frame) => {
    const eight = Uint8Array.from(frame.samples, (value) => Math.round((255 * value) / fullOf(frame)));
    const raw = { width: frame.width, height: frame.height, channels: 1 } as const;
    const jpeg = await sharp(eight, { raw }).jpeg({ quality: 75 }).toBuffer();
    return fromFile(await sharp(jpeg).png().toBuffer());
  },
  'dead columns': mapped((value, x) => (x % 61 === 17 ? 0 : value)),
  'columns dead over half of the frame': mapped((value, x, y, { height }) =>
    x % 61 === 17 && 2 * y > height ? 0 : value,
  ),
  'a column 15 % brighter': mapped((value, x) => (x === 77 ? 1.15 * value : value)),
  'clusters of dead pixels': mapped((value, x, y) =>
    isIn(x % 71, 31, 3) && isIn(y % 83, 41, 3) ? 0 : value,
  ),
  'clusters of bright pixels': mapped((value, x, y, frame) =>
    isIn(x % 71, 31, 3) && isIn(y % 83, 41, 3) ? fullOf(frame) : value,
  ),
  'rows out of place': mapped((value, x, y, { samples, width }) =>
    y % 50 === 20 ? samples[y * width + ((x + 9) % width)]! : value,
  ),
  'a block from elsewhere': mapped((value, x, y, { samples, width }) =>
    isIn(y, 100, 16) && x > 120 ? samples[(y - 40) * width + x - 60]! : value,
  ),
  'dust on the sensor': mapped(
    (value, x, y) => value * (1 - 0.9 * Math.exp(-((x - 60) ** 2 + (y - 150) ** 2) / 18)),
  ),
  'values shifted left by four bits': (frame) => ({
    ...frame,
    samples: Uint16Array.from(frame.samples, (value) => value * 16),
    bitDepth: 16,
  }),
  'its mean taken off': (frame) => {
    const mean = meanOf(frame);
    return { ...frame, samples: Float32Array.from(frame.samples, (value) => value / mean - 1), bitDepth: 32 };
  },
  'its mean divided out': (frame) => {
    const mean = meanOf(frame);
    return { ...frame, samples: Float32Array.from(frame.samples, (value) => value / mean), bitDepth: 32 };
  },
  'every second row a moment later': mapped((value, x, y, { samples, width }) => {
    return y % 2 === 0 ? value : samples[y * width + Math.max(0, x - 3)]!;
  }),
  'a white frame drawn around': mapped((value, x, y, frame) => {
    const m = Math.min(x, y, frame.width - 1 - x, frame.height - 1 - y);
    return m >= 5 && m < 7 ? fullOf(frame) : value;
  }),
  'white sides': mapped((value, x, _, frame) => (x < 12 || x >= frame.width - 9 ? fullOf(frame) : value)),
  'black above and below': mapped((value, _, y, { height }) => (y < 14 || y >= height - 14 ? 0 : value)),
  inverted: mapped((value, _, __, frame) => fullOf(frame) - value),
};

/** A frame or a part of a field with `by` times as many pixels along each side, cubic (Catmull and Rom), beyond its sides as beside them. */
export function enlarged({ samples, width, height }: Plane, by: number): Plane {
  const [across, down] = [Math.round(width * by), Math.round(height * by)];
  const between = (values: ArrayLike<number>, start: number, step: number, count: number, at: number) => {
    const [from, t] = [Math.floor(at), at - Math.floor(at)];
    const [a, b, c, d] = [-1, 0, 1, 2].map(
      (k) => values[start + step * Math.min(count - 1, Math.max(0, from + k))]!,
    ) as [number, number, number, number];
    return b + (t / 2) * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  };
  const wide = Float32Array.from({ length: across * height }, (_, i) =>
    between(samples, Math.floor(i / across) * width, 1, width, ((i % across) + 0.5) / by - 0.5),
  );
  const made = Float32Array.from({ length: across * down }, (_, i) =>
    between(wide, i % across, across, height, (Math.floor(i / across) + 0.5) / by - 0.5),
  );
  return { samples: made, width: across, height: down };
}

interface Plane {
  readonly samples: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
}

/** As it comes back from a file. */
export const fromFile = async (bytes: Uint8Array): Promise<Frame> => (await decodeFrame(bytes)).frame;
