import type { Frame } from '../../../core/field/frame.ts';
import { Problem } from '../../../core/problem/problem.ts';
import { arrayFrame } from './array-frame.ts';
import { frameLayout } from './array-shape.ts';
import type { FrameLayout } from './array-shape.ts';
import { chooseArrays, tellingName, type NamedArray } from './choose-arrays.ts';
import { framesOf, type FramesInFile } from './frames-in-file.ts';
import type { Channel } from '../samples/grey.ts';
import { hasEndlessHeap } from './global-heap.ts';
import { newHdf5Library } from './hdf5-library.ts';
import type { DatasetMetadata, Hdf5Library, MemoryBound } from './hdf5-library.ts';
import type { SampleKind } from '../samples/numeric-samples.ts';
import { unreadable, unsupported } from '../samples/refusals.ts';
import { isMatlab73 } from '../samples/sniff.ts';

interface Dataset extends NamedArray {
  readonly metadata: DatasetMetadata;
  readonly kind: SampleKind | undefined;
}

/** The library's own 19 MB and room to list what is in the file. */
const listingBytes = 64 * 1024 * 1024;
/** A chunk on its way: packed, unpacked by each filter, and room for the unpacking to grow into. */
const copiesOfChunk = 4;
const maxObjects = 1000;
const maxDepth = 32;
const maxChunks = 65_536;
const maxChunkBytes = 128 * 1024 * 1024;

/** Filters that are built in: deflate, shuffle, checksum, n-bit and scale-offset. */
const readableFilters = [1, 2, 3, 5, 6];

/** The one two-dimensional dataset of an HDF5 file, or the one that is named like a hologram. */
export async function decodeHdf5(bytes: Uint8Array, channel: Channel | null = null): Promise<FramesInFile> {
  if (hasEndlessHeap(bytes)) throw damaged();
  const budget = { bytes: listingBytes };
  const library = await newHdf5Library(budget);
  return guarded(() => readFrames(library, budget, bytes, channel));
}

function readFrames(
  library: Hdf5Library,
  budget: MemoryBound,
  bytes: Uint8Array,
  channel: Channel | null,
): FramesInFile {
  const file = openFile(library, bytes);
  const chosen = chooseArrays(listDatasets(library, file), 'The HDF5 file');
  const byColumns = isMatlab73(bytes);
  return framesOf(chosen, (dataset) => readFrame(library, budget, { file, dataset, byColumns, channel }));
}

/** The frames of the one three-dimensional dataset of an HDF5 file: (frames, rows, columns). */
export interface Hdf5Stack {
  readonly count: number;
  frame(k: number): Frame;
}

/**
 * Reads frames one by one; the file itself is in memory for as long as the stack is.
 * @returns null: the file holds one frame, or what is refused as such
 */
export async function openHdf5Stack(bytes: Uint8Array): Promise<Hdf5Stack | null> {
  if (hasEndlessHeap(bytes)) throw damaged();
  const budget = { bytes: listingBytes };
  const library = await newHdf5Library(budget);
  return guarded(() => {
    const file = openFile(library, bytes);
    const numeric = listDatasets(library, file).filter((one) => one.numeric);
    const stacks = numeric.filter(({ shape }) => shape.length === 3);
    const [dataset, ...others] = stacks;
    if (!dataset) return null;
    if (others.length > 0) {
      const isFrame = ({ shape }: Dataset) => shape.length === 2 || (shape.length === 3 && shape[2]! <= 4);
      if (numeric.some(isFrame)) return null;
      const names = stacks.slice(0, 4).map(({ name }) => `“${name}”`);
      throw unsupported(
        `The HDF5 file holds ${stacks.length} arrays of frames (${names.join(', ')}${stacks.length > 4 ? ' …' : ''}). Leave the one that is meant.`,
      );
    }
    const { shape, metadata, kind } = dataset;
    const what = `The dataset “${dataset.name}”`;
    const byColumns = isMatlab73(bytes);
    const layout = byColumns ? flipped(shape.slice(1), what) : frameLayout(shape.slice(1), what);
    const length = layout.width * layout.height * metadata.size;
    budget.bytes += length + copiesOfChunk * chunkBytes(library, file, dataset, what);
    const pointer = library._malloc(length);
    if (pointer === 0) throw damaged();
    const samples = { kind: kind!, littleEndian: true, fortranOrder: byColumns };
    const frame = (k: number) => {
      const [offset, count] = [
        [k, 0, 0],
        [1, shape[1]!, shape[2]!],
      ].map((axes) => axes.map(BigInt));
      const ones = [1n, 1n, 1n];
      if (library.get_dataset_data(file, dataset.name, count!, offset!, ones, BigInt(pointer)) < 0)
        throw damaged();
      return arrayFrame(library.HEAPU8.slice(pointer, pointer + length), layout, samples);
    };
    return { count: shape[0]!, frame: (k) => guarded(() => frame(k)) };
  });
}

/** The library throws errors, numbers and WebAssembly traps of its own at damaged files. */
function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw damaged();
  }
}

function openFile(library: Hdf5Library, bytes: Uint8Array): bigint {
  library.FS.createDataFile('/', 'upload', bytes, true, false, true);
  const file = library.open('/upload', 0);
  if (file <= 0n) throw damaged();
  return file;
}

