import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import yauzl from 'yauzl';
import { packageFile } from './package-file.ts';
import { storedZip, ZipWriter } from './stored-zip.ts';

const text = (value: string) => new TextEncoder().encode(value);
const files = [
  packageFile('data/first.txt', [text('one '), text('two')]),
  packageFile('second.bin', [new Uint8Array(300).fill(7)]),
  packageFile('data/preview/empty', []),
];
const zipped = () => Buffer.concat(storedZip(files));

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

it('is read back, with every entry an ordinary file that its owner may write and everybody read', async () => {
  const archive = await yauzl.fromBufferPromise(zipped());
  const entries = await all(archive.eachEntry());
  expect(entries.map(({ fileName }) => fileName)).toEqual(files.map(({ path }) => path));
  for (const [i, entry] of entries.entries()) {
    const bytes = Buffer.concat(await all(await archive.openReadStreamPromise(entry)));
    expect(bytes.equals(Buffer.concat(files[i]!.pieces))).toBe(true);
    // the upper half is the mode that stat(2) gives, and counts where Unix (3) made the entry: S_IFREG | 0644
    expect((entry.externalFileAttributes >>> 16).toString(8)).toBe('100644');
    expect(entry.externalFileAttributes & 0xffff).toBe(0);
    expect([entry.versionMadeBy >> 8, entry.versionMadeBy & 255]).toEqual([3, 20]);
    expect([entry.versionNeededToExtract, entry.compressionMethod]).toEqual([20, 0]);
    expect([entry.generalPurposeBitFlag, entry.internalFileAttributes]).toEqual([0, 0]);
    expect([entry.extraFieldLength, entry.fileCommentLength]).toEqual([0, 0]);
    // the first of January 1980, at midnight
    expect([entry.lastModFileDate, entry.lastModFileTime]).toEqual([0b0000000_0001_00001, 0]);
    expect(entry.crc32).toBe(crc32(bytes));
    expect([entry.compressedSize, entry.uncompressedSize]).toEqual([bytes.length, bytes.length]);
  }
});

it('says the same before each file as in its directory', async () => {
  const zip = zipped();
  const archive = await yauzl.fromBufferPromise(zip);
  let offset = 0;
  for await (const entry of archive.eachEntry()) {
    const at = entry.relativeOffsetOfLocalHeader;
    expect(at).toBe(offset);
    // APPNOTE.TXT 4.3.7: signature, version, flags, method, time, date, crc-32, two sizes, lengths of name and extra field
    const words = [4, 6, 8, 10, 12, 26, 28].map((place) => zip.readUInt16LE(at + place));
    expect(words).toEqual([20, 0, 0, 0, 0b0000000_0001_00001, entry.fileName.length, 0]);
    const long = [0, 14, 18, 22].map((place) => zip.readUInt32LE(at + place));
    expect(long).toEqual([0x04034b50, entry.crc32, entry.compressedSize, entry.uncompressedSize]);
    const name = zip.subarray(at + 30, at + 30 + entry.fileName.length);
    expect(name.toString('latin1')).toBe(entry.fileName);
    offset = at + 30 + entry.fileName.length + entry.compressedSize;
  }
  // 4.3.12 and 4.3.16: the directory begins where the last file ends, and the end record closes it
  expect(zip.readUInt32LE(offset)).toBe(0x02014b50);
  const end = zip.subarray(-22);
  expect([end.readUInt32LE(0), end.readUInt32LE(4)]).toEqual([0x06054b50, 0]);
  expect([end.readUInt16LE(8), end.readUInt16LE(10)]).toEqual([files.length, files.length]);
  expect([end.readUInt32LE(12), end.readUInt32LE(16)]).toEqual([zip.length - 22 - offset, offset]);
  expect(end.readUInt16LE(20)).toBe(0);
});

// APPNOTE.TXT 4.4.8: 0xFFFFFFFF in the field itself says that the offset stands in the extra field
it.each([
  [0xfffffffe, false],
  [0xffffffff, true],
])('gives the offset %i of a file the room that it needs', (offset, isFar) => {
  const writer = new ZipWriter();
  const first = { path: 'a', crc32: 0 };
  // a local header of 30 bytes and its name
  writer.add({ ...first, bytes: offset - 31 });
  writer.add({ ...first, path: 'b', bytes: 5 });
  const pieces = writer.end().map((piece) => Buffer.from(piece));
  const entry = pieces[1]!;
  expect(entry.readUInt32LE(42)).toBe(isFar ? 0xffffffff : offset);
  expect([entry.readUInt16LE(6), entry.readUInt16LE(30), entry.length]).toEqual(
    isFar ? [45, 12, 47 + 12] : [20, 0, 47],
  );
  if (isFar) expect([entry.readUInt16LE(47), entry.readUInt16LE(49)]).toEqual([1, 8]);
  if (isFar) expect(entry.readBigUInt64LE(51)).toBe(BigInt(offset));
});

it('ends a directory that is far from the beginning as 4.3.14 to 4.3.16 have it, each number in full', () => {
  const writer = new ZipWriter();
  writer.add({ path: 'a', crc32: 0, bytes: 2 ** 33 });
  const [entry, end, locator, last] = writer.end().map((piece) => Buffer.from(piece)) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const offset = 2n ** 33n + 31n;
  expect([end.readUInt32LE(0), end.readBigUInt64LE(4), end.length]).toEqual([0x06064b50, 44n, 56]);
  // made by and needed: 4.5
  expect([end.readUInt16LE(12), end.readUInt16LE(14)]).toEqual([(3 << 8) | 45, 45]);
  expect([end.readUInt32LE(16), end.readUInt32LE(20)]).toEqual([0, 0]);
  expect([24, 32, 40, 48].map((at) => end.readBigUInt64LE(at))).toEqual([
    1n,
    1n,
    BigInt(entry.length),
    offset,
  ]);
  expect([locator.readUInt32LE(0), locator.readUInt32LE(4), locator.readUInt32LE(16)]).toEqual([
    0x07064b50, 0, 1,
  ]);
  expect(locator.readBigUInt64LE(8)).toBe(offset + BigInt(entry.length));
  expect([last.readUInt16LE(8), last.readUInt16LE(10), last.readUInt32LE(16)]).toEqual([1, 1, 0xffffffff]);
});
