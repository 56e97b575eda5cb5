import { createHash } from 'node:crypto';
import type { Frame } from '../../core/field/frame.ts';
import { Problem } from '../../core/problem/problem.ts';
import { sequenceFrames } from '../../core/sequence/parse-sequence.ts';
import type { Recipe } from '../../core/recipe/values.ts';
import { decodeCounted } from '../reconstruction/decode-counted.ts';
import { sniff } from '../../formats/decode/samples/sniff.ts';
import type { ReadFile, FramesFile } from '../ports/sequence-work.ts';
import { Rooms } from './rooms.ts';
import { openStack, wholeFile, type FileToRead, type FramesOfFile } from './frames-of-file.ts';

export interface SourceFrame {
  /** null: it could not be read */
  readonly frame: Frame | null;
  /** why not */
  readonly problem: Problem | null;
  /** of the file that it is, or of its own samples where its file holds several */
  readonly sha256: string;
  readonly bytes: number;
}

/** The frames of a sequence in the order of time, each read when it is asked for. */
export interface FrameSource {
  readonly count: number;
  readonly format: string;
  read(k: number): Promise<SourceFrame>;
  /** Takes the memory of a frame that is of no use any more: a later one is read into it. */
  free(frame: Frame): void;
}

/** Stacks that are kept open: frames are asked for in order, but for those of the start. */
const MOST_OPEN = 2;

/**
 * Which frames lie in which files: a frame each, or several in each.
 * @throws Problem where there are too few or too many, or the first file can't be read
 */
export async function listFrames(
  files: readonly FileToRead[],
  { channel }: Pick<Recipe, 'channel'>,
): Promise<FramesFile[]> {
  const listed: FramesFile[] = [];
  let first = 0;
  let hint: string | null = null;
  for (const [k, file] of files.entries()) {
    const alone = listed[0] !== undefined && !listed[0].isStack;
    const stack = alone ? null : await openStack(file, channel);
    const frames = stack?.count ?? 1;
    hint ??= stack?.hint ?? null;
    const { name, size: bytes } = file;
    listed.push({ ...{ key: String(k), name, bytes, sha256: null, first, frames }, isStack: frames > 1 });
    first += frames;
  }
  // files of one page among stacks are stacks of one
  const isStack = listed[0]?.isStack ?? false;
  checkCount(first, hint);
  return listed.map((file) => ({ ...file, isStack }));
}

/** @param hint why there may be too few @throws Problem INVALID_INPUT */
export function checkCount(count: number, hint: string | null = null): void {
  const { min, max } = sequenceFrames;
  if (count >= min && count <= max) return;
  const has = `holds ${count} frame${count === 1 ? '' : 's'}`;
  const few = hint === null ? `at least ${min}` : `at least ${min}. The file has ${hint}`;
  const message = `${has}; it has ${count < min ? few : `at most ${max}`}`;
  throw new Problem('INVALID_INPUT', `The sequence ${message}.`, [{ pointer: '/frames', message }]);
}

/** Stacks that are open, by key and size; the one that was used last comes last. */
export type OpenStacks = Map<string, Promise<FramesOfFile>>;

/**
 * The frames in these files, which need not be all of the sequence.
 * @param count of the whole sequence
 * @param stacks that are open from before
 */
export async function openFrames(
  files: readonly FramesFile[],
  count: number,
  readFile: ReadFile,
  { channel }: Pick<Recipe, 'channel'>,
  stacks: OpenStacks = new Map(),
): Promise<FrameSource> {
  const rooms = new Rooms(readFile);
  const [first] = files;
  const format = first ? sniff(await readable(first, readFile).read(0, 4096)) : undefined;
  const stackOf = (file: FramesFile): Promise<FramesOfFile> => {
    // a file that is still written may have grown
    const key = `${file.key} ${file.bytes}`;
    const open = stacks.get(key) ?? openStack(readable(file, rooms.read), channel);
    stacks.delete(key);
    stacks.set(key, open);
    // it may be readable later; and nobody need be waiting for it when it fails
    open.catch(() => stacks.delete(key));
    for (const old of [...stacks.keys()].slice(0, -MOST_OPEN)) stacks.delete(old);
    return open;
  };
  return {
    ...{ count, format: format ?? 'unknown' },
    async read(k) {
      const file = fileOf(files, k);
      if (!file.isStack) return single(file, rooms.read, channel);
      return ofStack(async () => (await stackOf(file)).frame(k - file.first));
    },
    free: ({ samples }) => rooms.give(samples.buffer),
  };
}

function fileOf(files: readonly FramesFile[], k: number): FramesFile {
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (files[middle]!.first + files[middle]!.frames <= k) low = middle + 1;
    else high = middle;
  }
  const file = files[low];
  if (!file || k < file.first) throw new Error(`frame ${k} is in none of the files`);
  return file;
}

/** What a file claims about itself may lie beyond its end: that is not asked for. */
export function readable(
  { key, name, bytes: size }: Pick<FramesFile, 'key' | 'name' | 'bytes'>,
  read: ReadFile,
  told?: (sha256: string) => void,
): FileToRead {
  return {
    ...{ name, size },
    read: async (offset, length) =>
      offset < size ? read(key, offset, Math.min(length, size - offset), undefined, told) : new Uint8Array(),
  };
}

async function single(
  file: FramesFile,
  readFile: ReadFile,
  channel: Recipe['channel'],
): Promise<SourceFrame> {
  let said: string | undefined;
  const told = (digest: string) => void (said = digest);
  const bytes = await wholeFile(readable(file, readFile, file.sha256 === null ? told : undefined));
  const sha256 = said ?? digestOf(bytes);
  if (file.sha256 !== null && sha256 !== file.sha256)
    throw new Error(`the file ${file.key} is not what was received`);
  const decode = async () => (await decodeCounted(bytes, { name: file.name, channel })).frame;
  return { ...(await orProblem(decode)), sha256, bytes: file.bytes };
}

async function ofStack(decode: () => Promise<Frame>): Promise<SourceFrame> {
  const read = await orProblem(decode);
  const samples = read.frame?.samples;
  const bytes = samples
    ? new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
    : new Uint8Array();
  return { ...read, sha256: digestOf(bytes), bytes: bytes.byteLength };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** One frame that can't be read is no reason to do without the others. */
async function orProblem(decode: () => Promise<Frame>): Promise<Pick<SourceFrame, 'frame' | 'problem'>> {
  try {
    return { frame: await decode(), problem: null };
  } catch (cause) {
    if (cause instanceof Problem) return { frame: null, problem: cause };
    throw cause;
  }
}
