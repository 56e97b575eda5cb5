import { describe, expect, it } from 'vitest';
import { partsOf } from './rimless-parts.ts';
import { hangingRegions } from './hanging-regions.ts';

const SIDE = 96;
const REACH = 3;
const NEAR = 0.6;

/** What `inRim` says is a rim, and `at` the phase. */
function regionsOf(inRim: (x: number, y: number) => boolean, at: (x: number, y: number) => number) {
  const rims = new Uint8Array(SIDE * SIDE);
  const values = new Float32Array(SIDE * SIDE);
  for (let i = 0; i < rims.length; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    rims[i] = inRim(x, y) ? 1 : 0;
    values[i] = at(x, y);
  }
  return hangingRegions(partsOf(rims, SIDE, SIDE), { values, pitch: SIDE }, () => false, REACH, NEAR);
}

/** A disc of radius 20 with the phase of `inside`, behind a rim of 3 samples but where it is open: there is a ramp. */
function hanging(
  inside: number,
  isOpen: (x: number, y: number) => boolean,
  turned: (x: number, y: number) => number = () => 0,
) {
  const far = (x: number, y: number) => Math.hypot(x - 48, y - 40);
  return regionsOf(
    (x, y) => Math.abs(far(x, y) - 20) < 1.6 && !isOpen(x, y),
    (x, y) => {
      if (far(x, y) < 20) return inside;
      return isOpen(x, y) && far(x, y) < 26 ? (inside * (26 - far(x, y))) / 6 : turned(x, y);
    },
  );
}

const onRight = (x: number, y: number) => x > 48 && Math.abs(y - 40) <= 3.5;

describe('regions that hang by a gap', () => {
  it('are open where the phase is off by a turn across the rest of their rim', () => {
    const found = hanging(-4, onRight);
    expect(found).toHaveLength(1);
    const { part, around } = found[0]!;
    expect(part.size).toBeGreaterThan(0.8 * Math.PI * 18 * 18);
    expect(part.left).toBeGreaterThan(26);
    expect(part.right).toBeLessThan(75);
    expect(around.size).toBeGreaterThan(0);
  });

  it('are not where their rim says the same as the gap', () => {
    expect(hanging(-2.2, onRight)).toHaveLength(0);
  });

  it('are open by several gaps that are shorter together', () => {
    const found = hanging(-4, (x, y) => onRight(x, y) || onRight(96 - x, y));
    expect(found).toHaveLength(1);
    expect(found[0]!.part.size).toBeGreaterThan(0.8 * Math.PI * 18 * 18);
  });

  it('are not where a line amid them would be as long as the one that is off by a turn', () => {
    expect(hanging(-4, (x, y) => x > 48 || y > 40)).toHaveLength(0);
  });

  it.each([-4, 4])('are those, and not what lies around, where all is narrow (%s rad)', (inside) => {
    const far = (x: number, y: number) => Math.hypot(x - 48, y - 48);
    // outside, a frame of rims leaves a ring of six samples
    const found = regionsOf(
      (x, y) => (Math.abs(far(x, y) - 20) < 1.6 && !(x > 48 && Math.abs(y - 48) <= 2)) || far(x, y) > 28,
      (x, y) => {
        if (far(x, y) < 20) return inside;
        return x > 48 && Math.abs(y - 48) <= 2 ? (inside * (28 - far(x, y))) / 8 : 0;
      },
    );
    expect(found).toHaveLength(1);
    const { left, right } = found[0]!.part;
    expect(right - left + 1).toBeLessThan(48);
  });

  it('are open from one edge of the frame to the other, and no wider than their gaps', () => {
    const off = (y: number) => Math.abs(y - 40);
    const isGap = (x: number, y: number) => y > 40 && x > 30 && x < 38;
    const found = regionsOf(
      (x, y) => off(y) > 3 && off(y) < 7 && !isGap(x, y),
      (x, y) => {
        if (off(y) < 5) return -4;
        return isGap(x, y) && off(y) < 9 ? -(9 - off(y)) : 0;
      },
    );
    expect(found).toHaveLength(1);
    expect(found[0]!.part).toMatchObject({ left: 0, right: SIDE - 1 });
  });

  it('are none where nothing is off, or where they have the background’s own phase', () => {
    expect(hanging(0, onRight)).toHaveLength(0);
    expect(hanging(0.3, onRight, () => 0.2)).toHaveLength(0);
  });
});
