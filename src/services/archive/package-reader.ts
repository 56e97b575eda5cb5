import { Readable } from 'node:stream';
import yauzl, { type Archive, type Entry } from 'yauzl';
import type { ByteRange } from '../ports/blobs.ts';

/** Bytes of a package that is there, the whole or a part. */
export type ReadPart = (range: ByteRange) => Promise<Readable>;

/** The manifests are at the beginning of a package, and the ZIP's own table at its end, where yauzl looks for it first. */
const HEAD_BYTES = 32 * 1024;
const TAIL_BYTES = 22 + 20 + 0xffff;

interface Window {
  readonly start: number;
  readonly bytes: Buffer;
}

/** Lets yauzl read a package that lies in the archive, with two requests for all the small things that it looks at. */
class PackageReader extends yauzl.RandomAccessReader {
  readonly #read: ReadPart;
  readonly #windows: readonly Window[];

  constructor(read: ReadPart, windows: readonly Window[]) {
    super();
    this.#read = read;
    this.#windows = windows;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const known = this.#windows.find(
      ({ start, bytes }) => position >= start && position + length <= start + bytes.length,
    );
    const read = known
      ? Promise.resolve(known.bytes.subarray(position - known.start, position - known.start + length))
      : readWhole(this.#read, { start: position, end: position + length - 1 });
    read.then(
      (bytes) => callback(null, bytes.copy(buffer, offset)),
      (error: unknown) => callback(error as Error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const read = this.#read;
    return Readable.from(
      (async function* () {
        yield* await read({ start, end: end - 1 });
      })(),
      { objectMode: false },
    );
  }
}

/** What is in a package: its files in order, each by its path, with the way to read it or a part of it. */
export type PackageFiles = ReadonlyMap<string, StoredEntry>;

export interface StoredEntry {
  readonly bytes: number;
  read(range?: ByteRange): Promise<Readable>;
}

/** Nothing but the tables is read before a file is asked for. */
export async function openPackage(read: ReadPart, bytes: number): Promise<PackageFiles> {
  const tailStart = Math.max(0, bytes - TAIL_BYTES);
  const ends = [{ start: tailStart, end: bytes - 1 }];
  if (tailStart > 0) ends.push({ start: 0, end: Math.min(HEAD_BYTES, tailStart) - 1 });
  const windows = await Promise.all(
    ends.map(async (range) => ({ start: range.start, bytes: await readWhole(read, range) })),
  );
  const reader = new PackageReader(read, windows);
  const zip = await yauzl.fromRandomAccessReaderPromise(reader, bytes, { autoClose: false });
  const files = new Map<string, StoredEntry>();
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry;
    files.set(fileName, { bytes: uncompressedSize, read: (range) => readEntry(zip, entry, read, range) });
  }
  return files;
}

/** What is stored as it is comes straight out of the archive; what is deflated has to be inflated up to there. */
async function readEntry(zip: Archive, entry: Entry, read: ReadPart, range?: ByteRange): Promise<Readable> {
  const { start, end } = range ?? { start: 0, end: entry.uncompressedSize - 1 };
  if (end < start) return Readable.from([]);
  if (entry.compressionMethod !== 0)
    return Readable.from(slice(await zip.openReadStreamPromise(entry), start, end), { objectMode: false });
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  return read({ start: fileDataStart + start, end: fileDataStart + end });
}

/** The bytes from `start` to `end`, both inclusive. */
async function* slice(
  stream: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of stream) {
    const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    if (wanted.byteLength > 0) yield wanted;
    at += chunk.byteLength;
    if (at > end) return;
  }
}

async function readWhole(read: ReadPart, range: ByteRange): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await read(range)) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
