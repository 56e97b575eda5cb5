import type { BytesAt } from '../kernel/addresses.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import { OPEN_TURNS, type OpenTurns } from './open-turns.ts';

interface Levelled {
  readonly wrapped: RealPlane;
  readonly modulus: RealPlane;
  /** rows · cols bytes */
  readonly mask: BytesAt;
}

const TURN = 2 * Math.PI;

/**
 * Marks all where light that was levelled does not lie level: then nothing is known against anything. It does where half of it lies within
 * an eighth of a turn of its level, or more than chance puts there (a quarter) and that close by: of what a slope runs through half lies
 * within a sixteenth, of a background amid a sample that fills the rest all does.
 * @returns null where it does
 */
export function markUnlevelled(kernels: Kernels, { wrapped, modulus, mask }: Levelled): OpenTurns | null {
  const { rows, cols } = wrapped;
  const phases = kernels.floats(wrapped.ptr, rows * wrapped.pitch);
  const moduli = kernels.floats(modulus.ptr, rows * modulus.pitch);
  let [closer, level, all] = [0, 0, 0];
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) {
      const light = moduli[y * modulus.pitch + x]!;
      const away = Math.abs(phases[y * wrapped.pitch + x]!);
      if (away < TURN / 8) level += light * light;
      if (away < TURN / 16) closer += light * light;
      all += light * light;
    }
  if (level > all / 2 || (level > all / 4 && closer > 0.75 * level)) return null;
  const marks = kernels.bytes(mask, rows * cols);
  for (let i = 0; i < marks.length; i++) marks[i]! |= OPEN_TURNS;
  return { regions: [{ size: rows * cols, x: 0, y: 0, width: cols, height: rows }], share: 1 };
}
