import type { SharedKernels } from '../core/kernel/follow-orders.ts';

/** What a second thread is started with. */
export interface FollowerData {
  readonly shared: SharedKernels;
  /** one Float64: ms of processor time that it has used */
  readonly spent: SharedArrayBuffer;
}
