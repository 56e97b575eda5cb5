import { totalmem } from 'node:os';

const MB = 1e6;
/** What a process takes when it has started, and an in-line frame of 1920 × 1080 far from the sensor: docs/operations.md. */
const AT_REST = 250 * MB;
const IN_LINE = 650 * MB;

/** How many in-line frames memory has room for beside what requests hold: one at least, and no more than there are workers. */
export function inlineAtOnce(
  { WORKERS, MEMORY_BUDGET_BYTES }: { readonly WORKERS: number; readonly MEMORY_BUDGET_BYTES: number },
  memory: number,
): number {
  const room = Math.floor((memory - AT_REST - MEMORY_BUDGET_BYTES) / IN_LINE);
  return Math.max(1, Math.min(WORKERS, room));
}

/** Of the machine, or of the control group that the process may not leave. */
export function memoryBytes(): number {
  // 0, or more than there is, where nothing constrains it
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}
