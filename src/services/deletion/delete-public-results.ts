import type { Storage } from '../archive/storage.ts';
import { isHeld } from '../hold/is-held.ts';
import { isId } from '../mint-id.ts';
import { operatorActor } from '../operator.ts';
import { OperatorRefusal } from '../operator-refusal.ts';
import type { Database } from '../ports/database.ts';
import { deletePackages, doomedColumns } from './delete-packages.ts';
import { finishRemovals } from './finish-removals.ts';

/** Which account-free results: one, or those that were made in a span of time, both ends included. */
export type PublicResults =
  | { readonly evidence_report_id: string }
  | { readonly from: Date; readonly to: Date };

export interface PublicResult {
  readonly evidence_report_id: string;
  readonly archive_id: string;
  readonly created_at: string;
  readonly bytes: number;
}

export interface PublicDeletion {
  readonly deleted: readonly PublicResult[];
  readonly held: readonly PublicResult[];
  readonly remote_copies_pending: number;
}

/**
 * Deletes results of the account-free path, for people who ask the operator to.
 * @param input.by the operator's name
 * @param input.dryRun says what would be deleted, and deletes nothing
 * @throws OperatorRefusal
 */
export async function deletePublicResults(
  storage: Storage,
  input: { readonly which: PublicResults; readonly by: string; readonly dryRun: boolean },
): Promise<PublicDeletion> {
  const actor = operatorActor(input.by);
  if (input.dryRun) {
    return { ...split(await find(storage.store.read(), input.which)).answer, remote_copies_pending: 0 };
  }
  const { free, answer, remote_copies_pending } = await storage.store.transaction(
    async (trx) => {
      const found = split(await find(trx, input.which));
      const pending = await deletePackages(trx, found.free, { actor, time: storage.now() });
      return { ...found, remote_copies_pending: pending };
    },
    { chain: true },
  );
  await finishRemovals(
    storage,
    free.map(({ blob_key }) => blob_key),
  );
  return { ...answer, remote_copies_pending };
}

async function find(db: Database, which: PublicResults) {
  let query = db
    .selectFrom('packages')
    .where('requester', '=', 'public')
    .select([...doomedColumns, 'created_at', 'bytes'])
    .select((table) => isHeld(table).as('held'))
    .orderBy('created_at');
  if ('from' in which) {
    if (!(which.from <= which.to)) throw new OperatorRefusal('the span of time ends before it begins');
    const [from, to] = [which.from.toISOString(), which.to.toISOString()];
    return query.where('created_at', '>=', from).where('created_at', '<=', to).execute();
  }
  const { evidence_report_id } = which;
  if (!isId('evr', evidence_report_id)) {
    throw new OperatorRefusal(`${JSON.stringify(evidence_report_id)} is no evidence_report_id`);
  }
  query = query.where('evidence_report_id', '=', evidence_report_id);
  const found = await query.execute();
  if (found.length === 0) {
    throw new OperatorRefusal(`no account-free result is called ${evidence_report_id}`);
  }
  return found;
}

type Found = Awaited<ReturnType<typeof find>>;

function split(found: Found) {
  const free = found.filter(({ held }) => !held);
  const listed = (some: Found): PublicResult[] =>
    some.map(({ evidence_report_id, archive_id, created_at, bytes }) => {
      return { evidence_report_id, archive_id, created_at, bytes };
    });
  return { free, answer: { deleted: listed(free), held: listed(found.filter(({ held }) => held)) } };
}
