import type { Frame } from '../../../core/field/frame.ts';
import { arrayFrame } from './array-frame.ts';
import { frameLayout, type FrameLayout } from './array-shape.ts';
import { readNpyHeader, type NpyHeader } from './npy-header.ts';
import type { Channel } from '../samples/grey.ts';
import { bytesPerSample, type SampleKind } from '../samples/numeric-samples.ts';
import { unreadable, unsupported } from '../samples/refusals.ts';
import { checkStackCount, type FramesOfStack } from '../samples/stack-count.ts';

export function decodeNpy(bytes: Uint8Array, channel: Channel | null = null): Frame {
  const header = numericHeader(bytes);
  const layout = frameLayout(header.shape, 'The array');
  checkLength(bytes, header, layout.width * layout.height * layout.channels);
  return arrayFrame(bytes.slice(header.dataOffset), layout, header, channel);
}

/** The frames of an array of (frames, rows, columns). */
export function decodeNpyStack(bytes: Uint8Array, expected: number | null): FramesOfStack {
  const header = numericHeader(bytes);
  const { dataOffset } = header;
  const { count, layout } = checkStackShape(header.shape, expected);
  const samples = layout.width * layout.height;
  checkLength(bytes, header, count * samples);
  return { count, frames: frames() };

  function* frames(): Generator<Frame> {
    const frameBytes = samples * bytesPerSample(header.kind);
    for (let k = 0; k < count; k++) {
      const own = header.fortranOrder
        ? everyNth(bytes.subarray(dataOffset), k, count, bytesPerSample(header.kind))
        : bytes.slice(dataOffset + k * frameBytes, dataOffset + (k + 1) * frameBytes);
      yield arrayFrame(own, layout, header);
    }
  }
}

/**
 * How many frames an array holds, and how each lies, from its shape alone: before anything of it is unpacked.
 * @throws Problem where these are not frames, or not as many as expected
 */
export function checkStackShape(
  shape: readonly number[],
  expected: number | null,
): { readonly count: number; readonly layout: FrameLayout } {
  if (shape.length !== 3 && shape.length !== 2) {
    throw unsupported(
      `The array is of shape (${shape.join(', ')}); a stack is an array of frames, rows and columns.`,
    );
  }
  const found = shape.length === 2 ? 1 : shape[0]!;
  const count = checkStackCount(found, expected, `array of shape (${shape.join(', ')})`);
  const layout = frameLayout(shape.slice(-2), 'The frame');
  return { count, layout };
}

/** The header of an array of numbers. */
export function numericHeader(bytes: Uint8Array): NpyHeader & { readonly kind: SampleKind } {
  const header = readNpyHeader(bytes);
  const { kind } = header;
  if (kind !== undefined) return { ...header, kind };
  throw unsupported(
    `The array holds “${header.descr}” values; integers and floats of real numbers are read. ` +
      'Convert it, for instance with array.astype("float32"). Pickled objects are never opened.',
  );
}

function checkLength(
  bytes: Uint8Array,
  header: NpyHeader & { readonly kind: SampleKind },
  samples: number,
): void {
  const expected = samples * bytesPerSample(header.kind);
  const found = bytes.length - header.dataOffset;
  if (found !== expected) {
    throw unreadable(`The NPY header promises ${expected} bytes of samples, but ${found} follow it.`);
  }
}

/** The samples k, k + n, k + 2n …: one frame of a stack whose first axis varies fastest. */
function everyNth(data: Uint8Array, k: number, n: number, sampleBytes: number): Uint8Array {
  const out = new Uint8Array(data.length / n);
  for (let from = k * sampleBytes, to = 0; to < out.length; from += n * sampleBytes, to += sampleBytes)
    for (let b = 0; b < sampleBytes; b++) out[to + b] = data[from + b]!;
  return out;
}
