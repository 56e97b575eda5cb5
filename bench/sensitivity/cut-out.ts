import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from '../../src/core/field/frame.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { dataFolder } from '../accuracy/data-folder.ts';

/** The middle of somebody else's recording, or null where there is no folder of those. */
export async function cutOut(file: string, side: number): Promise<Frame | null> {
  const data = dataFolder();
  if (data === null || !existsSync(join(data, file))) return null;
  const { frame } = await decodeFrame(readFileSync(join(data, file)));
  const { width, height, samples } = frame;
  const [left, top] = [(width - side) >> 1, (height - side) >> 1];
  const at = (k: number) => samples[(top + Math.floor(k / side)) * width + left + (k % side)]!;
  return {
    ...frame,
    width: side,
    height: side,
    samples: Float32Array.from({ length: side * side }, (_, k) => at(k)),
  };
}
