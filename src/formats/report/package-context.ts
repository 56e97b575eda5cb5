import type { AppliedCalibration } from '../../core/rig/calibrated-rig.ts';

/** What the package tells about a reconstruction beyond the reconstruction itself. */
export interface PackageContext {
  readonly evidence_report_id: string;
  readonly archive_id: string;
  /** RFC 3339, UTC */
  readonly created_at: string;
  /** account id or `public` */
  readonly requester: string;
  readonly software: { readonly name: string; readonly version: string; readonly kernel_sha256: string };
  readonly input: InputDescription;
  readonly background: InputDescription | null;
  /** the parameters as they were sent */
  readonly requested: Readonly<Record<string, unknown>>;
  /** null: no profile was given */
  readonly calibration: AppliedCalibration | null;
}

/** A hologram or background frame, known by its digest only: the package never holds it. */
export interface InputDescription {
  readonly sha256: string;
  readonly bytes: number;
  readonly format: string;
  readonly width_px: number;
  readonly height_px: number;
  readonly bit_depth: number;
}
