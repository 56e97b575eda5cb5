import { inflateZlib } from './inflate.ts';

interface Png {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** PNG’s number: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA */
  readonly colour: number;
  readonly interlaced: boolean;
  readonly palette: Uint8Array | null;
  readonly transparent: Uint8Array | null;
  readonly data: Uint8Array;
}

/** Every n-th column and row from a first one: what a pass of an interlaced picture holds. */
interface Pass {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

const whole: readonly Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }];
const adam7: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
];

const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * The samples of a PNG as stored, interleaved (PNG specification, third edition, sections 7 to 9); grey ones of 1, 2
 * and 4 bits stretched to 0…255, palettes looked up, transparent colours as an alpha channel.
 * @throws Error for damaged data
 */
export function readPngPixels(bytes: Uint8Array): { data: Uint8Array | Uint16Array; channels: number } {
  const png = readChunks(bytes);
  const samples = storedSamples(png);
  if (png.colour === 3) return lookedUp(png, samples);
  const channels = channelsOf[png.colour]!;
  if (png.depth < 8) {
    const stretch = 255 / (2 ** png.depth - 1);
    for (let i = 0; i < samples.length; i++) samples[i] = samples[i]! * stretch;
  }
  return png.transparent ? withAlpha(png, samples, channels) : { data: samples, channels };
}

function readChunks(bytes: Uint8Array): Png {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let palette: Uint8Array | null = null;
  let transparent: Uint8Array | null = null;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IDAT') parts.push(data);
    if (type === 'PLTE') palette = data;
    if (type === 'tRNS') transparent = data;
    at += 12 + length;
  }
  const data = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (data.set(part, at), at + part.length), 0);
  return {
    ...{ width: view.getUint32(16), height: view.getUint32(20), depth: bytes[24]!, colour: bytes[25]! },
    ...{ interlaced: bytes[28] === 1, palette, transparent, data },
  };
}

function storedSamples(png: Png): Uint8Array | Uint16Array {
  const { width, height, depth } = png;
  const channels = channelsOf[png.colour]!;
  const passes = (png.interlaced ? adam7 : whole).map((pass) => {
    const cols = Math.ceil((width - pass.x) / pass.stepX);
    const rows = Math.ceil((height - pass.y) / pass.stepY);
    return {
      ...pass,
      cols,
      rows: cols > 0 ? Math.max(0, rows) : 0,
      bytes: Math.ceil((cols * channels * depth) / 8),
    };
  });
  const expected = passes.reduce((sum, { rows, bytes }) => sum + rows * (1 + bytes), 0);
  const raw = inflateZlib(png.data, expected);
  if (raw.length !== expected) throw new Error('the pixel data has another length than the header promises');
  const out =
    depth === 16 ? new Uint16Array(width * height * channels) : new Uint8Array(width * height * channels);
  let at = 0;
  for (const pass of passes) {
    const lines = raw.subarray(at, (at += pass.rows * (1 + pass.bytes)));
    unfilter(lines, pass.rows, pass.bytes, Math.max(1, (channels * depth) >> 3));
    for (let row = 0; row < pass.rows; row++) {
      const line = lines.subarray(row * (1 + pass.bytes) + 1, (row + 1) * (1 + pass.bytes));
      const target = ((pass.y + row * pass.stepY) * width + pass.x) * channels;
      copyLine(line, depth, out, { target, pixels: pass.cols, channels, step: pass.stepX * channels });
    }
  }
  return out;
}

function copyLine(
  line: Uint8Array,
  depth: number,
  out: Uint8Array | Uint16Array,
  to: { readonly target: number; readonly pixels: number; readonly channels: number; readonly step: number },
): void {
  for (let p = 0, s = 0; p < to.pixels; p++) {
    for (let c = 0; c < to.channels; c++, s++) {
      out[to.target + p * to.step + c] =
        depth === 8
          ? line[s]!
          : depth === 16
            ? (line[2 * s]! << 8) | line[2 * s + 1]!
            : (line[(s * depth) >> 3]! >> (8 - depth - ((s * depth) & 7))) & (2 ** depth - 1);
    }
  }
}

/** Section 9: each line begins with the number of its filter; `back` bytes to the left is the pixel before. */
function unfilter(lines: Uint8Array, rows: number, bytes: number, back: number): void {
  for (let row = 0, at = 0; row < rows; row++, at += bytes) {
    const filter = lines[at++]!;
    if (filter > 4) throw new Error('a line has a filter that PNG does not have');
    for (let i = 0; filter !== 0 && i < bytes; i++) {
      const left = i >= back ? lines[at + i - back]! : 0;
      const up = row > 0 ? lines[at + i - bytes - 1]! : 0;
      const corner = row > 0 && i >= back ? lines[at + i - bytes - 1 - back]! : 0;
      const predicted =
        filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
      lines[at + i] = lines[at + i]! + predicted;
    }
  }
}

function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function lookedUp(
  { palette, transparent }: Png,
  samples: Uint8Array | Uint16Array,
): { data: Uint8Array; channels: number } {
  if (!palette) throw new Error('the palette is missing');
  const channels = transparent ? 4 : 3;
  const data = new Uint8Array(samples.length * channels);
  for (let i = 0; i < samples.length; i++) {
    const index = samples[i]!;
    data.set(palette.subarray(3 * index, 3 * index + 3), i * channels);
    if (transparent) data[i * channels + 3] = transparent[index] ?? 255;
  }
  return { data, channels };
}

/** One colour of a picture without alpha is stated to be transparent. */
function withAlpha({ depth, transparent }: Png, samples: Uint8Array | Uint16Array, channels: number) {
  const wanted = Array.from({ length: channels }, (_, c) => {
    const value = (transparent![2 * c]! << 8) | transparent![2 * c + 1]!;
    return depth < 8 ? (value * 255) / (2 ** depth - 1) : value;
  });
  const pixels = samples.length / channels;
  const most = depth === 16 ? 0xffff : 0xff;
  const data =
    depth === 16 ? new Uint16Array(pixels * (channels + 1)) : new Uint8Array(pixels * (channels + 1));
  for (let p = 0; p < pixels; p++) {
    const own = samples.subarray(p * channels, (p + 1) * channels);
    data.set(own, p * (channels + 1));
    data[p * (channels + 1) + channels] = wanted.every((value, c) => own[c] === value) ? 0 : most;
  }
  return { data, channels: channels + 1 };
}
