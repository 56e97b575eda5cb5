import { expect, it } from 'vitest';
import type { ReadFile } from '../ports/sequence-work.ts';
import { Rooms } from './rooms.ts';

const LARGE = 100_000;

/** Notes the rooms that it is offered, takes those that suffice, and fills what it reads with the offset. */
function reading() {
  const offered: (ArrayBuffer | undefined)[] = [];
  const read: ReadFile = async (_key, offset, length, room) => {
    offered.push(room);
    const own = room && room.byteLength >= length ? structuredClone(room, { transfer: [room] }) : null;
    return (own ? new Uint8Array(own, 0, length) : new Uint8Array(length)).fill(offset);
  };
  return { offered, rooms: new Rooms(read) };
}

it('reads into what was given back, and into nothing that is still used', async () => {
  const { offered, rooms } = reading();
  const first = await rooms.read('a', 1, LARGE);
  const second = await rooms.read('a', 2, LARGE);
  rooms.give(first.buffer);
  const third = await rooms.read('a', 3, LARGE - 7);
  expect(offered.map((room) => room !== undefined)).toEqual([false, false, true]);
  expect([second[0], third[0], third.length]).toEqual([2, 3, LARGE - 7]);
  expect(first.byteLength).toBe(0);
  const fourth = await rooms.read('a', 4, LARGE);
  expect([offered[3], third[0], fourth[0]]).toEqual([undefined, 3, 4]);
});

it('leaves a room that is too small for a frame, and takes it for the next that fits', async () => {
  const { offered, rooms } = reading();
  rooms.give((await rooms.read('a', 0, LARGE)).buffer);
  await rooms.read('a', 1, LARGE + 1);
  await rooms.read('a', 2, 10);
  await rooms.read('a', 3, LARGE);
  expect(offered.map((room) => room?.byteLength)).toEqual([undefined, undefined, undefined, 0]);
});

it('takes no memory that was not read into, none twice, and not without end', async () => {
  const { offered, rooms } = reading();
  rooms.give(new ArrayBuffer(LARGE));
  const parts = await Promise.all([1, 2, 3, 4, 5].map((k) => rooms.read('a', k, LARGE)));
  for (const { buffer } of [...parts, ...parts]) rooms.give(buffer);
  await Promise.all([1, 2, 3, 4, 5].map((k) => rooms.read('a', k, LARGE)));
  expect(offered.filter((room) => room !== undefined)).toHaveLength(3);
});
