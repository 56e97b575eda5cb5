import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sendFromMemory } from './send-from-memory.ts';

const MIB = 1024 * 1024;
const all = Buffer.from(Uint8Array.from({ length: 5 * MIB + 7 }, (_, i) => (i * 2654435761) >>> 13));
const chunksOf = (): Uint8Array[] => [all.subarray(0, 10), all.subarray(10, 3 * MIB), all.subarray(3 * MIB)];

function held(holdMs: number, readRest = async (start: number) => Readable.from([all.subarray(start)])) {
  const state = { released: 0, asked: [] as number[], chunks: chunksOf() };
  const stream = sendFromMemory({
    ...{ chunks: state.chunks, holdMs },
    release: () => (state.released += 1),
    readRest: (start) => {
      state.asked.push(start);
      return readRest(start);
    },
  });
  return { state, stream };
}

describe('sendFromMemory', () => {
  it('sends everything, gives the memory up once, and asks the store for nothing', async () => {
    const { state, stream } = held(60_000);
    expect((await buffer(stream)).equals(all)).toBe(true);
    expect(state).toMatchObject({ released: 1, asked: [], chunks: [] });
  });

  it('gives the memory up while nobody reads, and sends the rest from the store', async () => {
    const { state, stream } = held(30);
    const reader = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const parts = [(await reader.next()).value as Buffer, (await reader.next()).value as Buffer];
    await sleep(80);
    expect(state).toMatchObject({ released: 1, chunks: [] });
    for (let next = await reader.next(); !next.done; next = await reader.next()) parts.push(next.value);
    expect(Buffer.concat(parts).equals(all)).toBe(true);
    expect(state.asked).toHaveLength(1);
    expect(state.asked[0]).toBeLessThan(all.length);
    expect(state.released).toBe(1);
  });

  it('frees what it gives up at once, and leaves what is being sent, and what others share, alone', async () => {
    const [first, second] = [new Uint8Array(2 * MIB), new Uint8Array(MIB)];
    const shared = new Uint8Array(new ArrayBuffer(MIB + 1), 1);
    const stream = sendFromMemory({
      ...{ chunks: [first, second, shared], holdMs: 30, release: () => {} },
      readRest: async () => Readable.from([]),
    });
    stream.once('readable', () => {});
    await sleep(80);
    expect([first.byteLength, second.byteLength, shared.byteLength]).toEqual([2 * MIB, 0, MIB]);
    stream.destroy();
  });

  it('gives the memory up at once when the client leaves', async () => {
    const { state, stream } = held(60_000);
    stream.once('data', () => stream.destroy());
    await new Promise((resolve) => stream.once('close', resolve));
    expect(state).toMatchObject({ released: 1, chunks: [] });
  });

  it('breaks off where the bytes have been deleted meanwhile', async () => {
    const { stream } = held(10, async () => null as never);
    const reader = stream[Symbol.asyncIterator]();
    await reader.next();
    await sleep(40);
    await expect(
      (async () => {
        while (!(await reader.next()).done);
      })(),
    ).rejects.toThrow('deleted');
  });
});
