import { describe, expect, it } from 'vitest';
import type { Compute } from '../ports/compute.ts';
import { Overloaded } from '../ports/overloaded.ts';
import { roomFor } from './check-room.ts';

const ROOM = 32;
const compute = {
  checkRoom(waiting = 0) {
    if (waiting >= ROOM) throw new Overloaded('full', 7);
  },
} as Compute;
const fits = (all: number, own: number) => {
  try {
    roomFor(compute, { all, own });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ retryAfterSeconds: 7 });
    return false;
  }
};

/** How many runs each gets who asks as often as there is room, one after the other. */
function filled(parties: number): number[] {
  const own = new Array<number>(parties).fill(0);
  const all = () => own.reduce((sum, one) => sum + one, 0);
  for (let k = 0; k < parties; k++) while (fits(all(), own[k]!)) own[k]! += 1;
  return own;
}

describe('room in the queue', () => {
  it('is half for one alone, and half of the rest for each that comes next', () => {
    expect(filled(1)).toEqual([16]);
    expect(filled(4)).toEqual([16, 8, 4, 2]);
  });

  it('is there for a newcomer until all of it is taken', () => {
    expect(fits(ROOM - 1, 0)).toBe(true);
    expect(fits(ROOM, 0)).toBe(false);
  });

  it('is refused to whoever has their part with words of their own', () => {
    expect(() => roomFor(compute, { all: 16, own: 16 })).toThrow('16 of your runs are waiting');
    expect(() => roomFor(compute, { all: ROOM, own: 16 })).toThrow('full');
  });
});
