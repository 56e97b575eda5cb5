import { createHash } from 'node:crypto';
import type { Frame } from '../../core/field/frame.ts';
import { Problem } from '../../core/problem/problem.ts';
import type { Recipe } from '../../core/recipe/values.ts';
import { decodeFrame } from '../../formats/decode/decode.ts';
import { decodeStack } from '../../formats/decode/decode-stack.ts';
import { NpyInFile } from '../../formats/decode/array/npy-in-file.ts';
import { sniff } from '../../formats/decode/samples/sniff.ts';
import { openPages, type ReadAt } from '../../formats/decode/tiff/pages-in-file.ts';

/** A file that is read where it lies. */
export interface FileToRead {
  readonly name: string;
  readonly size: number;
  readonly read: ReadAt;
}

export interface SourceFrame {
  /** null: it could not be read */
  readonly frame: Frame | null;
  /** of the file that it is, or of its own samples where its file holds several */
  readonly sha256: string;
  readonly bytes: number;
}

/** The frames of a sequence in the order of time, each read when it is asked for. */
export interface FrameSource {
  readonly count: number;
  readonly format: string;
  read(k: number): Promise<SourceFrame>;
}

export const sequenceFrames = { min: 2, max: 100_000 };
/** What can only be read as a whole is no larger. */
const MOST_WHOLE_BYTES = 1024 * 1024 * 1024;

/**
 * The frames in files: a frame each, or several in each.
 * @throws Problem where there are too few or too many, or the first file can't be read
 */
export async function openFrames(
  files: readonly FileToRead[],
  { channel }: Pick<Recipe, 'channel'>,
): Promise<FrameSource> {
  const [first] = files;
  if (!first) throw tooFew(0);
  const opened = await openStack(first, channel);
  if (opened.count === 1) return checked(oneEach(files, opened.format, channel));
  const stacks = [opened];
  for (const file of files.slice(1)) stacks.push(await openStack(file, channel));
  return checked(inTurn(stacks));
}

function checked(source: FrameSource): FrameSource {
  if (source.count < sequenceFrames.min) throw tooFew(source.count);
  if (source.count > sequenceFrames.max) {
    const message = `holds ${source.count} frames; it has at most ${sequenceFrames.max}`;
    throw new Problem('INVALID_INPUT', `The sequence ${message}.`, [{ pointer: '/frames', message }]);
  }
  return source;
}

function tooFew(count: number): Problem {
  const message = `holds ${count} frame${count === 1 ? '' : 's'}; it has at least ${sequenceFrames.min}`;
  return new Problem('INVALID_INPUT', `The sequence ${message}.`, [{ pointer: '/frames', message }]);
}

function oneEach(files: readonly FileToRead[], format: string, channel: Recipe['channel']): FrameSource {
  return {
    ...{ count: files.length, format },
    async read(k) {
      const file = files[k]!;
      const bytes = await wholeOf(file);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const decode = async () => (await decodeFrame(bytes, { name: file.name, channel })).frame;
      return { frame: await orNull(decode), sha256, bytes: bytes.byteLength };
    },
  };
}

function inTurn(stacks: readonly FrameSource[]): FrameSource {
  const count = stacks.reduce((sum, stack) => sum + stack.count, 0);
  return {
    ...{ count, format: stacks[0]!.format },
    async read(k) {
      let left = k;
      const stack = stacks.find((one) => left < one.count || ((left -= one.count), false))!;
      return stack.read(left);
    },
  };
}

async function openStack(file: FileToRead, channel: Recipe['channel']): Promise<FrameSource> {
  const format = sniff(await file.read(0, 4096)) ?? 'unknown';
  const options = { name: file.name, channel };
  if (format === 'tiff') {
    const pages = await openPages(file.read);
    const page = async (k: number) => (await decodeFrame(await pages.page(k), options)).frame;
    return stackOf(pages.count, format, page);
  }
  if (format === 'npy') {
    const array = await NpyInFile.open(file.read, file.size);
    return stackOf(array.count, format, (k) => array.frame(k));
  }
  if (format !== 'npz') return { count: 1, format, read: () => Promise.reject(new Error('never asked')) };
  const { count, frames } = decodeStack(await wholeOf(file), null, options);
  const all = [...frames];
  return stackOf(count, format, async (k) => all[k]!);
}

function stackOf(count: number, format: string, decode: (k: number) => Promise<Frame>): FrameSource {
  return {
    ...{ count, format },
    async read(k) {
      const frame = await orNull(() => decode(k));
      const samples = frame?.samples;
      const bytes = samples
        ? new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
        : new Uint8Array();
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { frame, sha256, bytes: bytes.byteLength };
    },
  };
}

async function wholeOf({ name, size, read }: FileToRead): Promise<Uint8Array> {
  if (size > MOST_WHOLE_BYTES)
    throw new Problem(
      'HOLOGRAM_UNSUPPORTED',
      `${name} is ${size} bytes; ${MOST_WHOLE_BYTES} are read at most.`,
    );
  return read(0, size);
}

/** One frame that can't be read is no reason to do without the others. */
async function orNull(decode: () => Promise<Frame>): Promise<Frame | null> {
  try {
    return await decode();
  } catch (cause) {
    if (cause instanceof Problem) return null;
    throw cause;
  }
}
