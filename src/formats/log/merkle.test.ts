import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { GrowingTree, hashLeaf } from '../../services/log/tree.ts';
import {
  hashFromBase64,
  hashToBase64,
  isConsistent,
  leafMessage,
  nodeMessage,
  rootOfInclusion,
  type TreeHash,
} from './merkle.ts';
import { consistencyRanges, inclusionRanges, subtreesOf, type LeafRange } from './tree-ranges.ts';

const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The definition of RFC 6962 2.1 as it stands there. */
async function treeHash(leaves: readonly Uint8Array[]): Promise<TreeHash> {
  if (leaves.length === 0) return sha256(new Uint8Array());
  if (leaves.length === 1) return sha256(leafMessage(leaves[0]!));
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(nodeMessage(await treeHash(leaves.slice(0, k)), await treeHash(leaves.slice(k))));
}

/** The leaves and the roots that the first implementation of Certificate Transparency is tested with. */
const known = {
  leaves: [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ],
  roots: [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
};

const leaves = Array.from({ length: 37 }, (_, i) => Uint8Array.of(i, i >> 3));
const over = (ranges: readonly LeafRange[]) =>
  Promise.all(ranges.map(({ start, end }) => treeHash(leaves.slice(start, end))));
const other = '0'.repeat(64);

describe('the tree', () => {
  it('has the roots of Certificate Transparency’s own tests', async () => {
    const tree = new GrowingTree(0, new Map());
    expect(tree.root()).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    for (const [i, leaf] of known.leaves.entries()) {
      tree.add(hashLeaf(Buffer.from(leaf, 'hex')));
      expect(tree.root()).toBe(known.roots[i]);
    }
  });

  it('has a node for every complete subtree, once', async () => {
    const tree = new GrowingTree(0, new Map());
    const nodes = leaves.flatMap((leaf) => tree.add(hashLeaf(leaf)));
    for (const { level, position, hash } of nodes) {
      const start = position * 2 ** level;
      expect(hash).toBe(await treeHash(leaves.slice(start, start + 2 ** level)));
    }
    expect(new Set(nodes.map(({ level, position }) => `${level}/${position}`)).size).toBe(nodes.length);
    expect(subtreesOf({ start: 0, end: 37 })).toEqual([
      ...[
        { level: 5, position: 0 },
        { level: 2, position: 8 },
        { level: 0, position: 36 },
      ],
    ]);
  });
});

describe('a proof of inclusion', () => {
  it('leads from each leaf of each tree to its root, and from nothing else', async () => {
    for (const size of [1, 2, 3, 5, 8, 21, 37]) {
      const root = await treeHash(leaves.slice(0, size));
      for (let index = 0; index < size; index++) {
        const leaf = hashLeaf(leaves[index]!);
        const proof = await over(inclusionRanges(index, size));
        const found = (at: number, of: number, hashes = proof, hash = leaf) =>
          rootOfInclusion(at, of, hash, hashes, sha256);
        expect(await found(index, size)).toBe(root);
        expect(await found(index, size, proof, other)).not.toBe(root);
        expect(await found(index, size, [...proof, other])).not.toBe(root);
        if (size > 1) expect(await found(index, size, proof.slice(1))).not.toBe(root);
        if (size > 1) expect(await found((index + 1) % size, size)).not.toBe(root);
        if (size > 1) expect(await found(index, size, [other, ...proof.slice(1)])).not.toBe(root);
      }
      expect(await rootOfInclusion(size, size, other, [], sha256)).toBeNull();
      expect(await rootOfInclusion(-1, size, other, [], sha256)).toBeNull();
    }
  });
});

describe('a proof of consistency', () => {
  it('holds between any two trees of one log, and between no others', async () => {
    for (const size of [1, 2, 3, 8, 21, 37]) {
      const now = { size, root: await treeHash(leaves.slice(0, size)) };
      for (let before = 0; before <= size; before++) {
        const old = { size: before, root: await treeHash(leaves.slice(0, before)) };
        const proof = await over(before === 0 ? [] : consistencyRanges(before, size));
        expect([before, size, await isConsistent(old, now, proof, sha256)]).toEqual([before, size, true]);
        expect(await isConsistent({ ...old, root: other }, now, proof, sha256)).toBe(false);
        if (before > 0) expect(await isConsistent(old, { ...now, root: other }, proof, sha256)).toBe(false);
        expect(await isConsistent(old, now, [...proof, other], sha256)).toBe(false);
        if (proof.length > 0) expect(await isConsistent(old, now, proof.slice(1), sha256)).toBe(false);
        if (before < size) expect(await isConsistent(now, old, proof, sha256)).toBe(false);
      }
    }
  });
});

it('writes hashes in base64, and reads nothing else', () => {
  const hash = known.roots[0]!;
  expect(hashToBase64(hash)).toBe(Buffer.from(hash, 'hex').toString('base64'));
  expect(hashFromBase64(hashToBase64(hash))).toBe(hash);
  for (const text of ['', 'AAAA', `${hashToBase64(hash)} `, hashToBase64(hash).replace(/.=$/, '1=')])
    expect(hashFromBase64(text)).toBeNull();
});
