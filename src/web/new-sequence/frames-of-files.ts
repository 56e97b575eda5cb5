import { NpyInFile } from '../../formats/decode/array/npy-in-file.ts';
import { readNpyHeader } from '../../formats/decode/array/npy-header.ts';
import { sniff } from '../../formats/decode/samples/sniff.ts';
import { openPages } from '../../formats/decode/tiff/pages-in-file.ts';
import { encodeNpyArray } from '../../formats/encode/npy-array.ts';
import type { FramesFile } from '../api/sequences.ts';
import { bytesInWords } from '../shell/amounts.ts';
import { computer } from '../worker/computer.ts';
import { npyPart } from './npy-part.ts';

/** One upload: a frame, or some of a stack. It is read only when it is sent. */
export interface FramesPart extends Omit<FramesFile, 'file'> {
  /** about */
  readonly bytes: number;
  readonly file: () => Promise<File>;
}

/** The frames of a sequence as this page sends them, in order. */
export interface GatheredFrames {
  readonly count: number;
  readonly bytes: number;
  readonly pieces: readonly FramesPart[];
  /** one of them, to be looked at */
  readonly frameAt: (k: number) => Promise<File>;
}

/** What goes up at once of a stack that can be taken apart: so much at most is sent again after a broken connection. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** A file that holds several frames. */
interface Stack {
  readonly count: number;
  /** how it is sent, as if it were alone */
  readonly pieces: readonly FramesPart[];
  readonly frameAt: GatheredFrames['frameAt'];
}

/**
 * Frames in these files, in their order: each is one, or where the first is a stack all are stacks.
 * @param mostBytes of one upload
 * @throws Error in words for people
 */
export async function framesOfFiles(files: readonly File[], mostBytes: number): Promise<GatheredFrames> {
  const [first] = files;
  if (!first) throw new Error('There is no frame among these files.');
  const head = await named(first, () => openStack(first));
  if (head === null) return singleFrames(files, mostBytes);
  const stacks: Stack[] = [];
  for (const file of files) {
    const stack = file === first ? head : await named(file, () => openStack(file));
    stacks.push(stack ?? wholeStack(file, 1));
  }
  return stacked(stacks, mostBytes);
}

function singleFrames(files: readonly File[], mostBytes: number): GatheredFrames {
  const pieces = files.map((file, first): FramesPart => {
    checkSize(file, mostBytes);
    return { first, count: null, bytes: file.size, file: async () => file };
  });
  return {
    ...{ count: files.length, pieces, bytes: sumOf(pieces) },
    frameAt: async (k) => files[k]!,
  };
}

function stacked(stacks: readonly Stack[], mostBytes: number): GatheredFrames {
  let count = 0;
  const starts = stacks.map((stack) => (count += stack.count) - stack.count);
  const pieces = stacks.flatMap((stack, i) =>
    stack.pieces.map((piece): FramesPart => ({
      ...piece,
      first: starts[i]! + piece.first,
      file: async () => {
        const file = await piece.file();
        checkSize(file, mostBytes);
        return file;
      },
    })),
  );
  return {
    ...{ count, pieces, bytes: sumOf(pieces) },
    frameAt: (k) => {
      const i = starts.findLastIndex((start) => start <= k);
      return stacks[i]!.frameAt(k - starts[i]!);
    },
  };
}

/** null: it holds one frame, whatever it is. */
async function openStack(file: File): Promise<Stack | null> {
  const read = async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
  const head = await read(0, 4096);
  const format = kindOf(head);
  if (format === 'tiff') return ofPages(file, await openPages(read));
  if (format === 'npy') return ofArray(file, head, (await NpyInFile.open(read, file.size)).count);
  if (format !== 'npz' && format !== 'hdf5' && format !== 'mat') return null;
  const request = { file, name: file.name, asStack: true, channel: null };
  const { frames } = await computer().call('readFrame', request);
  return frames > 1 ? wholeStack(file, frames) : null;
}

/** What is known and refused is said by the service where it is one frame of many. */
function kindOf(head: Uint8Array): string | undefined {
  try {
    return sniff(head);
  } catch {
    return undefined;
  }
}

function ofPages(
  file: File,
  { count, page }: { readonly count: number; readonly page: (k: number) => Promise<Uint8Array<ArrayBuffer>> },
): Stack | null {
  if (count < 2) return null;
  const frame = async (k: number) => new File([await page(k)], file.name);
  if (file.size <= PIECE_BYTES) return { ...wholeStack(file, count), frameAt: frame };
  const bytes = file.size / count;
  const pieces = Array.from({ length: count }, (_, k): FramesPart => ({
    ...{ first: k, count: 1, bytes },
    file: () => frame(k),
  }));
  return { count, pieces, frameAt: frame };
}

function ofArray(file: File, head: Uint8Array, count: number): Stack | null {
  if (count < 2) return null;
  const header = readNpyHeader(head);
  const part = (from: number, length: number) => npyPart(file, header, { from, length });
  const each = Math.max(1, Math.floor((PIECE_BYTES * count) / file.size));
  const pieces = Array.from({ length: Math.ceil(count / each) }, (_, i): FramesPart => {
    const first = i * each;
    const frames = Math.min(each, count - first);
    const bytes = (file.size / count) * frames;
    return { first, count: frames, bytes, file: async () => part(first, frames) };
  });
  return { count, pieces, frameAt: async (k) => part(k, 1) };
}

/** Sent as it is: it can’t be taken apart without reading all of it. */
function wholeStack(file: File, count: number): Stack {
  const piece = { first: 0, count, bytes: file.size, file: async () => file };
  return { count, pieces: [piece], frameAt: (k) => (count > 1 ? frameOf(file, k) : Promise.resolve(file)) };
}

/** As an array of its own. */
async function frameOf(file: File, index: number): Promise<File> {
  const { id, rows, cols, values } = await computer().call('frameMap', { file, index, channel: null });
  void computer().call('release', { ids: [id] });
  return new File([...encodeNpyArray(values, [rows, cols])] as BlobPart[], `${file.name} ${index}.npy`);
}

function checkSize({ name, size }: File, mostBytes: number): void {
  if (size <= mostBytes) return;
  const most = bytesInWords(mostBytes);
  throw new Error(
    `${name} has ${bytesInWords(size)}, and the service takes up to ${most} at once. Stacks as TIFF or NPY are sent frame by frame, whatever their size.`,
  );
}

/** An error with the name of the file that it is about. */
async function named<T>({ name }: File, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new Error(`${name}: ${(cause as Error).message}`, { cause });
  }
}

function sumOf(pieces: readonly FramesPart[]): number {
  return pieces.reduce((sum, { bytes }) => sum + bytes, 0);
}
