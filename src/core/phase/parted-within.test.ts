import { describe, expect, it } from 'vitest';
import { partedWithin } from './parted-within.ts';
import { partsOf } from './rimless-parts.ts';

const SIDE = 10;
const TURN = 2 * Math.PI;

/** Of a frame with such phases and rims, what turns part from the most of its part. */
function parted(
  phaseAt: (x: number, y: number) => number,
  isRim: (x: number, y: number) => boolean = () => false,
) {
  const places = Array.from({ length: SIDE * SIDE }, (_, i) => [i % SIDE, Math.floor(i / SIDE)] as const);
  const rims = Uint8Array.from(places, ([x, y]) => (isRim(x, y) ? 1 : 0));
  const values = Float32Array.from(places, ([x, y]) => phaseAt(x, y));
  return partedWithin(partsOf(rims, SIDE, SIDE), { values, pitch: SIDE }).toSorted((a, b) => a - b);
}

const inCorner = (x: number, y: number) => x > 6 && y < 3;
const corner = [7, 8, 9, 17, 18, 19, 27, 28, 29];

describe('what turns part from the most of its part', () => {
  it('is a corner that lies a turn off all around', () => {
    expect(parted((x, y) => (inCorner(x, y) ? TURN : 0) + 0.2 * x)).toEqual(corner);
  });

  it('is nothing where the cut ends amid the part', () => {
    // a turn off along the half of a line, and up to it in small steps
    expect(parted((x, y) => (x > 4 ? (TURN * y) / (SIDE - 1) : 0))).toEqual([]);
  });

  it('is nothing where rims lie along the cut', () => {
    const isRim = (x: number, y: number) => (x === 6 && y < 4) || (y === 3 && x > 5);
    expect(parted((x, y) => (inCorner(x, y) ? TURN : 0), isRim)).toEqual([]);
  });
});
