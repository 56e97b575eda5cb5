import type { Frame } from '../../core/field/frame.ts';
import { Problem } from '../../core/problem/problem.ts';
import { decodeFrame } from '../../formats/decode/decode.ts';
import { decodeStack } from '../../formats/decode/decode-stack.ts';
import type { Channel } from '../../formats/decode/samples/grey.ts';
import type { HologramFormat } from '../../formats/decode/samples/sniff.ts';
import type { StatedRig } from '../../formats/decode/stated/stated.ts';
import { usesZstandard } from '../../formats/decode/tiff/uses-zstandard.ts';
import { loadZstd } from '../decode/inflate.ts';

/** What a file holds: one frame, or several as one array or on several pages. */
export interface FileFrames {
  readonly format: HologramFormat;
  readonly count: number;
  readonly stated: StatedRig;
  /** why the service does not take the file as a single frame; null: it does */
  readonly refusal: string | null;
  /** @param index from 0; beyond the last one: the last */
  readonly frame: (index: number) => Frame;
}

export interface ReadOptions {
  readonly name?: string | undefined;
  /** whether it is to be read as a stack where it can be either, as an NPZ of several arrays can */
  readonly asStack?: boolean;
  readonly channel?: Channel | null;
}

/**
 * The frames of a file as the service would read them.
 * @throws what the service would refuse the file with
 */
export async function fileFrames(
  bytes: Uint8Array,
  { name, asStack = false, channel = null }: ReadOptions = {},
): Promise<FileFrames> {
  const options = name === undefined ? { channel } : { name, channel };
  if (usesZstandard(bytes)) await loadZstd();
  const stack = stackOf(bytes, channel);
  if (asStack && stack) return { ...stack, refusal: null };
  try {
    const { frame, format, stated } = await decodeFrame(bytes, options);
    return { format, count: 1, stated, refusal: null, frame: () => frame };
  } catch (cause) {
    const judged = cause instanceof Problem && cause.code === 'HOLOGRAM_UNSUPPORTED';
    if (judged && stack) return { ...stack, refusal: cause.message };
    throw cause;
  }
}

/** null: the file holds no stack, or one that is refused. */
function stackOf(bytes: Uint8Array, channel: Channel | null): Omit<FileFrames, 'refusal'> | null {
  try {
    const { format, count, stated, frames } = decodeStack(bytes, null, { channel });
    return count < 2
      ? null
      : { format, count, stated, frame: (index) => nth(frames, Math.min(index, count - 1)) };
  } catch {
    return null;
  }
}

function nth(frames: Iterable<Frame>, index: number): Frame {
  let at = 0;
  for (const frame of frames) if (at++ === index) return frame;
  throw new RangeError(`There is no frame ${index}.`);
}
