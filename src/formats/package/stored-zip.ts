import { asciiBytes } from '../encode/bytes.ts';
import type { EncodedFile } from '../encode/encoded-file.ts';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL_DIRECTORY = 0x06054b50;
const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER_BYTES = 46;
const END_BYTES = 22;
const ZIP64_END = 0x06064b50;
const ZIP64_END_BYTES = 56;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_EXTRA = 1;
const EXTRA_BYTES = 12;
const VERSION_OF_ZIP64 = 45;
const UINT16_LIMIT = 0xffff;
const UINT32_LIMIT = 0xffffffff;
/** 2.0, the least that any reader knows */
const VERSION_NEEDED = 20;
/** made on Unix, so that the permissions below count */
const VERSION_MADE_BY = (3 << 8) | VERSION_NEEDED;
/** an ordinary file, rw-r--r-- */
const UNIX_MODE = 0o100644;
/** 1980-01-01, the first day DOS knows: the bytes depend on the contents alone */
const DOS_DATE = (1 << 5) | 1;

/** A file as an archive needs to know it. */
export interface ZipFile {
  /** from the archive's root, e.g. `data/phase.tif`; ASCII */
  readonly path: string;
  readonly pieces: EncodedFile;
  readonly bytes: number;
  readonly crc32: number;
}

/** What of an archive is not its files' own bytes. */
export interface ZipFrame {
  /** goes before each file */
  readonly headers: readonly Uint8Array[];
  /** goes after the last one */
  readonly directory: readonly Uint8Array[];
}

/** A ZIP whose entries are stored as they are, as pieces in order: each file's own pieces pass through uncopied. */
export function storedZip(files: readonly ZipFile[]): Uint8Array[] {
  const writer = new ZipWriter();
  return [...files.flatMap((file) => [writer.add(file), ...file.pieces]), ...writer.end()];
}

/** Headers and directory of such a ZIP, for files that pass by one after the other. */
export function zipFrame(files: readonly EntryOf[]): ZipFrame {
  const writer = new ZipWriter();
  return { headers: files.map((file) => writer.add(file)), directory: writer.end() };
}

/** What a file's entry says of it. */
export type EntryOf = Omit<ZipFile, 'pieces'>;

/** What goes before the file's own bytes, wherever in the archive it lies. */
export function headerOf(file: EntryOf): Uint8Array {
  return localHeader(file.path, commonFields(file));
}

/**
 * Writes such a ZIP file by file. Each of them is below 4 GiB; an archive that is larger, or of more than 65,534 files,
 * gets the further records of ZIP64 (APPNOTE 4.3.14, 4.5.3).
 */
export class ZipWriter {
  readonly #entries: Uint8Array[] = [];
  #offset = 0;

  /** @returns what goes before the file's own bytes */
  add(file: EntryOf): Uint8Array {
    const header = headerOf(file);
    const isFar = this.#offset >= UINT32_LIMIT;
    const central = centralHeader(file.path, commonFields(file, isFar), isFar ? UINT32_LIMIT : this.#offset);
    this.#entries.push(isFar ? withOffset(central, this.#offset) : central);
    this.#offset += header.byteLength + file.bytes;
    return header;
  }

  /** @returns what goes after the last file */
  end(): Uint8Array[] {
    const bytes = this.#entries.reduce((sum, entry) => sum + entry.byteLength, 0);
    return [...this.#entries, ...endOfDirectory(this.#entries.length, this.#offset, bytes)];
  }
}

/** The 26 bytes that the local and the central header share: version needed up to the length of the extra field. */
function commonFields(file: Omit<ZipFile, 'pieces'>, isFar = false): Uint8Array {
  const view = new DataView(new ArrayBuffer(26));
  view.setUint16(0, isFar ? VERSION_OF_ZIP64 : VERSION_NEEDED, true);
  view.setUint16(8, DOS_DATE, true);
  view.setUint32(10, file.crc32, true);
  view.setUint32(14, file.bytes, true);
  view.setUint32(18, file.bytes, true);
  view.setUint16(22, file.path.length, true);
  view.setUint16(24, isFar ? EXTRA_BYTES : 0, true);
  return new Uint8Array(view.buffer);
}

function localHeader(path: string, common: Uint8Array): Uint8Array {
  const header = new Uint8Array(LOCAL_HEADER_BYTES + path.length);
  new DataView(header.buffer).setUint32(0, LOCAL_HEADER, true);
  header.set(common, 4);
  header.set(asciiBytes(path), LOCAL_HEADER_BYTES);
  return header;
}

function centralHeader(path: string, common: Uint8Array, offset: number): Uint8Array {
  const header = new Uint8Array(CENTRAL_HEADER_BYTES + path.length);
  const view = new DataView(header.buffer);
  view.setUint32(0, CENTRAL_HEADER, true);
  view.setUint16(4, VERSION_MADE_BY, true);
  header.set(common, 6);
  view.setUint32(38, UNIX_MODE * 0x10000, true);
  view.setUint32(42, offset, true);
  header.set(asciiBytes(path), CENTRAL_HEADER_BYTES);
  return header;
}

/** A central header with the extra field that holds an offset which its own field has no room for. */
function withOffset(header: Uint8Array, offset: number): Uint8Array {
  const extra = new DataView(new ArrayBuffer(EXTRA_BYTES));
  extra.setUint16(0, ZIP64_EXTRA, true);
  extra.setUint16(2, EXTRA_BYTES - 4, true);
  extra.setBigUint64(4, BigInt(offset), true);
  const joined = new Uint8Array(header.byteLength + EXTRA_BYTES);
  joined.set(header);
  joined.set(new Uint8Array(extra.buffer), header.byteLength);
  return joined;
}

function endOfDirectory(entries: number, offset: number, bytes: number): Uint8Array[] {
  const isLarge = entries >= UINT16_LIMIT || offset >= UINT32_LIMIT;
  const record = new Uint8Array(END_BYTES);
  const view = new DataView(record.buffer);
  view.setUint32(0, END_OF_CENTRAL_DIRECTORY, true);
  view.setUint16(8, Math.min(entries, UINT16_LIMIT), true);
  view.setUint16(10, Math.min(entries, UINT16_LIMIT), true);
  view.setUint32(12, bytes, true);
  view.setUint32(16, Math.min(offset, UINT32_LIMIT), true);
  return isLarge ? [...largeEnd(entries, offset, bytes), record] : [record];
}

/** The end of a directory with room for large numbers, and where it lies. */
function largeEnd(entries: number, offset: number, bytes: number): Uint8Array[] {
  const end = new DataView(new ArrayBuffer(ZIP64_END_BYTES));
  end.setUint32(0, ZIP64_END, true);
  end.setBigUint64(4, BigInt(ZIP64_END_BYTES - 12), true);
  end.setUint16(12, (3 << 8) | VERSION_OF_ZIP64, true);
  end.setUint16(14, VERSION_OF_ZIP64, true);
  end.setBigUint64(24, BigInt(entries), true);
  end.setBigUint64(32, BigInt(entries), true);
  end.setBigUint64(40, BigInt(bytes), true);
  end.setBigUint64(48, BigInt(offset), true);
  const locator = new DataView(new ArrayBuffer(ZIP64_LOCATOR_BYTES));
  locator.setUint32(0, ZIP64_LOCATOR, true);
  locator.setBigUint64(8, BigInt(offset + bytes), true);
  locator.setUint32(16, 1, true);
  return [new Uint8Array(end.buffer), new Uint8Array(locator.buffer)];
}
