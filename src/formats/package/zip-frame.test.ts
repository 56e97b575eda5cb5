import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import yauzl from 'yauzl';
import { zipFrame } from './stored-zip.ts';

/** An archive of which only headers and directory exist; between them lie as many zeros as are said. */
class Archive extends yauzl.RandomAccessReader {
  readonly #parts: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  size = 0;

  constructor(files: readonly { readonly path: string; readonly bytes: number; readonly crc32: number }[]) {
    super();
    const { headers, directory } = zipFrame(files);
    const put = (bytes: Uint8Array) => {
      this.#parts.push({ at: this.size, bytes });
      this.size += bytes.byteLength;
    };
    files.forEach((file, k) => {
      put(headers[k]!);
      this.size += file.bytes;
    });
    directory.forEach(put);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const bytes = Buffer.alloc(end - start);
    for (const { at, bytes: part } of this.#parts)
      for (let i = Math.max(0, start - at); i < Math.min(part.byteLength, end - at); i++)
        bytes[at + i - start] = part[i]!;
    return Readable.from([bytes]);
  }
}

async function entriesOf(archive: Archive) {
  const opened = await yauzl.fromRandomAccessReaderPromise(archive, archive.size, { autoClose: false });
  const entries = [];
  for await (const entry of opened.eachEntry()) entries.push(entry);
  return entries;
}

it('says where files lie beyond 4 GiB', async () => {
  const bytes = 1.5 * 2 ** 30;
  const files = Array.from({ length: 5 }, (_, k) => ({ path: `data/${k}`, bytes, crc32: k }));
  const entries = await entriesOf(new Archive(files));
  expect(entries.map(({ relativeOffsetOfLocalHeader }) => relativeOffsetOfLocalHeader)).toEqual(
    files.map((_, k) => k * (bytes + 30 + 6)),
  );
  expect(entries.map(({ versionNeededToExtract }) => versionNeededToExtract)).toEqual([20, 20, 20, 45, 45]);
  expect(entries.every(({ uncompressedSize }) => uncompressedSize === bytes)).toBe(true);
});

it('has room for more files than 16 bits can count', () => {
  const files = Array.from({ length: 65_535 }, (_, k) => ({ path: `${k}`, bytes: 0, crc32: 0 }));
  const { directory } = zipFrame(files);
  const [large, locator, end] = directory.slice(-3).map((part) => Buffer.from(part));
  expect(large!.readUInt32LE(0)).toBe(0x06064b50);
  expect(large!.readBigUInt64LE(24)).toBe(65_535n);
  expect(locator!.readUInt32LE(0)).toBe(0x07064b50);
  expect(end!.readUInt16LE(10)).toBe(0xffff);
  expect(zipFrame(files.slice(1)).directory.length).toBe(65_534 + 1);
});
