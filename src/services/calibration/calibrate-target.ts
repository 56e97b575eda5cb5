import type { FieldError } from '../../core/problem/problem.ts';
import { parseCalibration } from '../../core/calibrate-request/parse-calibration.ts';
import { mintId } from '../mint-id.ts';
import type { ComputeOptions } from '../ports/compute.ts';
import type { Database } from '../ports/database.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import { checkRoom } from '../reconstruction/check-room.ts';
import { rawBlobs } from '../reconstruction/raw-files.ts';
import type { ReconstructionServices } from '../reconstruction/reconstruct-hologram.ts';
import { archiveProfile } from './archive-profile.ts';
import { deliverProfile, type CalibrationFiles, type CalibrationOutcome } from './deliver-profile.ts';
import type { Profile } from './profile.ts';

/** What came in, before anybody has judged it. */
export interface CalibrationUpload {
  readonly hologram: ReceivedFile | undefined;
  /** more frames of the same rig and target */
  readonly further: readonly ReceivedFile[];
  readonly background: ReceivedFile | undefined;
  /** as they were sent */
  readonly fields: Readonly<Record<string, unknown>>;
  /** what receiving the files and fields has found wrong with them */
  readonly errors: readonly FieldError[];
}

export interface CalibrationInput extends CalibrationUpload {
  readonly account_id: string;
  /** whether the account keeps its raw uploads at this moment */
  readonly retain: boolean;
  /** part of the transaction that stores the profile; can run several times */
  readonly settle?: (trx: Database, profile: Profile) => Promise<void>;
}

/** @throws Problem INVALID_INPUT with everything that is wrong; TARGET_UNKNOWN, TARGET_MODE_MISMATCH */
export function checkCalibration(input: CalibrationUpload): CalibrationFiles {
  const { hologram, further, background = null, fields, errors } = input;
  const missing = { pointer: '/hologram', message: 'is missing: send the frame of the target as a file' };
  const reported = hologram || errors.some(({ pointer }) => pointer === '/hologram');
  const asked = parseCalibration(fields, [...(reported ? [] : [missing]), ...errors]);
  return { hologram: hologram!, further, background, asked };
}

/**
 * The frame of a target to a profile of the account. Nothing is kept of a request that is refused or that fails, and
 * of others the profile with its overlay; the upload only where the account keeps them.
 * @throws Problem where the request or the data do not allow it; Overloaded; Unauthenticated; StorageUnavailable
 */
export async function calibrateTarget(
  services: ReconstructionServices,
  input: CalibrationInput,
  options: ComputeOptions,
): Promise<CalibrationOutcome> {
  const { account_id, settle } = input;
  const checked = checkCalibration(input);
  await checkRoom(services, account_id);
  const created = services.now();
  const kept = input.retain ? rawBlobs(checked, created) : [];
  const order = { ...checked, requester: account_id, profile_id: mintId('prof', created), created };
  return deliverProfile(services, order, options, (made) =>
    archiveProfile(services, made, {
      ...{ account_id, run_id: null, blobName: order.profile_id, last: settle },
      ...{ raw: kept.map(({ file }) => file), blobs: kept.map(({ blob }) => blob) },
    }),
  );
}
