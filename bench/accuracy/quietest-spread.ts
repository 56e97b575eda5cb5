import { scorePhase } from './score.ts';

const TILE = 24;
const QUIET_SHARE = 0.1;

/**
 * What a phase map varies by where nothing seems to lie: the standard deviation within small tiles, less piston and tilt,
 * of which a tenth is smaller. Noise, speckle and fringes of stray reflections all count.
 */
export function quietestSpread(phase: ArrayLike<number>, rows: number, cols: number): number {
  const spreads: number[] = [];
  const zero = new Float32Array(TILE * TILE);
  for (let top = TILE; top + 2 * TILE <= rows; top += TILE)
    for (let left = TILE; left + 2 * TILE <= cols; left += TILE) {
      const tile = Float32Array.from(
        zero,
        (_, k) => phase[(top + Math.floor(k / TILE)) * cols + left + (k % TILE)]!,
      );
      spreads.push(scorePhase(tile, zero, TILE, TILE, { border: 0 }).rmse);
    }
  spreads.sort((a, b) => a - b);
  return spreads[Math.floor(QUIET_SHARE * spreads.length)]!;
}
