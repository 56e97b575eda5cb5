import { swapBytes } from '../samples/numeric-samples.ts';
import { decompress } from './decompress.ts';
import { unpackBits } from './packed-bits.ts';
import type { TiffPage } from './page.ts';
import { undoFloat, undoHorizontal } from './predictor.ts';

/** Views of any type can begin at multiples of it. */
const ALIGNED = 8;

/** The samples where they lie in the file, as {@link assemblePage} would return them; null: they have to be put together. */
export function samplesInPlace(file: Uint8Array, page: TiffPage, littleEndian: boolean): Uint8Array | null {
  const { segments, channels, planar, bitsPerSample, compression, predictor } = page;
  const { offsets, byteCounts, tiled } = segments;
  const first = offsets[0]!;
  const bytes = (page.width * page.height * channels * bitsPerSample) / 8;
  const asStored = littleEndian && compression === 'none' && predictor === 'none';
  const isWhole = bitsPerSample % 8 === 0 && !tiled && !planar && (file.byteOffset + first) % ALIGNED === 0;
  if (!asStored || !isWhole || first + bytes > file.length) return null;
  // some writers pad a strip
  const stripBytes = (segments.height * bytes) / page.height;
  const gapless = offsets.every((offset, k) => offset === first + k * stripBytes);
  const inside = byteCounts.reduce((sum, count) => sum + count, 0) >= bytes;
  return gapless && inside ? file.subarray(first, first + bytes) : null;
}

/**
 * All samples of a page as little-endian bytes, channels interleaved. Samples of fewer than 8 bits take one byte,
 * those of 9 to 15 bits two.
 */
export function assemblePage(file: Uint8Array, page: TiffPage, littleEndian: boolean): Uint8Array {
  const { segments, channels, planar } = page;
  const sampleBytes = bytesInMemory(page);
  const planeChannels = planar ? 1 : channels;
  const planeBytes = page.width * page.height * planeChannels * sampleBytes;
  const planes = Array.from({ length: planar ? channels : 1 }, () => new Uint8Array(planeBytes));
  const across = Math.ceil(page.width / segments.width);
  const down = Math.ceil(page.height / segments.height);
  const scratch = segments.tiled
    ? new Uint8Array(segments.width * segments.height * planeChannels * sampleBytes)
    : undefined;
  for (const [index, offset] of segments.offsets.entries()) {
    const plane = planes[Math.floor(index / (across * down))]!;
    const place = index % (across * down);
    const top = Math.floor(place / across) * segments.height;
    const left = (place % across) * segments.width;
    const input = file.subarray(offset, offset + segments.byteCounts[index]!);
    if (scratch === undefined) {
      const rowBytes = page.width * planeChannels * sampleBytes;
      const rows = Math.min(segments.height, page.height - top);
      decodeSegment(input, page, littleEndian, plane.subarray(top * rowBytes, (top + rows) * rowBytes));
    } else {
      decodeSegment(input, page, littleEndian, scratch);
      copyTile(scratch, page, planeChannels * sampleBytes, plane, left, top);
    }
  }
  return planar ? interleaved(planes, sampleBytes) : planes[0]!;
}

function bytesInMemory(page: TiffPage): number {
  return page.bitsPerSample <= 8 ? 1 : page.bitsPerSample <= 16 ? 2 : page.bitsPerSample / 8;
}

/** Fills `target`, which holds whole rows of the segment, with its samples. */
function decodeSegment(input: Uint8Array, page: TiffPage, littleEndian: boolean, target: Uint8Array): void {
  const { bitsPerSample, segments } = page;
  const sampleBytes = bytesInMemory(page);
  const rowSamples = segments.width * (page.planar ? 1 : page.channels);
  const rowBytes = Math.ceil((rowSamples * bitsPerSample) / 8);
  const wholeBytes = rowBytes * segments.height;
  if (bitsPerSample % 8 !== 0) {
    const packed = new Uint8Array((target.length / (rowSamples * sampleBytes)) * rowBytes);
    decompress(input, page.compression, packed, wholeBytes);
    unpackBits(packed, bitsPerSample, rowSamples, sampleBytes === 1 ? target : as16(target));
    return;
  }
  decompress(input, page.compression, target, wholeBytes);
  if (page.predictor === 'float') return undoFloat(target, rowBytes, sampleBytes);
  if (!littleEndian) swapBytes(target, sampleBytes);
  if (page.predictor === 'horizontal') {
    const samples = sampleBytes === 1 ? target : sampleBytes === 2 ? as16(target) : as32(target);
    undoHorizontal(samples, rowSamples, page.planar ? 1 : page.channels);
  }
}

/** The part of a tile that lies within the frame. */
function copyTile(
  tile: Uint8Array,
  page: TiffPage,
  pixelBytes: number,
  plane: Uint8Array,
  left: number,
  top: number,
): void {
  const tileRow = page.segments.width * pixelBytes;
  const copied = Math.min(page.segments.width, page.width - left) * pixelBytes;
  const rows = Math.min(page.segments.height, page.height - top);
  for (let y = 0; y < rows; y++) {
    plane.set(tile.subarray(y * tileRow, y * tileRow + copied), ((top + y) * page.width + left) * pixelBytes);
  }
}

function interleaved(planes: readonly Uint8Array[], sampleBytes: number): Uint8Array {
  const out = new Uint8Array(planes[0]!.length * planes.length);
  const step = planes.length * sampleBytes;
  for (const [channel, plane] of planes.entries()) {
    for (let i = 0; i < plane.length; i++) {
      out[Math.floor(i / sampleBytes) * step + channel * sampleBytes + (i % sampleBytes)] = plane[i]!;
    }
  }
  return out;
}

function as16(bytes: Uint8Array): Uint16Array {
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
}

function as32(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}
