import { Problem } from '../problem/problem.ts';
import type { Calibration } from '../rig/calibration.ts';

/** What tries come to, as far as one of which nothing is missing. */
export function firstClear(tries: readonly (() => Calibration)[], clear: number): Calibration[] {
  const found: Calibration[] = [];
  for (const attempt of tries) {
    found.push(...recognised(attempt));
    if (found.some(({ explained }) => explained > clear)) break;
  }
  return found;
}

/** What a try comes to, or nothing. */
function recognised(attempt: () => Calibration): Calibration[] {
  try {
    return [attempt()];
  } catch (again) {
    if (again instanceof Problem) return [];
    throw again;
  }
}
