import type { TilePlaces } from './tiles.ts';

/** Parts of a frame that are of one level each, whatever that is. */
export interface Regions {
  /** which region each tile belongs to; −1: none */
  readonly of: Int32Array;
  readonly count: number;
}

/** Tiles of a region, at least: a square of three. */
const LEAST = 9;

/**
 * Regions of tiles that touch along a side.
 * @param quiet 0 leaves a tile out
 */
export function regionsOf({ x, y }: Pick<TilePlaces, 'x' | 'y'>, quiet: ArrayLike<number>): Regions {
  const [cols, rows] = [x.length, y.length];
  const of = new Int32Array(cols * rows).fill(-1);
  const isSeen = Uint8Array.from(of, (_, t) => (quiet[t]! > 0 ? 0 : 1));
  let count = 0;
  for (let first = 0; first < of.length; first++) {
    if (isSeen[first] === 1) continue;
    const own = grown(first, isSeen, cols, rows);
    if (own.length < LEAST) continue;
    for (const t of own) of[t] = count;
    count++;
  }
  return { of, count };
}

/** All places that are reached from one through others not seen before, which they are then. */
function grown(first: number, isSeen: Uint8Array, cols: number, rows: number): number[] {
  const own = [first];
  isSeen[first] = 1;
  for (const t of own) {
    const [col, row] = [t % cols, Math.floor(t / cols)];
    const around = [
      ...(col > 0 ? [t - 1] : []),
      ...(col < cols - 1 ? [t + 1] : []),
      ...(row > 0 ? [t - cols] : []),
      ...(row < rows - 1 ? [t + cols] : []),
    ];
    for (const next of around) {
      if (isSeen[next] === 1) continue;
      isSeen[next] = 1;
      own.push(next);
    }
  }
  return own;
}
