import type { Storage } from '../archive/storage.ts';
import { deletePackages, doomedColumns } from '../deletion/delete-packages.ts';
import { finishRemovals } from '../deletion/finish-removals.ts';
import { isHeld } from '../hold/is-held.ts';
import { isId } from '../mint-id.ts';
import { Refusal } from '../refusal.ts';
import { resultNotFound } from './find-result.ts';

/**
 * Deletes one package with its summary, run and feedback; raw uploads stay until they are deleted themselves.
 * @throws Refusal RESULT_NOT_FOUND, DATA_UNDER_LEGAL_HOLD
 */
export async function deleteResult(
  storage: Storage,
  account_id: string,
  evidence_report_id: string,
): Promise<void> {
  if (!isId('evr', evidence_report_id)) throw resultNotFound();
  const blobKey = await storage.store.transaction(
    async (trx) => {
      const found = await trx
        .selectFrom('packages')
        .where('evidence_report_id', '=', evidence_report_id)
        .where('requester', '=', account_id)
        .select(doomedColumns)
        .select((table) => isHeld(table).as('held'))
        .executeTakeFirst();
      if (!found) throw resultNotFound();
      if (found.held) {
        throw new Refusal(
          'DATA_UNDER_LEGAL_HOLD',
          'The result is under a legal or regulatory hold. It can be deleted when the hold is released.',
        );
      }
      await deletePackages(trx, [found], { actor: account_id, time: storage.now() });
      return found.blob_key;
    },
    { chain: true },
  );
  await finishRemovals(storage, [blobKey]);
}
