import type { Comparable } from '../../core/calibrate-apply/compare-profiles.ts';
import type { Distortion, Measured, ResidualPlace } from '../../core/rig/calibration.ts';
import { answerTo, ask, newIdempotencyKey } from './ask.ts';
import { Cancelled, Refused } from './problem.ts';
import type { Page } from './results.ts';
import { followRun, type Run } from './runs.ts';
import { upload } from './upload.ts';

/** An entry of the target catalogue. */
export interface TargetEntry {
  readonly target_id: string;
  readonly display_name: string;
  readonly geometry_summary: string;
  readonly feature_size_um: number;
  readonly feature_tolerance_um?: number;
  readonly buy_url: string;
  readonly price_usd_range: readonly [number, number];
  readonly matte: boolean;
  readonly opaque: boolean;
  readonly applicable_modes: readonly string[];
}

/** The rig as it was described when the target was recorded. */
export interface DescribedRig {
  readonly holography_mode: 'off-axis' | 'inline';
  readonly wavelength_um: number;
  readonly pixel_pitch_um: number;
  readonly pixel_pitch_basis: string;
  readonly magnification: number;
  /** absent: 1 */
  readonly refractive_index_immersion?: number;
  readonly z_mm: number | null;
  readonly z_min_mm: number | null;
  readonly z_max_mm: number | null;
}

/** What a calibration found, and how sure it is. */
export interface Profile extends Comparable {
  readonly profile_id: string;
  readonly name: string | null;
  readonly target_id: string;
  readonly holography_mode: string;
  readonly created_at: string;
  readonly input_sha256: string;
  readonly nominal: DescribedRig;
  /** of the very part; null: the catalogue's values were used */
  readonly certificate: { readonly number?: string } | null;
  /** what each frame tells; absent in profiles from before several could be sent */
  readonly frames?: readonly { readonly input_sha256: string }[];
  readonly software: { readonly name: string; readonly version: string };
  readonly valid_until: string;
  /** absent in profiles from before it was looked for; null: there is no lens */
  readonly distortion?: Distortion | null;
  /** absent in profiles from before it was kept */
  readonly residuals?: readonly ResidualPlace[];
  readonly frame: {
    readonly width_px: number;
    readonly height_px: number;
    readonly crop_px: { readonly width: number; readonly height: number };
  };
  readonly fit: {
    readonly residual_px: number;
    readonly features_found: number;
    readonly features_expected: number;
    readonly rotation_deg: Measured | null;
  };
  /** what lengths and distances rest on, in words; absent in profiles from before it was said */
  readonly traceability?: string;
  /** how many standard uncertainties cover 95 % of each quantity; absent in profiles from before it was said */
  readonly coverage?: Readonly<Record<string, number>>;
  readonly quality: 'good' | 'needs_review';
  readonly warnings: readonly string[];
}

export function listTargets(): Promise<{ readonly targets: readonly TargetEntry[] }> {
  return ask('/calibration/targets');
}

/** A picture that the service draws of the target. */
export function drawingAddress(targetId: string): string {
  return `/calibration/targets/${encodeURIComponent(targetId)}/drawing.svg`;
}

export interface Calibrating {
  readonly apiKey: string;
  /** @param share of the upload, 0 to 1 */
  readonly onSent: (share: number) => void;
  /** where it is, from when it was accepted */
  readonly onRun: (run: Run) => void;
  readonly signal: AbortSignal;
}

/** @returns the identifier of the profile @throws Refused, Unreachable, Cancelled */
export async function requestCalibration(form: FormData, calibrating: Calibrating): Promise<string> {
  const { apiKey, onSent, onRun, signal } = calibrating;
  const headers = { 'idempotency-key': newIdempotencyKey(), prefer: 'respond-async' };
  const sending = { apiKey, headers, onProgress: onSent, signal };
  const accepted = await upload<Run>('/calibration/calibrate', form, sending);
  onRun(accepted);
  const run = await followRun(accepted.run_id, { apiKey, signal, onRun, onConnection: () => {} });
  if (run.problem) throw new Refused(run.problem);
  if (run.status !== 'succeeded') throw new Cancelled();
  return run.profile_id!;
}

export function listProfiles(apiKey: string): Promise<Page<Profile>> {
  return ask('/calibration/profiles', { apiKey });
}

/** The newest ones, as many as a page of the list can hold. */
export function listManyProfiles(apiKey: string): Promise<Page<Profile>> {
  return ask('/calibration/profiles?limit=100', { apiKey });
}

export function readProfile(apiKey: string, profileId: string): Promise<Profile> {
  return ask(`/calibration/profile/${encodeURIComponent(profileId)}`, { apiKey });
}

export async function deleteProfile(apiKey: string, profileId: string): Promise<void> {
  await ask(`/calibration/profile/${encodeURIComponent(profileId)}`, { method: 'DELETE', apiKey });
}

/** The target's model drawn over the frame. */
export async function readOverlay(apiKey: string, profileId: string): Promise<Blob> {
  const path = `/calibration/profile/${encodeURIComponent(profileId)}/overlay.png`;
  return (await answerTo(path, { apiKey })).blob();
}
