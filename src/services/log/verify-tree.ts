import { createHash } from 'node:crypto';
import { parseCheckpoint, signerOfCheckpoint } from '../../formats/log/checkpoint.ts';
import { leafData } from '../../formats/log/log-leaf.ts';
import type { Database, Store } from '../ports/database.ts';
import { publicKey, verifies } from '../signing/ed25519.ts';
import { leafOfEntry, leafOfReceipt } from './grow-tree.ts';
import { GrowingTree, hashLeaf, type Node } from './tree.ts';

const PAGE = 1000;

interface StatedHead {
  readonly what: string;
  readonly size: number;
  readonly root: string;
}

export interface TreeVerification {
  readonly leaves: number;
  readonly checkpoints: number;
  readonly faults: readonly string[];
}

/**
 * Makes the log's tree anew from the log and the receipts, and compares it with the one that is stored and with every
 * checkpoint that was signed: whoever changed, added or took away a leaf, even with the tree and the chain made to fit,
 * contradicts what was signed.
 * @param kept checkpoints that somebody kept elsewhere: only these show a log that was cut off together with all that
 * was signed about the rest
 */
export async function verifyTree(store: Store, kept: readonly string[]): Promise<TreeVerification> {
  // no transaction: what is signed is read before the leaves, leaves before nodes, and the log only grows
  const db = store.read();
  const faults: string[] = [];
  const stated = [...(await signedHeads(db, faults)), ...(await keptHeads(db, kept, faults))];
  const tree = new GrowingTree(0, new Map());
  faults.push(...(await leafFaults(db, tree, stated)));
  for (const { what, size } of stated)
    if (size > tree.size)
      faults.push(`${what} is of ${size} leaves, and there are ${tree.size}: the log was cut off`);
  faults.push(...(await absent(db)));
  return { leaves: tree.size, checkpoints: stated.length, faults };
}

/** Grows the tree leaf by leaf, and compares it with what is stored and with what was stated at each size. */
async function leafFaults(db: Database, tree: GrowingTree, stated: readonly StatedHead[]): Promise<string[]> {
  const faults: string[] = [];
  const bySize = Map.groupBy(stated, ({ size }) => size);
  const compare = (): void => {
    for (const { what, root } of bySize.get(tree.size) ?? [])
      if (root !== tree.root()) faults.push(`${what} is of another log: it was rewritten`);
  };
  compare();
  let last = 0;
  for (;;) {
    const leaves = await leavesFrom(db, tree.size);
    const nodes: Node[] = [];
    for (const { leaf_index, seq, hash } of leaves) {
      if (leaf_index !== tree.size || hash === null)
        return [...faults, `the leaf ${tree.size} is missing, or what it is of`];
      if (seq !== null && seq !== ++last)
        faults.push(`the leaf ${leaf_index} is of entry ${seq}, not ${last}`);
      nodes.push(...tree.add(hash));
      compare();
    }
    faults.push(...(await unlikeStored(db, nodes)));
    if (leaves.length < PAGE) return faults;
  }
}

/** The leaves as the log and the receipts make them. */
async function leavesFrom(db: Database, start: number) {
  const leaves = await db
    .selectFrom('tree_leaves')
    .selectAll()
    .where('leaf_index', '>=', start)
    .orderBy('leaf_index')
    .limit(PAGE)
    .execute();
  const seqs = leaves.flatMap(({ seq }) => seq ?? []);
  const ids = leaves.flatMap(({ receipt_id }) => receipt_id ?? []);
  const entries = seqs.length
    ? await db
        .selectFrom('archive_log')
        .selectAll()
        .where('seq', '>=', Math.min(...seqs))
        .where('seq', '<=', Math.max(...seqs))
        .execute()
    : [];
  const receipts = ids.length
    ? await db.selectFrom('deletion_receipts').selectAll().where('receipt_id', 'in', ids).execute()
    : [];
  const found = new Map<number | string, string>([
    ...entries.map((entry) => [entry.seq, hashLeaf(leafData(leafOfEntry(entry)))] as const),
    ...receipts.map((row) => [row.receipt_id, hashLeaf(leafData(leafOfReceipt(row)))] as const),
  ]);
  return leaves.map((leaf) => ({ ...leaf, hash: found.get(leaf.seq ?? leaf.receipt_id!) ?? null }));
}

async function unlikeStored(db: Database, nodes: readonly Node[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [level, made] of Map.groupBy(nodes, (node) => node.level)) {
    const stored = await db
      .selectFrom('tree_hashes')
      .select(['position', 'hash'])
      .where('level', '=', level)
      .where('position', '>=', made[0]!.position)
      .where('position', '<=', made.at(-1)!.position)
      .execute();
    const hashes = new Map(stored.map(({ position, hash }) => [position, hash]));
    for (const { position, hash } of made)
      if (hashes.get(position) !== hash) {
        const what = level === 0 ? `the leaf ${position}` : `the node ${level}/${position}`;
        faults.push(`${what} of the log’s tree is not the one that the log makes`);
      }
  }
  return faults;
}

/** What the log and the receipts have, and the tree has not. */
async function absent(db: Database): Promise<string[]> {
  const entries = await db
    .selectFrom('archive_log')
    .leftJoin('tree_leaves', 'tree_leaves.seq', 'archive_log.seq')
    .where('leaf_index', 'is', null)
    .select('archive_log.seq')
    .limit(PAGE)
    .execute();
  const receipts = await db
    .selectFrom('deletion_receipts')
    .leftJoin('tree_leaves', 'tree_leaves.receipt_id', 'deletion_receipts.receipt_id')
    .where('leaf_index', 'is', null)
    .select('deletion_receipts.receipt_id')
    .limit(PAGE)
    .execute();
  return [
    ...entries.map(({ seq }) => `entry ${seq} is not in the log’s tree`),
    ...receipts.map(({ receipt_id }) => `the receipt ${receipt_id} is not in the log’s tree`),
  ];
}

async function signedHeads(db: Database, faults: string[]): Promise<StatedHead[]> {
  const rows = await db.selectFrom('tree_checkpoints').select(['size', 'note']).execute();
  return heads(
    db,
    rows.map(({ size, note }) => [`the signed checkpoint of ${size} leaves`, note]),
    faults,
  );
}

function keptHeads(db: Database, kept: readonly string[], faults: string[]): Promise<StatedHead[]> {
  return heads(
    db,
    kept.map((note, i) => [`the kept checkpoint ${i + 1}`, note]),
    faults,
  );
}

async function heads(
  db: Database,
  notes: readonly (readonly [what: string, note: string])[],
  faults: string[],
): Promise<StatedHead[]> {
  const keys = (await db.selectFrom('signing_keys').select('x').execute()).map(({ x }) => publicKey(x));
  const origin = await db.selectFrom('tree_origin').select('origin').executeTakeFirst();
  const found: StatedHead[] = [];
  for (const [what, note] of notes) {
    const checkpoint = parseCheckpoint(note);
    const signer =
      checkpoint && (await signerOfCheckpoint(checkpoint, keys, async (...of) => verifies(...of), sha256));
    if (!checkpoint || signer === null) faults.push(`${what} is not signed by a key of this service`);
    else if (checkpoint.origin !== origin?.origin) faults.push(`${what} is of the log ${checkpoint.origin}`);
    else found.push({ what, size: checkpoint.size, root: checkpoint.root });
  }
  return found;
}

const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
