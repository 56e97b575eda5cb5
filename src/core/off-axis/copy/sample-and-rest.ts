import type { FieldBeside } from './field-beside.ts';

/** What differs from the beam by more than this is of a sample, and by less may be a copy of it. */
const STRONG = 0.3;
/** Shares of a frame that must be of either for anything to be told. */
const LEAST_STRONG = 0.002;
const LEAST_WEAK = 0.1;

export interface SampleAndRest {
  readonly strong: Uint8Array;
  /** what is no sample, and next to none: the rim of a sample is weak and no copy */
  readonly weak: Uint8Array;
  /** sum of the squares of what is strong */
  readonly light: number;
  /** mean square of what is weak */
  readonly scatter: number;
}

/**
 * What is of a sample and what may be a copy of it; null: too little of either.
 * @param rim cells about a sample that are left out
 */
export function sampleAndRest({ re, im, rows, cols, used }: FieldBeside, rim: number): SampleAndRest | null {
  const [strong, weak] = [new Uint8Array(re.length), used.slice()];
  let [few, many, light, scatter] = [0, 0, 0, 0];
  for (let row = 0, k = 0; row < rows; row++)
    for (let col = 0; col < cols; col++, k++) {
      const power = re[k]! * re[k]! + im[k]! * im[k]!;
      if (used[k] === 0 || power <= STRONG * STRONG) continue;
      strong[k] = 1;
      few++;
      light += power;
      for (let y = Math.max(0, row - rim); y <= Math.min(rows - 1, row + rim); y++)
        weak.fill(0, y * cols + Math.max(0, col - rim), y * cols + Math.min(cols, col + rim + 1));
    }
  for (let k = 0; k < re.length; k++) {
    if (weak[k] === 0) continue;
    scatter += re[k]! * re[k]! + im[k]! * im[k]!;
    many++;
  }
  if (few < LEAST_STRONG * rows * cols || many < LEAST_WEAK * rows * cols) return null;
  return { strong, weak, light, scatter: scatter / many };
}
