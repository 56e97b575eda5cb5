import type { BytesAt } from '../../core/kernel/addresses.ts';
import type { Kernels, Scope } from '../../core/kernel/kernels.ts';
import { asciiBytes } from '../encode/bytes.ts';
import type { Canvas } from './canvas.ts';
import { zlibStream } from './zlib-stream.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** An 8-bit palette PNG (W3C PNG, third edition), the same bytes on every machine. */
export function encodePng(kernels: Kernels, canvas: Canvas): Uint8Array<ArrayBuffer> {
  using scope = kernels.scope();
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, canvas.width);
  view.setUint32(4, canvas.height);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits, palette, deflate, adaptive filters, not interlaced
  const chunks = [
    chunk(kernels, 'IHDR', header),
    chunk(kernels, 'PLTE', Uint8Array.from(canvas.palette.flat())),
    chunk(
      kernels,
      'IDAT',
      zlibStream(kernels, filteredRows(kernels, scope, canvas), canvas.height * (canvas.width + 1)),
    ),
    chunk(kernels, 'IEND', new Uint8Array(0)),
  ];
  const png = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, SIGNATURE.length));
  png.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const part of chunks) {
    png.set(part, at);
    at += part.length;
  }
  return png;
}

function chunk(kernels: Kernels, type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(asciiBytes(type), 4);
  bytes.set(data, 8);
  view.setInt32(data.length + 8, checksum(kernels, bytes.subarray(4, data.length + 8)));
  return bytes;
}

/** In the kernels' memory. */
function filteredRows(kernels: Kernels, scope: Scope, { pixels, width, height }: Canvas): BytesAt {
  const from = scope.bytes(pixels.length);
  kernels.bytes(from, pixels.length).set(pixels);
  const filtered = scope.bytes(height * (width + 1));
  kernels.wasm.filterRows(from, filtered, scope.bytes(width), { width, height });
  return filtered;
}

function checksum(kernels: Kernels, bytes: Uint8Array): number {
  using scope = kernels.scope();
  const at = scope.bytes(bytes.length);
  kernels.bytes(at, bytes.length).set(bytes);
  return kernels.wasm.crc32(at, bytes.length);
}
