import { expect, it } from 'vitest';
import { islands } from './islands.ts';
import { partsOf } from './rimless-parts.ts';

const SIDE = 12;
const NEAR = 0.6;

/** A frame in which columns 4 to 7 are not known, and what lies beyond them has a phase. */
function beyond(phase: number, isBridged: boolean): number[] {
  const at = (i: number) => ({ x: i % SIDE, y: Math.floor(i / SIDE) });
  const unknown = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const { x, y } = at(i);
    return x >= 4 && x < 8 && !(isBridged && y === 5) ? 1 : 0;
  });
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) => (at(i).x >= 8 ? phase : 0.1));
  return islands(partsOf(unknown, SIDE, SIDE), { values, pitch: SIDE }, NEAR);
}

it('are as open as what lies between them and the background', () => {
  const found = beyond(-6, false);
  expect(found).toHaveLength(4 * SIDE);
  expect(found.every((i) => i % SIDE >= 8)).toBe(true);
});

it('are none where known samples lead there, or where they have the background’s phase', () => {
  expect(beyond(-6, true)).toEqual([]);
  expect(beyond(0.4, false)).toEqual([]);
});
