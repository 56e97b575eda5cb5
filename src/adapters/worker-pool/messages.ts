import type { MessagePort } from 'node:worker_threads';
import type { FieldError, ProblemCode } from '../../core/problem/problem.ts';
import type { CalibrationResult, CalibrationJob } from '../../services/ports/compute.ts';
import type { ReconstructionJob, ReconstructionResult } from '../../services/ports/compute.ts';
import type { SequenceResults, SequenceSteps } from '../../services/ports/sequence-work.ts';

/** What can be asked of a worker. */
export type Work =
  | {
      readonly kind: 'reconstruct';
      readonly request: ReconstructionJob;
      /** takes the first parts of the package as they are made, then null; null: nobody wants them by themselves */
      readonly parts: MessagePort | null;
    }
  | { readonly kind: 'calibrate'; readonly request: CalibrationJob }
  | {
      readonly kind: 'sequence';
      readonly request: SequenceSteps[keyof SequenceSteps];
      /** by which the worker asks for parts of files */
      readonly files: MessagePort;
    };

/** A worker wants a part of a file. */
export interface AskedPart {
  readonly id: number;
  readonly key: string;
  readonly offset: number;
  readonly length: number;
  /** memory that it may be read into */
  readonly room: ArrayBuffer | undefined;
  /** whether its SHA-256 is wanted */
  readonly digest: boolean;
}

/** The part; null: it could not be read, and the other side knows why. */
export interface GivenPart {
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  /** hexadecimal; absent: nobody says */
  readonly sha256?: string | undefined;
}

/** What a worker is handed. */
export interface Job {
  readonly id: number;
  readonly work: Work;
  /** one Int32: not 0 asks the worker to stop at the next stage */
  readonly cancelled: SharedArrayBuffer;
  /** what a worker can see of the pool at any time: Int32s, `POOL` says which */
  readonly pool: SharedArrayBuffer;
}

/** Where in what a worker sees of the pool something lies. */
export const POOL = {
  /** not 0 while it leaves a core idle for each of its jobs, which may then use another thread */
  roomy: 0,
  /** how many threads have a job */
  jobs: 1,
};
export const POOL_BYTES = 8;

/** A part of a package, before it is complete. */
export interface EarlyPart {
  readonly chunks: Uint8Array[];
  readonly isSummed: boolean;
}

/** What a worker says once, when it can take jobs. */
export interface ThreadReady {
  readonly started: true;
}

/** What a worker says between stages; the first one says that it has begun. */
export interface Progress {
  readonly job: number;
  readonly stage: string;
  readonly fraction: number;
  readonly by: ThreadSpent;
}

/** Who says so, and what of its processor it has used since it began. */
export interface ThreadSpent {
  readonly thread: number;
  readonly ms: number;
  /** ms that other threads have used for it, of which a limit of its own knows nothing */
  readonly beside: number;
}

/** The picture of the phase, before the package is complete. */
export interface FirstPicture {
  readonly job: number;
  readonly picture: Uint8Array;
}

/** What a worker answers. Errors cross threads as data: a copied error would lose its class. */
export type JobResult =
  | {
      readonly outcome: 'done';
      readonly result: ReconstructionResult | CalibrationResult | SequenceResults[keyof SequenceResults];
    }
  | {
      readonly outcome: 'refused';
      readonly code: ProblemCode;
      readonly detail: string;
      readonly errors: readonly FieldError[];
      readonly picture: Uint8Array | null;
    }
  | { readonly outcome: 'cancelled' }
  /** a part of a file that the worker asked for could not be read */
  | { readonly outcome: 'unread' };

/** With what its thread had used by then. */
export type JobAnswer = JobResult & { readonly by: ThreadSpent };

/** Whether it takes memory as nothing else does: a retrieval, and a calibration, whose unknowns each need a frame. */
export function takesMost(work: Work): boolean {
  if (work.kind === 'calibrate') return true;
  if (work.kind === 'reconstruct') return work.request.recipe.holography_mode === 'inline';
  return (
    'fields' in work.request &&
    work.request.step !== 'package' &&
    work.request.fields['holography_mode'] === 'inline'
  );
}
