import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frames } from '../../src/core/field/frame.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import type { RealSet } from './real-set.ts';

export async function readFrames(data: string, set: RealSet): Promise<Frames> {
  const read = async (name: string) => (await decodeFrame(readFileSync(join(data, set.folder, name)))).frame;
  return {
    hologram: await read('hologram.png'),
    background: set.background ? await read('background.png') : null,
  };
}
