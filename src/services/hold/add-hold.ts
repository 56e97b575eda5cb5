import { appendToLog } from '../archive/append-to-log.ts';
import { mintId } from '../mint-id.ts';
import { checkReason, operatorActor } from '../operator.ts';
import type { Store } from '../ports/database.ts';
import { packageOf, type Hold } from './hold.ts';

export interface NewHold {
  /** evidence_report_id or archive_id */
  readonly package: string;
  /** the operator's name */
  readonly by: string;
  readonly reason: string;
}

/**
 * Keeps a package from being deleted, from this moment on. Several holds may lie on one package, each for its own
 * reason.
 * @throws OperatorRefusal
 */
export async function addHold(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  input: NewHold,
): Promise<Hold> {
  const actor = operatorActor(input.by);
  const reason = checkReason(input.reason);
  return store.transaction(
    async (trx) => {
      const { archive_id, requester, sha256 } = await packageOf(trx, input.package);
      const time = now();
      const hold: Hold = {
        ...{ hold_id: mintId('hold', time), archive_id, placed_by: input.by, reason },
        ...{ placed_at: time.toISOString(), released_by: null, release_reason: null, released_at: null },
      };
      await trx.insertInto('holds').values(hold).execute();
      await appendToLog(trx, time, [{ kind: 'held', archive_id, checksum: sha256, requester, actor }]);
      return hold;
    },
    { chain: true },
  );
}
