import { checkRig } from '../../core/calibrate-apply/check-rig.ts';
import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import type { FieldError } from '../../core/problem/problem.ts';
import { parseFutureSequence, parseSequence } from '../../core/sequence/parse-sequence.ts';
import { publishBlobs } from '../archive/publish-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import { mintId } from '../mint-id.ts';
import type { Database, Row } from '../ports/database.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import { checkQuotas, checkStored } from '../quota/quota-use.ts';
import { checkOpen } from '../reconstruction/archive-result.ts';
import { Refusal } from '../refusal.ts';
import { fileRow } from './put-frames.ts';
import { BACKGROUND } from './sequence-row.ts';

export interface NewSequence {
  readonly account_id: string;
  /** as they were sent, `frames` among them */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly background: ReceivedFile | null;
  /** of a profile, as it is at this moment; null: none is asked for */
  readonly calibration: CalibratedRig | null;
  /** what receiving them has found wrong */
  readonly errors: readonly FieldError[];
  /** whether the account keeps its raw uploads at this moment */
  readonly retain: boolean;
  /** part of the transaction that stores; can run several times */
  readonly settle?: (trx: Database, row: Row<'sequences'>) => Promise<void>;
}

/** More that wait for frames are a mistake of some program. */
const MOST_OPEN = 100;

/**
 * A sequence whose frames are still to come.
 * @throws Problem INVALID_INPUT with everything that is wrong, CALIBRATION_MISMATCH; QuotaExceeded; Refusal TOO_MANY_SEQUENCES
 */
export async function createSequence(
  storage: Storage,
  { account_id, fields: sent, background, calibration, errors, retain, settle }: NewSequence,
): Promise<Row<'sequences'>> {
  const { frames, fields } = parseFutureSequence(sent, errors);
  if (calibration) checkRig(parseSequence(fields).recipe, calibration, null);
  const time = storage.now();
  const row: Row<'sequences'> = {
    ...{ sequence_id: mintId('seq', time), account_id, frames, fields: JSON.stringify(fields) },
    calibration: calibration && JSON.stringify(calibration),
    ...{ retain_raw_inputs: retain ? 1 : 0, run_id: null, layout: null, compute_ms: 0, repeated: 0 },
    ...{ created_at: time.toISOString(), expired_at: null },
  };
  const place = { first: BACKGROUND, frames: 1, isStack: false };
  const file = background && fileRow(row, place, background, time);
  const blobs = file
    ? [{ key: file.blob_key, chunks: background.blocks, sha256: file.sha256, bytes: file.bytes }]
    : [];
  await publishBlobs(storage, blobs, async (trx) => {
    await checkOpen(trx, account_id);
    await checkQuotas(trx, account_id, time, ['stored_bytes']);
    await checkNumber(trx, account_id);
    await trx.insertInto('sequences').values(row).execute();
    if (file) {
      await trx.insertInto('sequence_files').values(file).execute();
      await checkStored(trx, account_id, file.bytes);
    }
    await settle?.(trx, row);
  });
  return row;
}

async function checkNumber(trx: Database, account_id: string): Promise<void> {
  const { count } = await trx
    .selectFrom('sequences')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', account_id)
    .where('run_id', 'is', null)
    .where('expired_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) < MOST_OPEN) return;
  const message = `${count} of your sequences wait for frames or to be started, and no more may: start or delete some.`;
  throw new Refusal('TOO_MANY_SEQUENCES', message);
}
