import type { Frame } from '../../../core/field/frame.ts';
import { Problem } from '../../../core/problem/problem.ts';

export interface FramesOfStack {
  readonly count: number;
  /** each is decoded when its turn comes */
  readonly frames: Iterable<Frame>;
  /** what of the file was taken for frames without its saying so, a sentence */
  readonly assumed?: string;
}

/**
 * Refuses a file that does not hold one frame for each distance.
 * @param expected null: as many as it holds
 * @param hint what is likely wrong, a sentence
 * @returns how many it holds
 */
export function checkStackCount(
  found: number,
  expected: number | null,
  what: string,
  hint: string | null = null,
): number {
  if (expected === null || found === expected) return found;
  const count = `the ${what} holds ${found} frame${found === 1 ? '' : 's'}`;
  const holds = hint === null ? count : `${count}: ${hint}`;
  throw new Problem('INVALID_INPUT', `stack_z_mm holds ${expected} distances, but ${holds}.`, [
    { pointer: '/stack_z_mm', message: `holds ${expected} distances, but ${holds}` },
  ]);
}
