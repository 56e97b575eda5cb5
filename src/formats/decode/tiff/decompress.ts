import { inflateZlib, inflateZstd } from '../samples/inflate.ts';
import { NotReadHere, unreadable } from '../samples/refusals.ts';
import { decodeLzw } from './lzw.ts';
import { decodePackBits } from './packbits.ts';
import type { Compression } from './page.ts';

/**
 * Fills `target` from a compressed strip or tile.
 * @param wholeBytes size of a segment that the frame's edge does not cut: some writers pad the last strip to it
 */
export function decompress(
  input: Uint8Array,
  compression: Compression,
  target: Uint8Array,
  wholeBytes: number,
): void {
  switch (compression) {
    case 'none':
      return fill(target, input);
    case 'lzw':
      return decodeLzw(input, target);
    case 'packbits':
      return decodePackBits(input, target);
    case 'deflate':
      return fill(
        target,
        guarded(() => inflateZlib(input, wholeBytes)),
      );
    case 'zstd':
      return fill(
        target,
        guarded(() => inflateZstd(input, wholeBytes)),
      );
  }
}

function fill(target: Uint8Array, bytes: Uint8Array): void {
  if (bytes.length < target.length) throw damaged();
  target.set(bytes.length === target.length ? bytes : bytes.subarray(0, target.length));
}

function guarded(inflate: () => Uint8Array): Uint8Array {
  try {
    return inflate();
  } catch (cause) {
    throw cause instanceof NotReadHere ? cause : damaged();
  }
}

function damaged(): Error {
  return unreadable(
    'A piece of the TIFF is damaged, or has more or fewer samples than stated. Export it again.',
  );
}
