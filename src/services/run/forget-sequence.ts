import { noteRemovals, removeBlobs } from '../archive/remove-blobs.ts';
import { sequenceOf } from '../frames/sequence-row.ts';
import { cancelRun, type CancelServices } from './cancel-run.ts';

/**
 * Cancels the run of a sequence, if it has not ended, and forgets the sequence with its frames. A result stays.
 * @throws Refusal SEQUENCE_NOT_FOUND
 */
export async function forgetSequence(
  services: CancelServices,
  account_id: string,
  sequence_id: string,
): Promise<void> {
  const { store, now } = services;
  const { run_id } = await sequenceOf(store.read(), account_id, sequence_id);
  if (run_id !== null) await cancelRun(services, run_id, account_id);
  const keys = await store.transaction(async (trx) => {
    const row = await sequenceOf(trx, account_id, sequence_id);
    // it was started in between: that is cancelled the next time round
    if (row.run_id !== run_id) return null;
    const files = await trx
      .deleteFrom('sequence_files')
      .where('sequence_id', '=', sequence_id)
      .returning('blob_key')
      .execute();
    await trx.deleteFrom('sequences').where('sequence_id', '=', sequence_id).execute();
    const left = files.map(({ blob_key }) => blob_key);
    await noteRemovals(trx, now(), left);
    return left;
  });
  if (keys === null) return forgetSequence(services, account_id, sequence_id);
  await removeBlobs(services, keys);
}
