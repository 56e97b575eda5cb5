import { createHash } from 'node:crypto';
import { leafMessage, nodeMessage, type TreeHash } from '../../formats/log/merkle.ts';
import { subtreesOf, type LeafRange, type Subtree } from '../../formats/log/tree-ranges.ts';
import type { Database } from '../ports/database.ts';

export interface Node extends Subtree {
  readonly hash: TreeHash;
}

const sha256 = (message: Uint8Array): TreeHash => createHash('sha256').update(message).digest('hex');

export const hashLeaf = (data: Uint8Array): TreeHash => sha256(leafMessage(data));

/** The right edge of a tree that grows: all that is needed of what is there already. */
export class GrowingTree {
  #size: number;
  /** the last complete subtree of each level that is not yet part of a larger one */
  readonly #edge: Map<number, TreeHash>;

  constructor(size: number, edge: ReadonlyMap<number, TreeHash>) {
    this.#size = size;
    this.#edge = new Map(edge);
  }

  get size(): number {
    return this.#size;
  }

  /** @returns the nodes that there are for it, the leaf first */
  add(leaf: TreeHash): Node[] {
    const nodes = [{ level: 0, position: this.#size, hash: leaf }];
    let node = nodes[0]!;
    while (node.position % 2 === 1) {
      const hash = sha256(nodeMessage(this.#edge.get(node.level)!, node.hash));
      this.#edge.delete(node.level);
      node = { level: node.level + 1, position: (node.position - 1) / 2, hash };
      nodes.push(node);
    }
    this.#edge.set(node.level, node.hash);
    this.#size++;
    return nodes;
  }

  root(): TreeHash {
    const levels = [...this.#edge.keys()].sort((a, b) => b - a);
    return joined(levels.map((level) => this.#edge.get(level)!));
  }
}

/** The tree that is stored, to be continued. */
export async function openTree(db: Database): Promise<GrowingTree> {
  const { last } = await db
    .selectFrom('tree_leaves')
    .select((select) => select.fn.max('leaf_index').as('last'))
    .executeTakeFirstOrThrow();
  const size = last === null ? 0 : Number(last) + 1;
  const edge = subtreesOf({ start: 0, end: size });
  const hashes = await readNodes(db, edge);
  return new GrowingTree(size, new Map(edge.map(({ level }, i) => [level, hashes[i]!])));
}

/** The hashes of parts of the stored tree. */
export async function rangeHashes(db: Database, ranges: readonly LeafRange[]): Promise<TreeHash[]> {
  const parts = ranges.map(subtreesOf);
  const hashes = await readNodes(db, parts.flat());
  let at = 0;
  return parts.map(({ length }) => joined(hashes.slice(at, (at += length))));
}

export async function rootAt(db: Database, size: number): Promise<TreeHash> {
  return (await rangeHashes(db, [{ start: 0, end: size }]))[0]!;
}

/** Of complete subtrees from left to right, as in every tree: the last two first. */
function joined(hashes: readonly TreeHash[]): TreeHash {
  if (hashes.length === 0) return sha256(new Uint8Array());
  return hashes.reduceRight((right, left) => sha256(nodeMessage(left, right)));
}

/** @throws Error where the tree lacks one */
async function readNodes(db: Database, subtrees: readonly Subtree[]): Promise<TreeHash[]> {
  if (subtrees.length === 0) return [];
  const rows = await db
    .selectFrom('tree_hashes')
    .selectAll()
    .where((where) =>
      where.or(
        subtrees.map(({ level, position }) =>
          where.and([where('level', '=', level), where('position', '=', position)]),
        ),
      ),
    )
    .execute();
  const found = new Map(rows.map(({ level, position, hash }) => [`${level}/${position}`, hash]));
  return subtrees.map(({ level, position }) => {
    const hash = found.get(`${level}/${position}`);
    if (hash === undefined) throw new Error(`the log’s tree lacks the node ${level}/${position}`);
    return hash;
  });
}
