/** A file as it came in: known by its digest, gone when the request ends. */
export interface ReceivedFile {
  /** as the sender calls it; only used to word a refusal */
  readonly name: string;
  /** the contents in order; each block owns its memory, so it can move to another thread without a copy */
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  readonly bytes: number;
  /** hexadecimal */
  readonly sha256: string;
}

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
