import type { Row } from '../ports/database.ts';
import type { Summary } from '../archive/summary.ts';

/** What is known of a package, without its bytes. */
export interface Result {
  readonly evidence_report_id: string;
  readonly archive_id: string;
  readonly created_at: string;
  readonly run_id: string | null;
  readonly holography_mode: string;
  readonly calibration_profile_id: string | null;
  readonly input_sha256: string;
  /** a hold applies: it can't be deleted */
  readonly held: boolean;
  /** of the ZIP */
  readonly sha256: string;
  /** of the ZIP */
  readonly bytes: number;
}

export interface ResultWithSummary extends Result {
  readonly summary: Summary;
}

/** A row of `packages` with what `isHeld` says of it. */
export function toResult(row: Omit<Row<'packages'>, 'summary'> & { readonly held: unknown }): Result {
  const { evidence_report_id, archive_id, created_at, run_id, holography_mode, input_sha256 } = row;
  return {
    ...{ evidence_report_id, archive_id, created_at, run_id, holography_mode },
    calibration_profile_id: row.profile_id,
    input_sha256,
    held: Boolean(row.held),
    sha256: row.sha256,
    bytes: row.bytes,
  };
}
