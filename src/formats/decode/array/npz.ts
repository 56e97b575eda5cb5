import type { Frame } from '../../../core/field/frame.ts';
import { frameLayout, isFrameShape } from './array-shape.ts';
import { chooseArrays } from './choose-arrays.ts';
import { framesOf, type FramesInFile } from './frames-in-file.ts';
import type { Channel } from '../samples/grey.ts';
import { crc32, inflateRaw, inflateRawBeginning } from '../samples/inflate.ts';
import { readNpyHeader, type NpyHeader } from './npy-header.ts';
import { bytesPerSample } from '../samples/numeric-samples.ts';
import { checkStackShape, decodeNpy, decodeNpyStack } from './npy.ts';
import { unreadable, unsupported } from '../samples/refusals.ts';
import { isNpy } from '../samples/sniff.ts';
import { checkStackCount, type FramesOfStack } from '../samples/stack-count.ts';
import { listZip } from './zip-directory.ts';
import type { ZipEntry } from './zip-directory.ts';

/** A stack that is unpacked in one piece: the largest of 16 bits. More is read as one array per frame. */
const maxStackBytes = 256 * 1024 * 1024;

export function decodeNpz(bytes: Uint8Array, channel: Channel | null = null): FramesInFile {
  const arrays = listArrays(bytes).map((array) => ({
    ...array,
    shape: array.header.shape,
    numeric: array.header.kind !== undefined,
  }));
  return framesOf(chooseArrays(arrays, 'The NPZ archive'), (array) => decodeArray(array, channel));
}

function decodeArray({ entry, header, name }: NpzArray, channel: Channel | null = null): Frame {
  frameLayout(header.shape, `The array “${name}”`);
  return decodeNpy(inflated(entry, header), channel);
}

/** A stack in one array of (frames, rows, columns), or in as many two-dimensional arrays, in the order of their names. */
export function decodeNpzStack(bytes: Uint8Array, expected: number | null): FramesOfStack {
  const numeric = listArrays(bytes).filter(({ header }) => header.kind !== undefined);
  const [whole, ...others] = numeric.filter(({ header }) => header.shape.length === 3);
  if (whole && others.length === 0) {
    checkStackShape(whole.header.shape, expected);
    return decodeNpyStack(inflated(whole.entry, whole.header), expected);
  }
  const single = numeric.filter(({ header }) => isFrameShape(header.shape));
  const count = checkStackCount(single.length, expected, 'NPZ archive');
  const inOrder = single.toSorted((a, b) => byNaturalOrder(a.name, b.name));
  return { count, frames: decodeEach(inOrder) };
}

function* decodeEach(arrays: readonly NpzArray[]): Generator<Frame> {
  for (const array of arrays) yield decodeArray(array);
}

/** arr_2 before arr_10 */
function byNaturalOrder(a: string, b: string): number {
  const padded = (name: string) => name.replace(/\d+/g, (digits) => digits.padStart(12, '0'));
  return padded(a) < padded(b) ? -1 : 1;
}

interface NpzArray {
  readonly name: string;
  readonly entry: ZipEntry;
  readonly header: NpyHeader;
}

function listArrays(bytes: Uint8Array): NpzArray[] {
  const entries = listZip(bytes).filter(({ name }) => name.endsWith('.npy'));
  if (entries.length === 0)
    throw unsupported('The file is a ZIP archive without NumPy arrays. Upload the frame itself.');
  return entries.map((entry) => ({
    name: entry.name.slice(0, -'.npy'.length),
    entry,
    header: readNpyHeader(beginning(entry)),
  }));
}

/** Compressed bytes that any array's header fits in; they unpack to a megabyte at most. */
const beginningBytes = 1024;

/** Enough of an array to hold its header. */
function beginning(entry: ZipEntry): Uint8Array {
  const start = guarded(() =>
    entry.method === 'stored' ? entry.data : inflateRawBeginning(entry.data.subarray(0, beginningBytes)),
  );
  if (!isNpy(start)) throw unreadable(`“${entry.name}” in the archive is not a NumPy array.`);
  return start;
}

/** The whole array, if the archive claims no other size for it than its own header does: nothing is unpacked before. */
function inflated(entry: ZipEntry, { shape, kind, dataOffset }: NpyHeader): Uint8Array {
  const samples = shape.reduce((product, side) => product * side, 1);
  const bytesOfArray = dataOffset + samples * (kind === undefined ? 0 : bytesPerSample(kind));
  if (kind !== undefined && entry.inflatedSize !== bytesOfArray) {
    throw unreadable(`“${entry.name}” claims ${entry.inflatedSize} bytes; its array has ${bytesOfArray}.`);
  }
  if (entry.inflatedSize > maxStackBytes) {
    const limit = maxStackBytes / 2 ** 20;
    throw unsupported(
      `“${entry.name}” unpacks to over ${limit} MiB. Save each frame as an array of its own.`,
    );
  }
  const bytes = guarded(() =>
    entry.method === 'stored' ? entry.data : inflateRaw(entry.data, entry.inflatedSize),
  );
  if (bytes.length !== entry.inflatedSize || crc32(bytes) !== entry.crc32) throw damaged();
  return bytes;
}

function guarded(read: () => Uint8Array): Uint8Array {
  try {
    return read();
  } catch {
    throw damaged();
  }
}

function damaged(): Error {
  return unreadable(
    'The NPZ archive is damaged: an array does not match its checksum. Save or upload it again.',
  );
}
