import { asciiBytes } from '../encode/bytes.ts';
import type { EncodedFile } from '../encode/encoded-file.ts';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL_DIRECTORY = 0x06054b50;
const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER_BYTES = 46;
const END_BYTES = 22;
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

/**
 * A ZIP whose entries are stored as they are, as pieces in order: each file's own pieces pass through uncopied.
 * Entries stay far below the 4 GiB at which ZIP64 would be needed.
 */
export function storedZip(files: readonly ZipFile[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  const push = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    offset += chunk.byteLength;
  };
  for (const file of files) {
    const common = commonFields(file);
    directory.push(centralHeader(file.path, common, offset));
    push(localHeader(file.path, common));
    file.pieces.forEach(push);
  }
  const directoryOffset = offset;
  directory.forEach(push);
  push(endOfDirectory(files.length, directoryOffset, offset - directoryOffset));
  return chunks;
}

/** The 26 bytes that the local and the central header share: version needed up to the length of the extra field. */
function commonFields(file: ZipFile): Uint8Array {
  const view = new DataView(new ArrayBuffer(26));
  view.setUint16(0, VERSION_NEEDED, true);
  view.setUint16(8, DOS_DATE, true);
  view.setUint32(10, file.crc32, true);
  view.setUint32(14, file.bytes, true);
  view.setUint32(18, file.bytes, true);
  view.setUint16(22, file.path.length, true);
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

function endOfDirectory(entries: number, offset: number, bytes: number): Uint8Array {
  const record = new Uint8Array(END_BYTES);
  const view = new DataView(record.buffer);
  view.setUint32(0, END_OF_CENTRAL_DIRECTORY, true);
  view.setUint16(8, entries, true);
  view.setUint16(10, entries, true);
  view.setUint32(12, bytes, true);
  view.setUint32(16, offset, true);
  return record;
}
