import type { Flag, FlagLevel } from '../../reconstruction/reconstruction.ts';

/** One without regions. */
export function flag(code: string, level: FlagLevel, detail: string): Flag {
  return { code, level, detail };
}
