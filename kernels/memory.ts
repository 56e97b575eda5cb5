import { BlockAt, Count } from './types';

/** Blocks start on a cache-line pair, so that no column block of the FFT straddles one. */
const ALIGNMENT: usize = 128;

/** A block of `bytes` bytes at a 128-byte boundary; the memory grows when it must. Contents are undefined. */
export function allocate(bytes: Count<usize>): BlockAt {
  const raw = heap.alloc(bytes + ALIGNMENT);
  const block = (raw + ALIGNMENT) & ~(ALIGNMENT - 1);
  store<usize>(block - sizeof<usize>(), raw);
  return block;
}

/** Gives back a block of {@link allocate}. */
export function release(block: BlockAt): void {
  heap.free(load<usize>(block - sizeof<usize>()));
}

export function fillBytes(block: BlockAt, value: u8, bytes: Count<usize>): void {
  memory.fill(block, value, bytes);
}
