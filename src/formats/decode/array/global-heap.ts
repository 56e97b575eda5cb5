const MARK = [0x47, 0x43, 0x4f, 0x4c, 1]; // GCOL, version 1
const HEAD = 16;

/**
 * Whether a file has a global heap in which an object of free space is of no size (HDF5 File Format Specification, III.E):
 * the library walks from object to object by their sizes, and never ends there. Sizes of 8 bytes, as all writers have them.
 */
export function hasEndlessHeap(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = bytes.indexOf(MARK[0]!); at >= 0; at = bytes.indexOf(MARK[0]!, at + 1)) {
    if (MARK.every((byte, k) => bytes[at + k] === byte) && isEndless(view, at)) return true;
  }
  return false;
}

function isEndless(view: DataView, heap: number): boolean {
  if (heap + HEAD > view.byteLength) return false;
  const end = Math.min(view.byteLength, heap + Number(view.getBigUint64(heap + 8, true)));
  for (let at = heap + HEAD; at + HEAD <= end;) {
    const free = view.getUint16(at, true) === 0;
    const size = Number(view.getBigUint64(at + 8, true));
    if (free && size === 0) return true;
    at += free ? size : HEAD + Math.ceil(size / 8) * 8;
  }
  return false;
}
