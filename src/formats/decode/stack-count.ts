import { Problem } from '../../core/problem.ts';

/** Refuses a file that does not hold one frame for each distance. */
export function checkStackCount(found: number, expected: number, what: string): void {
  if (found === expected) return;
  const holds = `the ${what} holds ${found} frame${found === 1 ? '' : 's'}`;
  throw new Problem('INVALID_INPUT', `stack_z_mm holds ${expected} distances, but ${holds}.`, [
    { pointer: '/stack_z_mm', message: `holds ${expected} distances, but ${holds}` },
  ]);
}
