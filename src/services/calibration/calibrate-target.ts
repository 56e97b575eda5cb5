import type { FieldError } from '../../core/problem/problem.ts';
import { publishBlobs } from '../archive/publish-blobs.ts';
import { mintId } from '../mint-id.ts';
import type { ComputeOptions } from '../ports/compute.ts';
import type { Database } from '../ports/database.ts';
import { checkOpen } from '../reconstruction/archive-result.ts';
import { insertRawUploads, rawBlobs } from '../reconstruction/raw-files.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import type { ReconstructionServices } from '../reconstruction/reconstruct-hologram.ts';
import { checkRoom } from '../reconstruction/check-room.ts';
import { recordUsage } from '../usage/record-usage.ts';
import { parseCalibration } from '../../core/calibrate-request/parse-calibration.ts';
import { newProfile } from './new-profile.ts';
import { toProfile, type Profile } from './profile.ts';

export interface CalibrationInput {
  readonly account_id: string;
  readonly hologram: ReceivedFile | undefined;
  /** more frames of the same rig and target */
  readonly further: readonly ReceivedFile[];
  readonly background: ReceivedFile | undefined;
  /** as they were sent */
  readonly fields: Readonly<Record<string, unknown>>;
  /** what receiving the files and fields has found wrong with them */
  readonly errors: readonly FieldError[];
  /** whether the account keeps its raw uploads at this moment */
  readonly retain: boolean;
  /** part of the transaction that stores the profile; can run several times */
  readonly settle?: (trx: Database, profile: Profile) => Promise<void>;
}

export interface CalibrationOutcome {
  readonly profile: Profile;
  /** ms per stage, `archive` included */
  readonly stages: Readonly<Record<string, number>>;
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
  const { account_id, further, background = null, fields } = input;
  const missing = { pointer: '/hologram', message: 'is missing: send the frame of the target as a file' };
  const reported = input.hologram || input.errors.some(({ pointer }) => pointer === '/hologram');
  const checked = parseCalibration(fields, [...(reported ? [] : [missing]), ...input.errors]);
  await checkRoom(services, account_id);
  const hologram = input.hologram!;
  const { target, certificate, name, wavelength_tolerance_nm, repeatability, recipe } = checked;
  const { target_id } = target.entry;
  const created = services.now();
  const profile_id = mintId('prof', created);
  const kept = input.retain ? rawBlobs({ hologram, further, background }, created) : [];
  const files = [hologram, ...further, ...(background ? [background] : [])];
  const input_bytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const said = { target_id, certificate, wavelength_tolerance_nm, repeatability, recipe };
  const job = { hologram, further, background, ...said };
  const { found, overlay, stages } = await services.compute.calibrate(job, {
    ...options,
    requester: account_id,
  });
  options.signal.throwIfAborted();
  const began = performance.now();

  const measured = { ...said, name, input_sha256: hologram.sha256, found, overlay };
  const { software } = services;
  const described = newProfile({ profile_id, created, software, ...measured });
  const row = { ...described, account_id, blob_key: `profile/${profile_id}.png` };
  const profile = toProfile(row);
  const { sha256, bytes, blob_key: key } = row;
  const overlayBlob = { key, chunks: [overlay], sha256, bytes };
  const compute_ms = Object.values(stages).reduce((sum, ms) => sum + ms, 0);
  await publishBlobs(services, [overlayBlob, ...kept.map(({ blob }) => blob)], async (trx) => {
    await checkOpen(trx, account_id);
    await trx.insertInto('profiles').values(row).execute();
    const time = services.now();
    const raw = kept.map(({ file }) => file);
    await insertRawUploads(trx, { account_id, profile_id }, raw, time);
    await recordUsage(trx, { account_id, kind: 'calibrate', time, profile_id, input_bytes, compute_ms });
    await input.settle?.(trx, profile);
  });
  return { profile, stages: { ...stages, archive: performance.now() - began } };
}
