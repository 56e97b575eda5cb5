import { createHash, randomUUID } from 'node:crypto';
import { leafData, type LogLeaf } from '../../formats/log/log-leaf.ts';
import type { Database, Row, Store } from '../ports/database.ts';
import { hashLeaf, openTree, type GrowingTree } from './tree.ts';

type Entry = Row<'archive_log'>;
type Receipt = Pick<Row<'deletion_receipts'>, 'receipt_id' | 'receipt' | 'requested_at'>;

const PAGE = 500;

export function leafOfEntry({ kind, archive_id, checksum, entry_hash, seq, time }: Entry): LogLeaf {
  return { kind, archive_id, checksum, entry_hash, seq, time };
}

export function leafOfReceipt({ receipt_id, receipt, requested_at }: Receipt): LogLeaf {
  const checksum = createHash('sha256').update(receipt).digest('hex');
  return { kind: 'receipt', checksum, receipt_id, time: requested_at };
}

/**
 * Adds every entry of the log to its tree that is not in it yet. The first time these are all that there are, and the
 * receipts: so the log of a version that had no tree is carried over whole.
 * @param trx a transaction begun with `chain: true`
 */
export async function growTree(trx: Database): Promise<void> {
  const tree = await openTree(trx);
  const isFirst = tree.size === 0;
  const { last } = await trx
    .selectFrom('tree_leaves')
    .select((select) => select.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  for (let seq = Number(last ?? 0); ;) {
    const entries = await trx
      .selectFrom('archive_log')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    await addLeaves(
      trx,
      tree,
      entries.map((entry) => [{ seq: entry.seq, receipt_id: null }, leafOfEntry(entry)]),
    );
    if (entries.length < PAGE) break;
    seq = entries.at(-1)!.seq;
  }
  if (isFirst) await addReceipts(trx, tree, await trx.selectFrom('deletion_receipts').selectAll().execute());
}

/** @param trx a transaction begun with `chain: true`, whose entries are in the tree */
export async function addReceiptToTree(trx: Database, receipt: Receipt): Promise<void> {
  const known = await trx
    .selectFrom('tree_leaves')
    .select('leaf_index')
    .where('receipt_id', '=', receipt.receipt_id)
    .executeTakeFirst();
  // the first leaves of all can be brought by this very receipt
  if (!known) await addReceipts(trx, await openTree(trx), [receipt]);
}

/**
 * Before a server answers: a log without a tree gets one, and a name that it keeps.
 * @param baseUrl where clients reach the service; undefined: it has no address
 */
export async function carryLogOver(store: Store, baseUrl: string | undefined): Promise<void> {
  const origin = baseUrl ? `${baseUrl.replace(/^https?:\/\//, '')}/log` : `leith-log/${randomUUID()}`;
  await store.transaction(
    async (trx) => {
      await growTree(trx);
      const named = await trx.selectFrom('tree_origin').select('origin').executeTakeFirst();
      if (!named) await trx.insertInto('tree_origin').values({ origin }).execute();
    },
    { chain: true },
  );
}

async function addReceipts(trx: Database, tree: GrowingTree, receipts: readonly Receipt[]): Promise<void> {
  const ordered = receipts.toSorted((a, b) => (a.receipt_id < b.receipt_id ? -1 : 1));
  await addLeaves(
    trx,
    tree,
    ordered.map((receipt) => [{ seq: null, receipt_id: receipt.receipt_id }, leafOfReceipt(receipt)]),
  );
}

type Source = Pick<Row<'tree_leaves'>, 'seq' | 'receipt_id'>;

async function addLeaves(
  trx: Database,
  tree: GrowingTree,
  leaves: readonly (readonly [Source, LogLeaf])[],
): Promise<void> {
  const first = tree.size;
  const nodes = leaves.flatMap(([, leaf]) => tree.add(hashLeaf(leafData(leaf))));
  const rows = leaves.map(([source], i) => ({ leaf_index: first + i, ...source }));
  for (let at = 0; at < rows.length; at += PAGE)
    await trx
      .insertInto('tree_leaves')
      .values(rows.slice(at, at + PAGE))
      .execute();
  for (let at = 0; at < nodes.length; at += PAGE)
    await trx
      .insertInto('tree_hashes')
      .values(nodes.slice(at, at + PAGE))
      .execute();
}
