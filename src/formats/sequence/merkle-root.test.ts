import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { merkleRoot } from './merkle-root.ts';

const hash = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const leaf = (digest: string) => hash(Uint8Array.of(0), Buffer.from(digest, 'hex'));
const node = (left: Uint8Array, right: Uint8Array) => hash(Uint8Array.of(1), left, right);
const digests = Array.from({ length: 5 }, (_, k) => hash(Uint8Array.of(k)).toString('hex'));

it('is that of RFC 9162: leaves and nodes apart, the left half a power of two', () => {
  const [a, b, c, d, e] = digests.map(leaf) as [Buffer, Buffer, Buffer, Buffer, Buffer];
  expect(merkleRoot(digests.slice(0, 1))).toBe(a.toString('hex'));
  expect(merkleRoot(digests.slice(0, 2))).toBe(node(a, b).toString('hex'));
  expect(merkleRoot(digests.slice(0, 3))).toBe(node(node(a, b), c).toString('hex'));
  expect(merkleRoot(digests)).toBe(node(node(node(a, b), node(c, d)), e).toString('hex'));
});

it('is another one for another order', () => {
  expect(merkleRoot(digests.toReversed())).not.toBe(merkleRoot(digests));
});