interface DatasetInFile {
  readonly file: bigint;
  readonly dataset: Dataset;
  readonly byColumns: boolean;
  readonly channel: Channel | null;
}

function readFrame(
  library: Hdf5Library,
  budget: MemoryBound,
  { file, dataset, byColumns, channel }: DatasetInFile,
): Frame {
  const what = `The dataset “${dataset.name}”`;
  if (dataset.kind === undefined) {
    throw unsupported(
      `${what} holds no plain integers or floats. Save it as 16-bit integers or 32-bit floats.`,
    );
  }
  const layout = byColumns ? flipped(dataset.shape, what) : frameLayout(dataset.shape, what);
  budget.bytes += sizeOf(dataset) + copiesOfChunk * chunkBytes(library, file, dataset, what);
  return arrayFrame(
    readBytes(library, file, dataset),
    layout,
    {
      kind: dataset.kind,
      // The library brings numbers to the machine's own byte order, which is little-endian in WebAssembly.
      littleEndian: true,
      fortranOrder: byColumns,
    },
    channel,
  );
}

function listDatasets(library: Hdf5Library, file: bigint): Dataset[] {
  return datasetNames(library, file).map((names) => {
    const name = tellingName(names);
    const metadata = library.get_dataset_metadata(file, name);
    const kind = sampleKind(metadata);
    return { name, metadata, kind, shape: metadata.shape ?? [], numeric: kind !== undefined };
  });
}

/**
 * Of each dataset the names that it has: links, soft or hard, lead to it from several places. Level by level: a file may
 * nest groups by the thousand, and a path to each costs more the deeper it lies.
 */
function datasetNames(library: Hdf5Library, file: bigint): string[][] {
  const found = new Map<string, string[]>();
  const entered = new Set([placeOf(library, file, '/')]);
  let groups = ['/'];
  let objects = 0;
  for (let depth = 0; groups.length > 0; depth++) {
    if (depth === maxDepth) {
      throw unsupported(
        `The HDF5 file nests groups deeper than ${maxDepth}. Save the frame nearer to the root.`,
      );
    }
    const below: string[] = [];
    for (const group of groups) {
      const names = library.get_names(file, group, false);
      objects += names.length;
      if (objects > maxObjects) {
        throw unsupported(
          `The HDF5 file holds over ${maxObjects} objects. Save the frame in a file of its own.`,
        );
      }
      for (const name of names) {
        const path = group === '/' ? name : `${group}/${name}`;
        const type = library.get_type(file, path);
        if (type !== library.H5G_DATASET && type !== library.H5G_GROUP) continue;
        const place = placeOf(library, file, path);
        if (type === library.H5G_DATASET) found.set(place, [...(found.get(place) ?? []), path]);
        else if (!entered.has(place)) {
          entered.add(place);
          below.push(path);
        }
      }
    }
    groups = below;
  }
  return [...found.values()];
}

function placeOf(library: Hdf5Library, file: bigint, path: string): string {
  return String(library.create_object_reference(file, path));
}

function sampleKind({ type, size, signed }: DatasetMetadata): SampleKind | undefined {
  if (type === 0 && [1, 2, 4, 8].includes(size)) return `${signed ? 'i' : 'u'}${size * 8}` as SampleKind;
  if (type === 1 && (size === 4 || size === 8)) return size === 4 ? 'f32' : 'f64';
  return undefined;
}

function flipped(shape: readonly number[], what: string): FrameLayout {
  return frameLayout([...shape].reverse(), what);
}

/** Bytes of one chunk. Refuses what reads other files, needs a plug-in, or costs far more than the frame itself. */
function chunkBytes(library: Hdf5Library, file: bigint, dataset: Dataset, what: string): number {
  const { chunks, size, virtual_sources } = dataset.metadata;
  if ((virtual_sources ?? []).length > 0) {
    throw unsupported(`${what} is put together from other files. Save the samples in this one.`);
  }
  const filters = library.get_dataset_filters(file, dataset.name);
  const foreign = filters.find(({ id }) => !readableFilters.includes(id));
  if (foreign !== undefined) {
    throw unsupported(`${what} is compressed with “${foreign.name}”. Save it with gzip or uncompressed.`);
  }
  if (chunks === null) return 0;
  const count = chunks.reduce((product, side, axis) => product * Math.ceil(dataset.shape[axis]! / side), 1);
  const bytes = chunks.reduce((product, side) => product * side, size);
  if (!(count <= maxChunks && bytes <= maxChunkBytes)) {
    throw unsupported(`${what} is stored in ${count} chunks of ${bytes} bytes. Save it uncompressed.`);
  }
  return bytes;
}

function sizeOf({ shape, metadata }: Dataset): number {
  return shape.reduce((product, side) => product * side, metadata.size);
}

/** A copy out of the library's memory, so that the frame does not keep that alive. */
function readBytes(library: Hdf5Library, file: bigint, dataset: Dataset): Uint8Array {
  const length = sizeOf(dataset);
  const pointer = library._malloc(length);
  if (pointer === 0) throw damaged();
  const status = library.get_dataset_data(file, dataset.name, null, null, null, BigInt(pointer));
  if (status < 0) throw damaged();
  return library.HEAPU8.slice(pointer, pointer + length);
}

function damaged(): Error {
  return unreadable(
    'The HDF5 file is damaged, cut short, or unpacks to more than it states. Save or upload it again.',
  );
}
