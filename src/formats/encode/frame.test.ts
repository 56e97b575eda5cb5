import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { Frame, Samples } from '../../core/field/frame.ts';
import { decodeNpy } from '../decode/array/npy.ts';
import { decodePng } from '../decode/image/png.ts';
import { decodeTiff } from '../decode/tiff/tiff.ts';
import { listZip } from '../decode/array/zip-directory.ts';
import { encodeFrame, type FrameFormat } from './frame.ts';
import { encodeNpyArray } from './npy-array.ts';
import { encodeNpz } from './npz.ts';

const decoders = { png: decodePng, tif: decodeTiff, npy: decodeNpy };

function frameOf(samples: Samples, bitDepth: number): Frame {
  return { width: 37, height: samples.length / 37, samples, bitDepth };
}

/** Samples that reach both ends of the range and differ in every bit. */
function ramp(highest: number): number[] {
  const count = 37 * 29;
  return Array.from({ length: count }, (_, i) => Math.round((i * highest) / (count - 1)));
}

async function bytesOfFrame(frame: Frame, format: FrameFormat): Promise<Uint8Array> {
  return new Uint8Array(Buffer.concat(await encodeFrame(frame, format, 3.45)));
}

describe('encodeFrame', () => {
  it.each([
    ['png', 8],
    ['tif', 8],
    ['npy', 8],
    ['png', 12],
    ['tif', 12],
    ['png', 16],
    ['tif', 16],
    ['npy', 16],
  ] as const)('writes %s of %i bits that decodes to the very samples', async (format, bits) => {
    const values = ramp(2 ** bits - 1);
    const frame = frameOf(bits === 8 ? Uint8Array.from(values) : Uint16Array.from(values), bits);
    const decoded = await decoders[format](await bytesOfFrame(frame, format));
    expect({ ...decoded, samples: [...decoded.samples] }).toEqual({ ...frame, samples: values });
  });

  it.each(['tif', 'npy'] as const)('writes float32 as %s without rounding', async (format) => {
    const samples = Float32Array.from(ramp(1e6), (value) => value / 7 - 3);
    const decoded = await decoders[format](await bytesOfFrame(frameOf(samples, 32), format));
    expect([...decoded.samples]).toEqual([...samples]);
  });

  it('refuses float samples as PNG', async () => {
    const frame = frameOf(new Float32Array(37 * 2), 32);
    await expect(encodeFrame(frame, 'png', 1)).rejects.toThrow('png');
  });
});

describe('encodeNpz', () => {
  it('holds each array under its name, the same bytes every time', async () => {
    const first = encodeNpyArray(Float32Array.of(1, 2, 3, 4), [2, 2]);
    const second = encodeNpyArray(Float64Array.of(0.5), [1]);
    const archive = Buffer.concat(await encodeNpz({ first, second }));
    const entries = listZip(new Uint8Array(archive));
    expect(entries.map(({ name }) => name)).toEqual(['first.npy', 'second.npy']);
    expect(Buffer.from(entries[0]!.data)).toEqual(Buffer.concat(first));
    expect(Buffer.from(entries[1]!.data)).toEqual(Buffer.concat(second));
    expect(Buffer.concat(await encodeNpz({ first, second }))).toEqual(archive);
  });

  it('announces complex64, one-dimensional shapes and bytes as NumPy does', () => {
    const header = (file: readonly Uint8Array[]) => Buffer.from(file[0]!).toString('latin1', 10);
    expect(header(encodeNpyArray(new Float32Array(12), [2, 3], true))).toContain("'<c8'");
    expect(header(encodeNpyArray(new Float64Array(3), [3]))).toContain('(3,)');
    expect(header(encodeNpyArray(new Uint8Array(3), [3]))).toContain("'|u1'");
    expect(header(encodeNpyArray(new Uint16Array(3), [3]))).toContain("'<u2'");
  });
});
