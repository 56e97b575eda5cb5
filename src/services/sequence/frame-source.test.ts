import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { FramesFile, ReadFile } from '../ports/sequence-work.ts';
import { listFrames, openFrames } from './frame-source.ts';

const bytes = new TextEncoder().encode('no picture') as Uint8Array<ArrayBuffer>;
const own = createHash('sha256').update(bytes).digest('hex');
const other = 'f'.repeat(64);
const saying =
  (digest: string): ReadFile =>
  async (_key, _offset, _length, _room, told) => {
    told?.(digest);
    return bytes.slice();
  };

async function digestBy(read: ReadFile, sha256: string | null): Promise<string> {
  const file: FramesFile = {
    ...{ key: '0', name: 'a', bytes: bytes.length, sha256 },
    ...{ first: 0, frames: 1, isStack: false },
  };
  const source = await openFrames([file], 1, read, { channel: null });
  return (await source.read(0)).sha256;
}

it('takes the digest of a frame from whoever has read it, and makes it where that one says nothing', async () => {
  expect(await digestBy(saying(other), null)).toBe(other);
  expect(await digestBy(async () => bytes.slice(), null)).toBe(own);
});

it('makes the digest itself where it has to be the one that was received', async () => {
  expect(await digestBy(saying(other), own)).toBe(own);
  await expect(digestBy(saying(other), other)).rejects.toThrow('not what was received');
});

it.each(['planes.tif', 'planes-as-colours.tif'])('says of %s that its frames lie in planes', async (name) => {
  const tiff = new Uint8Array(
    readFileSync(new URL(`../../../test/fixtures/stacks/${name}`, import.meta.url)),
  );
  const read = async (at: number, length: number) => tiff.slice(at, at + length);
  await expect(listFrames([{ name, size: tiff.length, read }], { channel: null })).rejects.toThrow(
    /^The sequence holds 1 frame; it has at least \d+\. The file has one page of 3 samples a pixel\. Save a page for each frame/,
  );
});
