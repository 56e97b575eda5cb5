import { describe, expect, it } from 'vitest';
import { partsOf } from './rimless-parts.ts';
import { hangingRegions } from './hanging-regions.ts';

const SIDE = 96;
const REACH = 3;
const NEAR = 0.6;

/** A disc of radius 20 with the phase of `inside`, behind a rim of 3 samples that is open over `gap` samples on its right. */
function hanging(inside: number, gap: number, turned: (x: number, y: number) => number = () => 0) {
  const rims = new Uint8Array(SIDE * SIDE);
  const values = new Float32Array(SIDE * SIDE);
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const far = Math.hypot(x - 48, y - 40);
      const i = y * SIDE + x;
      const onRight = x > 48 && Math.abs(y - 40) <= gap / 2;
      values[i] = far < 20 ? inside : turned(x, y);
      // a ramp through the gap
      if (onRight && far >= 20 && far < 26) values[i] = (inside * (26 - far)) / 6;
      if (Math.abs(far - 20) < 1.6 && !onRight) rims[i] = 1;
    }
  const phase = { values, pitch: SIDE };
  return hangingRegions(partsOf(rims, SIDE, SIDE), phase, () => false, REACH, NEAR);
}

describe('regions that hang by a gap', () => {
  it('are open where the phase is off by a turn across the rest of their rim', () => {
    const found = hanging(-4, 7);
    expect(found).toHaveLength(1);
    const { box, samples } = found[0]!;
    expect(box.size).toBeGreaterThan(0.8 * Math.PI * 18 * 18);
    expect(box.x).toBeGreaterThan(26);
    expect(box.x + box.width).toBeLessThan(76);
    expect(samples.length).toBeGreaterThan(box.size);
  });

  it('are not where their rim says the same as the gap', () => {
    expect(hanging(-2.2, 7)).toHaveLength(0);
  });

  it('are not where the gap is longer than the line that is off by a turn', () => {
    expect(hanging(-4, 70)).toHaveLength(0);
  });

  it('are none where nothing is off, or where they have the background’s own phase', () => {
    expect(hanging(0, 7)).toHaveLength(0);
    expect(hanging(0.3, 7, () => 0.2)).toHaveLength(0);
  });
});
