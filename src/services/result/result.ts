import { keyParameters, type KeyParameters } from '../archive/key-parameters.ts';
import type { Labels } from '../archive/labels.ts';
import type { Row } from '../ports/database.ts';
import type { Summary } from '../archive/summary.ts';

/** What is known of a package, without its bytes. */
export interface Result extends Labels {
  readonly evidence_report_id: string;
  readonly archive_id: string;
  readonly created_at: string;
  readonly run_id: string | null;
  readonly holography_mode: string;
  readonly calibration_profile_id: string | null;
  readonly input_sha256: string;
  readonly parameters: KeyParameters;
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

/** What a result is made of; its summary is needed only where it is older than the column of its parameters. */
export type ResultRow = Pick<
  Row<'packages'>,
  | ('evidence_report_id' | 'archive_id' | 'created_at' | 'run_id' | 'holography_mode' | 'profile_id')
  | ('input_sha256' | 'sha256' | 'bytes' | 'file_name' | 'sample' | 'note' | 'parameters')
> & { readonly summary: string | null; readonly held: unknown };

/** A row of `packages` with what `isHeld` says of it. */
export function toResult(row: ResultRow): Result {
  const { evidence_report_id, archive_id, created_at, run_id, holography_mode, input_sha256 } = row;
  const { file_name, sample, note } = row;
  return {
    ...{ evidence_report_id, archive_id, created_at, run_id, holography_mode },
    calibration_profile_id: row.profile_id,
    ...{ input_sha256, file_name, sample, note },
    parameters: parametersOf(row),
    held: Boolean(row.held),
    sha256: row.sha256,
    bytes: row.bytes,
  };
}

type Known = Omit<KeyParameters, 'frames' | 'previews'>;

function parametersOf({ parameters, summary }: ResultRow): KeyParameters {
  // older ones say nothing of frames or pictures
  if (parameters !== null) return { frames: null, previews: true, ...(JSON.parse(parameters) as Known) };
  return keyParameters(JSON.parse(summary!) as Summary);
}
