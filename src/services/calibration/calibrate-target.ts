import type { FieldError } from '../../core/problem/problem.ts';
import { publishBlobs, type NewBlob } from '../archive/publish-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import { mintId } from '../mint-id.ts';
import type { ComputeOptions } from '../ports/compute.ts';
import type { Database } from '../ports/database.ts';
import { checkOpen } from '../reconstruction/archive-result.ts';
import { insertRawUploads, rawBlobs, type RawFile } from '../reconstruction/raw-files.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import type { ReconstructionServices } from '../reconstruction/reconstruct-hologram.ts';
import { checkRoom } from '../reconstruction/check-room.ts';
import { recordUsage } from '../usage/record-usage.ts';
import { parseCalibration } from '../../core/calibrate-request/parse-calibration.ts';
import { newProfile } from './new-profile.ts';
import { toProfile, type Profile } from './profile.ts';

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

export interface CalibrationFiles {
  readonly hologram: ReceivedFile;
  readonly further: readonly ReceivedFile[];
  readonly background: ReceivedFile | null;
  readonly asked: ReturnType<typeof parseCalibration>;
}

export interface CalibrationOutcome {
  readonly profile: Profile;
  /** ms per stage, `archive` included */
  readonly stages: Readonly<Record<string, number>>;
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
  const order = { ...checked, account_id, profile_id: mintId('prof', created), created };
  return deliverProfile(services, order, options, {
    ...{ run_id: null, blobName: order.profile_id },
    ...{ raw: kept.map(({ file }) => file), blobs: kept.map(({ blob }) => blob) },
    ...(settle ? { last: settle } : {}),
  });
}

export interface CalibrationOrder extends CalibrationFiles {
  readonly account_id: string;
  readonly profile_id: string;
  readonly created: Date;
}

/** What goes into the database with a profile. */
export interface WithProfile {
  /** null: the request was waited for */
  readonly run_id: string | null;
  /** of the overlay: never used before */
  readonly blobName: string;
  /** what the account keeps of the files */
  readonly raw: readonly RawFile[];
  /** those of the kept files that are not there yet */
  readonly blobs: readonly NewBlob[];
  /** run in the transaction that stores, before and after everything else there; can run several times */
  readonly first?: (trx: Database) => Promise<unknown>;
  readonly last?: (trx: Database, profile: Profile) => Promise<void>;
}

/**
 * Frames to a profile in its place: the one way for a request that is waited for and for a run.
 * @throws Problem where the data do not allow it; Overloaded; Unauthenticated; the signal's reason; StorageUnavailable
 */
export async function deliverProfile(
  services: Storage & Pick<ReconstructionServices, 'compute' | 'software'>,
  { hologram, further, background, asked, account_id, profile_id, created }: CalibrationOrder,
  options: ComputeOptions,
  { run_id, blobName, raw, blobs, first, last }: WithProfile,
): Promise<CalibrationOutcome> {
  const { target, certificate, name, wavelength_tolerance_nm, repeatability, recipe } = asked;
  const { target_id } = target.entry;
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
  const row = { ...described, account_id, blob_key: `profile/${blobName}.png` };
  const profile = toProfile(row);
  const { sha256, bytes, blob_key: key } = row;
  const overlayBlob = { key, chunks: [overlay], sha256, bytes };
  const compute_ms = Object.values(stages).reduce((sum, ms) => sum + ms, 0);
  await publishBlobs(services, [overlayBlob, ...blobs], async (trx) => {
    await first?.(trx);
    await checkOpen(trx, account_id);
    await trx.insertInto('profiles').values(row).execute();
    const time = services.now();
    await insertRawUploads(trx, { account_id, profile_id }, raw, time);
    const did = { kind: 'calibrate', time, run_id, profile_id, input_bytes, compute_ms };
    await recordUsage(trx, { account_id, ...did });
    await last?.(trx, profile);
  });
  return { profile, stages: { ...stages, archive: performance.now() - began } };
}
