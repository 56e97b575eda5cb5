import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Blobs } from '../ports/blobs.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { blobReader } from './sequence-input.ts';

const bytes = Uint8Array.from({ length: 10 }, (_, i) => i + 1);

/** Blobs that hold these bytes as `a`, in pieces of three, and say what was asked for. */
function blobs(fails?: Error) {
  const asked: object[] = [];
  const stream = async function* (from: number) {
    for (let at = from; at < bytes.length; at += 3) {
      yield bytes.slice(at, at + 3);
      if (fails) throw fails;
    }
  };
  const read = async (key: string, range: { start: number; end: number }) => {
    asked.push(range);
    return key === 'a' ? Readable.from(stream(range.start)) : null;
  };
  return { asked, read: blobReader({ read } as unknown as Blobs) };
}

describe('a part of a staged file', () => {
  it('is read in whatever pieces it comes, and no more of it than is asked for', async () => {
    const { asked, read } = blobs();
    expect([...(await read('a', 2, 5))]).toEqual([3, 4, 5, 6, 7]);
    expect([...(await read('a', 8, 5))]).toEqual([9, 10]);
    expect(await read('a', 4, 0)).toHaveLength(0);
    expect(asked).toEqual([
      { start: 2, end: 6 },
      { start: 8, end: 12 },
    ]);
  });

  it('lies in the room that is given, where that is large enough', async () => {
    const room = new ArrayBuffer(5);
    const { read } = blobs();
    expect((await read('a', 0, 5, room)).buffer).toBe(room);
    expect([...new Uint8Array(room)]).toEqual([1, 2, 3, 4, 5]);
    expect((await read('a', 0, 6, room)).buffer).not.toBe(room);
  });

  it('that breaks off is no fault of the request: the store is not to be had', async () => {
    await expect(blobs(new Error('reset')).read('a', 0, 9)).rejects.toThrow(/could not be read to its end/);
    await expect(blobs(new Error('reset')).read('a', 0, 9)).rejects.toBeInstanceOf(StorageUnavailable);
    const own = new StorageUnavailable('The disk is away.');
    await expect(blobs(own).read('a', 0, 9)).rejects.toBe(own);
    await expect(blobs().read('b', 0, 9)).rejects.toThrow('the blob b is not there');
  });
});
