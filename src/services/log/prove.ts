import { leafData } from '../../formats/log/log-leaf.ts';
import { HASH } from '../../formats/log/merkle.ts';
import { consistencyText, inclusionText } from '../../formats/log/proof-text.ts';
import { consistencyRanges, inclusionRanges } from '../../formats/log/tree-ranges.ts';
import { leafOfEntry, leafOfReceipt } from './grow-tree.ts';
import { signCheckpoint, type LogServices } from './sign-checkpoint.ts';
import { rangeHashes } from './tree.ts';

/** That a package was archived, for whoever has it (C2SP tlog-proof). Null: the log's tree does not have it. */
export async function proveArchived(services: LogServices, archive_id: string): Promise<string | null> {
  const entry = await services.store
    .read()
    .selectFrom('archive_log')
    .innerJoin('tree_leaves', 'tree_leaves.seq', 'archive_log.seq')
    .where('archive_id', '=', archive_id)
    .where('kind', '=', 'archived')
    .selectAll('archive_log')
    .select('leaf_index')
    .executeTakeFirst();
  return entry ? prove(services, entry.leaf_index, leafData(leafOfEntry(entry))) : null;
}

/** That a deletion receipt was given. Null: the log's tree does not have it. */
export async function proveReceipt(services: LogServices, receipt_id: string): Promise<string | null> {
  const row = await services.store
    .read()
    .selectFrom('deletion_receipts')
    .innerJoin('tree_leaves', 'tree_leaves.receipt_id', 'deletion_receipts.receipt_id')
    .where('deletion_receipts.receipt_id', '=', receipt_id)
    .select(['deletion_receipts.receipt_id', 'receipt', 'requested_at', 'leaf_index'])
    .executeTakeFirst();
  return row ? prove(services, row.leaf_index, leafData(leafOfReceipt(row))) : null;
}

/**
 * That the log as it is now begins with what it was, in the form that C2SP tlog-witness gives it.
 * @returns null: it never had so many leaves
 */
export async function proveConsistency(services: LogServices, old: number): Promise<string | null> {
  const { size, note } = await signCheckpoint(services);
  if (old > size) return null;
  const ranges = old === 0 ? [] : consistencyRanges(old, size);
  return consistencyText(old, await rangeHashes(services.store.read(), ranges), note);
}

async function prove(services: LogServices, index: number, leaf: Uint8Array): Promise<string> {
  const { size, note } = await signCheckpoint(services);
  const hashes = await rangeHashes(services.store.read(), inclusionRanges(index, size));
  return inclusionText(leaf, index, hashes, note);
}

const TILE_WIDTH = 256;

/**
 * A tile of the tree (C2SP tlog-tiles): hashes one after the other, 32 bytes each.
 * @param width how many; null: all 256
 * @returns null: the tree is not so large
 */
export async function readTile(
  { store }: Pick<LogServices, 'store'>,
  level: number,
  index: number,
  width: number | null,
): Promise<Uint8Array | null> {
  const count = width ?? TILE_WIDTH;
  const first = index * TILE_WIDTH;
  const rows = await store
    .read()
    .selectFrom('tree_hashes')
    .select('hash')
    .where('level', '=', level * 8)
    .where('position', '>=', first)
    .where('position', '<', first + count)
    .orderBy('position')
    .execute();
  if (rows.length < count || rows.some(({ hash }) => !HASH.test(hash))) return null;
  return Buffer.from(rows.map(({ hash }) => hash).join(''), 'hex');
}
