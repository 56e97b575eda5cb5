import type { DecodedFrame, DecodeOptions } from '../../formats/decode/decode.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import { decodeCounted } from './decode-counted.ts';

/** The contents in one piece. Several blocks are gone afterwards: their memory is given back at once, not when it is swept. */
export function joinBlocks({ blocks, bytes }: ReceivedFile): Uint8Array<ArrayBuffer> {
  if (blocks.length === 1) return blocks[0]!;
  const joined = new Uint8Array(bytes);
  let offset = 0;
  for (const block of blocks) {
    joined.set(block, offset);
    offset += block.byteLength;
    block.buffer.transfer(0);
  }
  return joined;
}

/**
 * The frame of a file. Where that came in several blocks, nothing of it is left afterwards but the frame: 64 MB would
 * otherwise be held twice more until the frame is done.
 * @throws Problem where it can't be read
 */
export async function decodeReceived(
  file: ReceivedFile,
  channel: DecodeOptions['channel'] = null,
): Promise<DecodedFrame> {
  const bytes = joinBlocks(file);
  const found = await decodeCounted(bytes, { name: file.name, channel });
  const used = [found.frame, found.background].some((frame) => frame?.samples.buffer === bytes.buffer);
  if (file.blocks.length > 1 && !used) bytes.buffer.transfer(0);
  return found;
}
