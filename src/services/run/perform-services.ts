import type { RunQueue } from '../ports/run-queue.ts';
import type { ReconstructionServices } from '../reconstruction/reconstruct-hologram.ts';
import type { ClaimServices } from './claim-run.ts';
import type { RunningRuns } from './running-runs.ts';

export interface PerformServices extends ReconstructionServices, ClaimServices {
  /** for the parts that a run is cut into */
  readonly queue: Pick<RunQueue, 'add' | 'wake'>;
  readonly running: RunningRuns;
  /** how often progress is written, at most */
  readonly progressMs: number;
  /** told of what is nobody's mistake but the program's, or the storage's */
  readonly onError: (error: unknown, runId: string) => void;
}
