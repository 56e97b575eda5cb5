import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';

/** A file of an accepted run, which waits as a blob for whoever does the run. */
export interface StagedFile {
  /** as the sender calls it */
  readonly name: string;
  /** hexadecimal */
  readonly sha256: string;
  readonly bytes: number;
  readonly blob_key: string;
}

/** What the table `runs` keeps of a request with files until the run ends. */
export interface AcceptedFiles {
  /** the recipe's fields as they were sent */
  readonly fields: Readonly<Record<string, unknown>>;
  /** absent: to reconstruct */
  readonly kind?: 'calibrate';
  readonly hologram: StagedFile;
  /** more frames of the same rig and target, of a calibration */
  readonly further?: readonly StagedFile[];
  readonly background: StagedFile | null;
  /** the profile as it was then: deleting it changes nothing for the run. Absent in runs accepted before there were any */
  readonly calibration?: CalibratedRig | null;
  /** whether the account kept its raw uploads when this one came in */
  readonly retain_raw_inputs: boolean;
  /** names the request in the log and in a problem */
  readonly request_id: string;
}

/** The same of a sequence, whose frames are in tables of their own. */
export interface AcceptedSequence {
  readonly kind: 'sequence';
  readonly sequence_id: string;
  readonly request_id: string;
}

/** And of a part of it: one shard, or at the end the package. */
export interface AcceptedPart {
  readonly kind: 'part';
  readonly sequence_id: string;
  readonly part: number | 'package';
  readonly request_id: string;
}

export type AcceptedRequest = AcceptedFiles | AcceptedSequence | AcceptedPart;

/** In place of the request once the run has ended: nothing of it is needed any more. */
export const ENDED = '{}';

/** Those that the request itself names: of a sequence none. */
export function stagedFiles(request: AcceptedRequest): readonly StagedFile[] {
  if (request.kind === 'sequence' || request.kind === 'part') return [];
  const { hologram, further = [], background } = request;
  return [hologram, ...further, ...(background ? [background] : [])];
}

/** What a run that has not ended was asked to do. */
export function readRequest(text: string): AcceptedRequest {
  return JSON.parse(text) as AcceptedRequest;
}
