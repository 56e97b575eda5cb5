import { performance } from 'node:perf_hooks';
import { decodeFrame, type DecodedFrame, type DecodeOptions } from '../../formats/decode/decode.ts';

let waitedMs = 0;

/** How long this thread has waited for native code to read pictures, ms: that has threads of its own, and says not what they use. */
export const nativeReadingMs = (): number => waitedMs;

/** {@link decodeFrame}, with what it takes of other threads in the sum. */
export async function decodeCounted(bytes: Uint8Array, options: DecodeOptions): Promise<DecodedFrame> {
  const before = performance.eventLoopUtilization();
  try {
    return await decodeFrame(bytes, options);
  } finally {
    waitedMs += performance.eventLoopUtilization(before).idle;
  }
}
