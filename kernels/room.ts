/**
 * Room of fixed size that transforms work in. Two instances of the kernels that share their memory, one for each of two
 * threads, would share it too: the second one is told so.
 */
import { QUAD_BYTES } from './complex-layout';
import { Count } from './types';

/** Where the points of one step of a transform lie, in bytes. A struct in memory, since passing so many numbers costs as much. */
@unmanaged export class Sweep {
  from: usize;
  to: usize;
  /** butterflies p along the remaining points, and their distance */
  rest: usize;
  fromBlock: usize;
  toBlock: usize;
  /** stretches q of contiguous quads in each, and their distance */
  stretches: usize;
  stretchBytes: usize;
  fromStretch: usize;
  toStretch: usize;
  /** distance of the legs */
  fromLeg: usize;
  toLeg: usize;
}

const TILE_BYTES: usize = 256;
const SWEEP_BYTES: usize = 64;
const TILES: usize = memory.data(512, 128);
const SWEEPS: usize = memory.data(128, 64);
const QUADS: usize = memory.data(64, 32);

/** The outputs of one butterfly along the lanes, before their transposition. */
export let tile: usize = TILES;
export let sweepRoom: Sweep = changetype<Sweep>(SWEEPS);
/** One quad. */
export let quadRoom: usize = QUADS;

/** Which of the instances that share a memory this one is: 0 or 1. */
export function takeRoom(instance: Count<usize>): void {
  tile = TILES + instance * TILE_BYTES;
  sweepRoom = changetype<Sweep>(SWEEPS + instance * SWEEP_BYTES);
  quadRoom = QUADS + instance * QUAD_BYTES;
}
