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
  // a margin around the grid, so that each place has four neighbours
  const wide = cols + 2;
  const isLeft = new Uint8Array(wide * (rows + 2));
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++)
      isLeft[(row + 1) * wide + col + 1] = quiet[row * cols + col]! > 0 ? 1 : 0;
  const queue = new Int32Array(of.length);
  let count = 0;
  for (let t = 0; t < of.length; t++) {
    const at = (Math.floor(t / cols) + 1) * wide + (t % cols) + 1;
    if (isLeft[at] === 0) continue;
    const held = grow(at, isLeft, wide, queue);
    if (held < LEAST) continue;
    for (let k = 0; k < held; k++) of[tileAt(queue[k]!, wide, cols)] = count;
    count++;
  }
  return { of, count };
}

function tileAt(at: number, wide: number, cols: number): number {
  return (Math.floor(at / wide) - 1) * cols + (at % wide) - 1;
}

/** Takes all places that are reached from one, and puts them into a queue. @returns how many these are */
function grow(first: number, isLeft: Uint8Array, wide: number, queue: Int32Array): number {
  queue[0] = first;
  isLeft[first] = 0;
  let end = 1;
  const take = (at: number) => {
    if (isLeft[at] === 0) return;
    isLeft[at] = 0;
    queue[end] = at;
    end++;
  };
  for (let k = 0; k < end; k++) {
    const at = queue[k]!;
    take(at - 1);
    take(at + 1);
    take(at - wide);
    take(at + wide);
  }
  return end;
}
