import { fromHex, leafMessage, nodeMessage } from '../log/merkle.ts';
import { sha256 } from '../package/digests.ts';

/**
 * One digest over many, as RFC 9162, section 2.1.1, makes it of its entries: the left half is the largest power of two that
 * is smaller than the whole.
 * @param digests SHA-256, hexadecimal, at least one: their 32 bytes are the entries
 */
export function merkleRoot(digests: readonly string[]): string {
  if (digests.length === 1) return sha256([leafMessage(fromHex(digests[0]!))]);
  let half = 1;
  while (half * 2 < digests.length) half *= 2;
  return sha256([nodeMessage(merkleRoot(digests.slice(0, half)), merkleRoot(digests.slice(half)))]);
}
