import { unreadable, unsupported } from '../samples/refusals.ts';

export interface ZipEntry {
  readonly name: string;
  readonly method: 'stored' | 'deflated';
  readonly crc32: number;
  readonly inflatedSize: number;
  /** the compressed bytes, a view on the file */
  readonly data: Uint8Array;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endSize = 22;
const maxCommentSize = 0xffff;
const maxEntries = 200;

/** Lists a ZIP by its central directory (APPNOTE 4.3.12), the only place where sizes are always stated. */
export function listZip(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries)
    throw unsupported(`The archive lists ${count} files; up to ${maxEntries} are looked through.`);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entrySignature) throw damaged();
    entries.push(readEntry(bytes, view, at));
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function findEnd(view: DataView): number {
  const last = view.byteLength - endSize;
  for (let at = last; at >= Math.max(0, last - maxCommentSize); at--) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  throw unreadable(
    'The NPZ archive is cut short: its table of contents is missing. Save or upload it again.',
  );
}

function readEntry(bytes: Uint8Array, view: DataView, at: number): ZipEntry {
  const method = view.getUint16(at + 10, true);
  const compressedSize = view.getUint32(at + 20, true);
  const inflatedSize = view.getUint32(at + 24, true);
  const local = view.getUint32(at + 42, true);
  const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + view.getUint16(at + 28, true)));
  if ((view.getUint16(at + 8, true) & 1) !== 0)
    throw unsupported('The archive is encrypted. Save it without a password.');
  if (method !== 0 && method !== 8) throw unsupported('The archive uses a compression other than deflate.');
  if (local + 30 > bytes.length || view.getUint32(local, true) !== localSignature) throw damaged();
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + compressedSize > bytes.length) throw damaged();
  if (method === 0 && compressedSize !== inflatedSize) throw damaged();
  return {
    name,
    method: method === 0 ? 'stored' : 'deflated',
    crc32: view.getUint32(at + 16, true),
    inflatedSize,
    data: bytes.subarray(start, start + compressedSize),
  };
}

function damaged(): Error {
  return unreadable('The NPZ archive is damaged: its table of contents points to where no file is.');
}
