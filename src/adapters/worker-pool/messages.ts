import type { FieldError, ProblemCode } from '../../core/problem/problem.ts';
import type { CalibrationResult, CalibrationJob } from '../../services/ports/compute.ts';
import type { ReconstructionJob, ReconstructionResult } from '../../services/ports/compute.ts';

/** What can be asked of a worker. */
export type Work =
  | { readonly kind: 'reconstruct'; readonly request: ReconstructionJob }
  | { readonly kind: 'calibrate'; readonly request: CalibrationJob };

/** What a worker is handed. */
export interface Job {
  readonly id: number;
  readonly work: Work;
  /** one Int32: not 0 asks the worker to stop at the next stage */
  readonly cancelled: SharedArrayBuffer;
}

/** What a worker says between stages; the first one says that it has begun. */
export interface Progress {
  readonly job: number;
  readonly stage: string;
  readonly fraction: number;
}

/** The picture of the phase, before the package is complete. */
export interface FirstPicture {
  readonly job: number;
  readonly picture: Uint8Array;
}

/** What a worker answers. Errors cross threads as data: a copied error would lose its class. */
export type JobResult =
  | { readonly outcome: 'done'; readonly result: ReconstructionResult | CalibrationResult }
  | {
      readonly outcome: 'refused';
      readonly code: ProblemCode;
      readonly detail: string;
      readonly errors: readonly FieldError[];
      readonly picture: Uint8Array | null;
    }
  | { readonly outcome: 'cancelled' };
