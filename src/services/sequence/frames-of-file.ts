import type { Frame } from '../../core/field/frame.ts';
import { Problem } from '../../core/problem/problem.ts';
import type { Recipe } from '../../core/recipe/values.ts';
import { decodeCounted } from '../reconstruction/decode-counted.ts';
import { decodeStack } from '../../formats/decode/decode-stack.ts';
import { openHdf5Stack } from '../../formats/decode/array/hdf5.ts';
import { NpyInFile } from '../../formats/decode/array/npy-in-file.ts';
import { isMatlab73, sniff } from '../../formats/decode/samples/sniff.ts';
import { openPages, type ReadAt } from '../../formats/decode/tiff/pages-in-file.ts';

/** A file that is read where it lies. */
export interface FileToRead {
  readonly name: string;
  readonly size: number;
  readonly read: ReadAt;
}

/** The frames of one file, each read when it is asked for. */
export interface FramesOfFile {
  readonly count: number;
  readonly format: string;
  /** why it may hold fewer frames than was meant; absent or null: nothing says so */
  readonly hint?: string | null;
  frame(k: number): Promise<Frame>;
}

/** What can only be read as a whole is no larger. */
const MOST_WHOLE_BYTES = 1024 * 1024 * 1024;

/** @throws Problem where it can't be read */
export async function openStack(file: FileToRead, channel: Recipe['channel']): Promise<FramesOfFile> {
  const format = sniff(await file.read(0, 4096)) ?? 'unknown';
  const options = { name: file.name, channel };
  if (format === 'tiff') {
    const pages = await openPages(file.read);
    const frame = async (k: number) => (await decodeCounted(await pages.page(k), options)).frame;
    return { count: pages.count, format, hint: pages.hint, frame };
  }
  if (format === 'npy') {
    const array = await NpyInFile.open(file.read, file.size);
    return { count: array.count, format, frame: (k) => array.frame(k) };
  }
  if (format === 'npz') {
    const { count, frames } = decodeStack(await wholeFile(file), null, options);
    const all = [...frames];
    return { count, format, frame: async (k) => all[k]! };
  }
  if (format === 'hdf5' || (format === 'mat' && isMatlab73(await file.read(0, 4096)))) {
    const stack = await openHdf5Stack(await wholeFile(file));
    if (stack) return { count: stack.count, format, frame: async (k) => stack.frame(k) };
  }
  const whole = async () => (await decodeCounted(await wholeFile(file), options)).frame;
  return { count: 1, format, frame: whole };
}

export async function wholeFile({ name, size, read }: FileToRead): Promise<Uint8Array> {
  if (size > MOST_WHOLE_BYTES)
    throw new Problem(
      'HOLOGRAM_UNSUPPORTED',
      `${name} is ${size} bytes; ${MOST_WHOLE_BYTES} are read at most.`,
    );
  return read(0, size);
}
