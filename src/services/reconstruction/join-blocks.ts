import type { ReceivedFile } from '../ports/received-file.ts';

/** The contents in one piece. */
export function joinBlocks({ blocks, bytes }: ReceivedFile): Uint8Array<ArrayBuffer> {
  if (blocks.length === 1) return blocks[0]!;
  const joined = new Uint8Array(bytes);
  let offset = 0;
  for (const block of blocks) {
    joined.set(block, offset);
    offset += block.byteLength;
  }
  return joined;
}
