import type { parseCalibration } from '../../core/calibrate-request/parse-calibration.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';
import type { CalibrationResult, Compute, ComputeOptions } from '../ports/compute.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import { newProfile } from './new-profile.ts';
import { toProfile, type Profile } from './profile.ts';

/** What makes profiles. */
export interface ProfileMaker {
  readonly compute: Pick<Compute, 'calibrate'>;
  readonly software: PackageContext['software'];
}

export interface CalibrationFiles {
  readonly hologram: ReceivedFile;
  readonly further: readonly ReceivedFile[];
  readonly background: ReceivedFile | null;
  readonly asked: ReturnType<typeof parseCalibration>;
}

/** What a profile is to be made of, and for whom. */
export interface ProfileOrder extends CalibrationFiles {
  /** account id, or `local` on the command line */
  readonly requester: string;
  readonly profile_id: string;
  readonly created: Date;
}

/** A profile that is ready to be handed over. */
export interface MadeProfile {
  readonly profile: Profile;
  /** what the table keeps of it, wherever it goes */
  readonly known: ReturnType<typeof newProfile>;
  readonly overlay: CalibrationResult['overlay'];
  /** of all files */
  readonly input_bytes: number;
  /** processor time that it took */
  readonly compute_ms: number;
}

export interface CalibrationOutcome {
  readonly profile: Profile;
  /** ms per stage, `archive` included */
  readonly stages: Readonly<Record<string, number>>;
}

/**
 * Frames to a profile in its place: the one way for a request that is waited for, for a run and for the command line.
 * Only the last step is theirs.
 * @param deliver stores the profile or writes it to a file; nothing is kept of one that it does not take
 * @throws Problem where the data do not allow it; Overloaded; the signal's reason; what `deliver` throws
 */
export async function deliverProfile(
  { compute, software }: ProfileMaker,
  { hologram, further, background, asked, requester, profile_id, created }: ProfileOrder,
  options: ComputeOptions,
  deliver: (made: MadeProfile) => Promise<void>,
): Promise<CalibrationOutcome> {
  const { target, certificate, name, wavelength_tolerance_nm, repeatability, recipe } = asked;
  const { target_id } = target.entry;
  const { sha256: input_sha256 } = hologram;
  const files = [hologram, ...further, ...(background ? [background] : [])];
  const input_bytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const said = { target_id, certificate, wavelength_tolerance_nm, repeatability, recipe };
  const job = { hologram, further, background, ...said };
  let compute_ms = 0;
  const onComputed = (ms: number): void => void (compute_ms = ms);
  const { found, overlay, stages } = await compute.calibrate(job, { ...options, requester, onComputed });
  options.signal.throwIfAborted();
  const began = performance.now();
  const measured = { ...said, name, input_sha256, found, overlay };
  const known = newProfile({ profile_id, created, software, ...measured });
  const profile = toProfile(known);
  await deliver({ profile, known, overlay, input_bytes, compute_ms });
  return { profile, stages: { ...stages, archive: performance.now() - began } };
}
