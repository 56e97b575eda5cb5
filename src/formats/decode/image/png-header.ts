import { unreadable } from '../samples/refusals.ts';

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** bits per sample: 1, 2, 4, 8 or 16; of the index in a palette image */
  readonly depth: number;
  readonly colour: 'grey' | 'rgb' | 'palette';
  readonly alpha: boolean;
  /** what an `sBIT` chunk of a grey image states */
  readonly significantBits: number | undefined;
  readonly frames: number;
  /** The file without profiles, text and other chunks that do not say what the samples are, but may be bombs. */
  readonly pixelChunks: Uint8Array;
}

const colourTypes: Record<number, { colour: PngHeader['colour']; alpha: boolean; depths: number[] }> = {
  0: { colour: 'grey', alpha: false, depths: [1, 2, 4, 8, 16] },
  2: { colour: 'rgb', alpha: false, depths: [8, 16] },
  3: { colour: 'palette', alpha: false, depths: [1, 2, 4, 8] },
  4: { colour: 'grey', alpha: true, depths: [8, 16] },
  6: { colour: 'rgb', alpha: true, depths: [8, 16] },
};

/** Encoders write chunks of 8 KiB and more, so the largest upload has some thousands. */
const maxChunks = 100_000;

interface Chunk {
  readonly type: string;
  /** of the length field; the data starts eight bytes later */
  readonly start: number;
  readonly end: number;
}

/** Reads a PNG's chunk list (PNG specification, third edition, section 5) without inflating anything. */
export function readPngHeader(bytes: Uint8Array): PngHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = listChunks(bytes, view);
  const first = chunks[0]!;
  if (first.type !== 'IHDR' || first.end - first.start !== 25) {
    throw unreadable('The PNG does not begin with its header chunk.');
  }
  const depth = bytes[24]!;
  const type = colourTypes[bytes[25]!];
  if (type === undefined || !type.depths.includes(depth)) {
    throw unreadable(
      `The PNG header names colour type ${bytes[25]} with ${depth} bits, which PNG does not have.`,
    );
  }
  const animation = chunks.find((chunk) => chunk.type === 'acTL' && chunk.end - chunk.start >= 16);
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    depth,
    colour: type.colour,
    alpha: type.alpha || chunks.some((chunk) => chunk.type === 'tRNS'),
    significantBits: type.colour === 'grey' ? significantBits(bytes, chunks, depth) : undefined,
    frames: animation === undefined ? 1 : view.getUint32(animation.start + 8),
    pixelChunks: keepPixelChunks(bytes, chunks),
  };
}

function listChunks(bytes: Uint8Array, view: DataView): Chunk[] {
  const chunks: Chunk[] = [];
  for (let start = 8; start + 12 <= bytes.length;) {
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
    const end = start + 12 + view.getUint32(start);
    if (end > bytes.length) break;
    chunks.push({ type, start, end });
    if (type === 'IEND') return chunks;
    if (chunks.length > maxChunks)
      throw unreadable(`The PNG is in over ${maxChunks} pieces. Export it again.`);
    start = end;
  }
  throw unreadable('The PNG is cut short: its end chunk is missing. Export or upload the file again.');
}

function significantBits(bytes: Uint8Array, chunks: Chunk[], depth: number): number | undefined {
  const chunk = chunks.find(({ type }) => type === 'sBIT');
  const bits = chunk === undefined ? undefined : bytes[chunk.start + 8]!;
  return bits !== undefined && bits >= 1 && bits <= depth ? bits : undefined;
}

function keepPixelChunks(bytes: Uint8Array, chunks: Chunk[]): Uint8Array {
  const kept = chunks.filter(({ type }) => ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(type));
  const end = chunks.at(-1)!.end;
  if (kept.length === chunks.length) return bytes.subarray(0, end);
  const out = new Uint8Array(8 + kept.reduce((sum, chunk) => sum + chunk.end - chunk.start, 0));
  out.set(bytes.subarray(0, 8));
  let at = 8;
  for (const chunk of kept) {
    out.set(bytes.subarray(chunk.start, chunk.end), at);
    at += chunk.end - chunk.start;
  }
  return out;
}
