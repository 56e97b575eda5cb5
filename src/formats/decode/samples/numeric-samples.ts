import type { Samples } from '../../../core/field/frame.ts';
import { informationBits } from './information-bits.ts';
import { unsupported } from './refusals.ts';

/** The number types that arrays on disk come in: unsigned, signed or floating, with their bits. */
export type SampleKind = 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32' | 'u64' | 'i64' | 'f32' | 'f64';

export function bytesPerSample(kind: SampleKind): number {
  return Number(kind.slice(1)) / 8;
}

export interface NumericSamples {
  readonly samples: Samples;
  readonly bitDepth: number;
}

/**
 * Little-endian bytes to samples. The bytes must start on a multiple of eight in their buffer and be the caller's
 * own: the kinds that a frame can hold as they are become views on them, without a copy.
 */
export function samplesFromBytes(bytes: Uint8Array, kind: SampleKind): NumericSamples {
  const { buffer, byteOffset } = bytes;
  const count = bytes.length / bytesPerSample(kind);
  switch (kind) {
    case 'u8':
      return { samples: new Uint8Array(buffer, byteOffset, count), bitDepth: 8 };
    case 'i8':
      return { samples: Int32Array.from(new Int8Array(buffer, byteOffset, count)), bitDepth: 8 };
    case 'u16':
      return withInformationBits(new Uint16Array(buffer, byteOffset, count), 16);
    case 'i16':
      return withInformationBits(new Int32Array(new Int16Array(buffer, byteOffset, count)), 16);
    case 'i32':
      return withInformationBits(new Int32Array(buffer, byteOffset, count), 32);
    case 'u32':
      return fromUnsigned32(new Uint32Array(buffer, byteOffset, count));
    case 'u64':
    case 'i64':
      return withInformationBits(narrowed(new Int32Array(buffer, byteOffset, count * 2), kind), 32);
    case 'f32':
      return { samples: new Float32Array(buffer, byteOffset, count), bitDepth: 32 };
    case 'f64':
      return { samples: new Float64Array(buffer, byteOffset, count), bitDepth: 64 };
  }
}

/** Nobody asks most frames of a sequence for their bits, which all samples have to be looked at for. */
function withInformationBits(samples: Samples, containerBits: number): NumericSamples {
  let known: number | undefined;
  return {
    samples,
    get bitDepth() {
      return (known ??= informationBits(samples, containerBits));
    },
  };
}

function fromUnsigned32(values: Uint32Array): NumericSamples {
  const signed = new Int32Array(values.buffer, values.byteOffset, values.length);
  if (signed.every((value) => value >= 0)) return withInformationBits(signed, 32);
  return { samples: Float64Array.from(values), bitDepth: 32 };
}

/** NumPy's default integer has 64 bits, though the counts in it are small. */
function narrowed(words: Int32Array, kind: 'u64' | 'i64'): Int32Array {
  const samples = new Int32Array(words.length / 2);
  for (let i = 0; i < samples.length; i++) {
    const low = words[2 * i]!;
    const high = words[2 * i + 1]!;
    if (high !== low >> 31 || (kind === 'u64' && high < 0)) {
      throw unsupported(
        'The 64-bit integers exceed 32 bits. Save the frame as 16-bit integers or 32-bit floats.',
      );
    }
    samples[i] = low;
  }
  return samples;
}

/** Reverses the bytes of every sample in place. The same alignment as above is needed. */
export function swapBytes(bytes: Uint8Array, sampleBytes: number): void {
  const { buffer, byteOffset, length } = bytes;
  if (sampleBytes === 2) {
    const words = new Uint16Array(buffer, byteOffset, length / 2);
    for (let i = 0; i < words.length; i++) words[i] = (words[i]! << 8) | (words[i]! >>> 8);
  } else if (sampleBytes > 2) {
    const words = new Uint32Array(buffer, byteOffset, length / 4);
    for (let i = 0; i < words.length; i++) words[i] = swapped32(words[i]!);
    if (sampleBytes === 8) swapNeighbours(words);
  }
}

function swapped32(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

function swapNeighbours(words: Uint32Array): void {
  for (let i = 0; i + 1 < words.length; i += 2) {
    const first = words[i]!;
    words[i] = words[i + 1]!;
    words[i + 1] = first;
  }
}
