import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Blobs } from '../ports/blobs.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { readStagedFile } from './read-staged-file.ts';

const bytes = Uint8Array.from({ length: 10 }, (_, i) => i + 1);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const staged = { name: 'frame.png', sha256, bytes: 10, blob_key: 'staged/run_1-hologram' };

/** Blobs that hold these pieces under the file’s key, and then fail where they are to. */
function blobsWith(pieces: readonly Uint8Array[], fails?: Error): Blobs {
  const stream = async function* () {
    yield* pieces;
    if (fails) throw fails;
  };
  const read = async (key: string) => (key === staged.blob_key ? Readable.from(stream()) : null);
  return { read } as unknown as Blobs;
}

it('gives back what was received, in whatever pieces it comes', async () => {
  const pieces = [bytes.slice(0, 3), bytes.slice(3, 4), bytes.slice(4)];
  const file = await readStagedFile(blobsWith(pieces), staged);
  expect(file).toEqual({ name: 'frame.png', sha256, bytes: 10, blocks: [bytes] });
});

it.each([
  ['shorter', [bytes.slice(0, 9)]],
  ['longer', [bytes, new Uint8Array(5)]],
  ['longer in one piece', [new Uint8Array(25)]],
  ['other', [bytes.toReversed()]],
])('refuses what is %s than received', async (_, pieces) => {
  await expect(readStagedFile(blobsWith(pieces), staged)).rejects.toThrow(/is not what was received/);
});

it('says what is not there', async () => {
  const away = { ...staged, blob_key: 'staged/run_2-hologram' };
  await expect(readStagedFile(blobsWith([bytes]), away)).rejects.toThrow(/run_2-hologram is not there/);
});

it('takes a stream that breaks off for storage that is away', async () => {
  const broken = new Error('socket hang up');
  const refusal = await readStagedFile(blobsWith([bytes], broken), staged).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StorageUnavailable);
  expect((refusal as Error).cause).toBe(broken);
  const known = new StorageUnavailable('away');
  await expect(readStagedFile(blobsWith([bytes], known), staged)).rejects.toBe(known);
});
