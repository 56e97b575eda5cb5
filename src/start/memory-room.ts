import { totalmem } from 'node:os';

const MB = 1e6;
/**
 * What a process takes when it has started, with what it has not looked through yet, and an in-line frame of 1920 × 1080 far
 * from the sensor: docs/operations.md.
 */
const AT_REST = 270 * MB;
const IN_LINE = 630 * MB;
/** Of that, what is not the kernels' own: the frame as decoded, the package. */
const BESIDE_KERNELS = 50 * MB;
/** Requests together: as much as several large uploads, and where memory is scarce no less than one and its result. */
const BUDGET = { most: 320 * 1024 * 1024, least: 96 * 1024 * 1024 };

export interface MemoryRoom {
  /** what requests may hold together */
  readonly budgetBytes: number;
  /** in-line frames that may be computed at the same time */
  readonly inlineAtOnce: number;
  /** threads that an in-line frame counts for: as many of them have nothing else to do meanwhile, but for itself */
  readonly inlineThreads: number;
  /** what the kernels of one thread may hold */
  readonly kernelBytes: number;
  /** whether each thread may hold such a frame at once, so that what threads keep between jobs is in nobody's way */
  readonly roomy: boolean;
}

interface Asked {
  readonly WORKERS: number;
  readonly MEMORY_BUDGET_BYTES?: number | undefined;
  readonly INLINE_AT_ONCE?: number | undefined;
}

/**
 * What a service may do at once in so much memory. An in-line frame is computed even where there is no room for it, but
 * then nothing else is.
 */
export function memoryRoom(asked: Asked, memory: number): MemoryRoom {
  const { WORKERS: threads, MEMORY_BUDGET_BYTES, INLINE_AT_ONCE } = asked;
  const beside = Math.max(BUDGET.least, memory - AT_REST - IN_LINE);
  const budgetBytes = MEMORY_BUDGET_BYTES ?? Math.floor(Math.min(BUDGET.most, beside));
  const room = Math.max(IN_LINE, memory - AT_REST - budgetBytes);
  const inlineThreads = INLINE_AT_ONCE === undefined ? Math.ceil((threads * IN_LINE) / room) : 1;
  const inlineAtOnce = INLINE_AT_ONCE ?? Math.floor(threads / inlineThreads);
  const kernelBytes = Math.max(IN_LINE, room / inlineAtOnce) - BESIDE_KERNELS;
  const roomy = memory >= AT_REST + budgetBytes + threads * IN_LINE;
  return { budgetBytes, inlineAtOnce, inlineThreads, kernelBytes, roomy };
}

/** Of the machine, or of the control group that the process may not leave. */
export function memoryBytes(): number {
  // 0, or more than there is, where nothing constrains it
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}
