import { parentPort } from 'node:worker_threads';
import { Problem } from '../../src/core/problem/problem.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { decodeStack } from '../../src/formats/decode/decode-stack.ts';

/** What reading a file came to: a frame, the code of a problem, or anything else, which is a fault. */
export interface Outcome {
  readonly outcome: string;
  readonly fault: boolean;
  readonly ms: number;
}

/** As one frame, of one channel, and as a stack. */
async function readEveryWay(bytes: Uint8Array): Promise<string> {
  const ways = [
    () => decodeFrame(bytes),
    () => decodeFrame(bytes, { channel: 'green' }),
    () => {
      const { frames } = decodeStack(bytes, null);
      let read = 0;
      for (const _ of frames) if (++read === 8) break;
    },
  ];
  const said: string[] = [];
  for (const read of ways) {
    try {
      await read();
      said.push('frame');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      said.push(error.code);
    }
  }
  return said.join(' ');
}

parentPort!.on('message', async (bytes: Uint8Array) => {
  const began = performance.now();
  const tell = (outcome: string, fault: boolean) =>
    parentPort!.postMessage({ outcome, fault, ms: performance.now() - began } satisfies Outcome);
  try {
    tell(await readEveryWay(bytes), false);
  } catch (error) {
    tell(error instanceof Error ? (error.stack ?? error.message) : String(error), true);
  }
});
