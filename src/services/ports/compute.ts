import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import type { CalibrationResult, CalibrationRun } from '../calibration/calibration-run.ts';
import type { RunRequest, RunResult } from '../reconstruction/run.ts';

/** Where reconstructions are computed: beside the caller, never in its way. */
export interface Compute {
  /**
   * @param waiting runs that were accepted and will come here later
   * @throws Overloaded when the queue is full: callers ask before they accept an upload
   */
  checkRoom(waiting?: number): void;
  /**
   * Takes the files' memory over: they are empty afterwards.
   * @throws Problem where the data do not allow it; Overloaded; the signal's reason after an abort
   */
  run(request: RunRequest, options: RunOptions): Promise<RunResult>;
  /** The same for the frame of a target. */
  calibrate(request: CalibrationRun, options: RunOptions): Promise<CalibrationResult>;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** it was accepted before, so there is room for it */
  readonly accepted?: boolean;
}
