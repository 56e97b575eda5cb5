import { describe, expect, it } from 'vitest';
import { heightOf, levelOf, planeOf } from './region-plane.ts';

const SIDE = 40;
const region = { x: 5, y: 8, width: 20, height: 12 };
const values = (value: (x: number, y: number) => number) => ({
  cols: SIDE,
  values: Float32Array.from({ length: SIDE * SIDE }, (_, i) => value(i % SIDE, Math.floor(i / SIDE))),
});

describe('the plane of a region', () => {
  it('is that of its values, whatever lies beside it', () => {
    const inside = (x: number, y: number) => x >= 5 && x < 25 && y >= 8 && y < 20;
    const found = planeOf(
      values((x, y) => (inside(x, y) ? 3 + 0.5 * x - 0.25 * y : 1e3)),
      region,
    )!;
    expect(found.n).toBe(240);
    for (const [x, y] of [
      [5, 8],
      [39, 0],
      [0, 39],
    ] as const)
      expect(heightOf(found, x, y)).toBeCloseTo(3 + 0.5 * x - 0.25 * y, 4);
  });

  it('is as unsure as repeated fits scatter', () => {
    // noise of known variance, the same sequence each time
    let seed = 1;
    const uniform = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
    const at = { x: 35, y: 3 };
    const heights: number[] = [];
    let leverage = 0;
    for (let run = 0; run < 400; run++) {
      const plane = planeOf(values(uniform), region)!;
      heights.push(heightOf(plane, at.x, at.y));
      leverage = plane.leverage(at.x, at.y);
    }
    const scatter = heights.reduce((sum, one) => sum + one * one, 0) / heights.length;
    // of a uniform number 1/12; of the mean of 240 of them a 240th
    expect(scatter / (leverage / 12 / 240)).toBeGreaterThan(0.85);
    expect(scatter / (leverage / 12 / 240)).toBeLessThan(1.15);
    expect(leverage).toBeGreaterThan(10);
  });

  it('needs more than a line of values; a level needs one', () => {
    const one = { x: 3, y: 3, width: 9, height: 1 };
    expect(
      planeOf(
        values((x) => x),
        one,
      ),
    ).toBeNull();
    expect(
      levelOf(
        values((x) => x),
        one,
      )!.mean,
    ).toBe(7);
    expect(
      levelOf(
        values(() => NaN),
        one,
      ),
    ).toBeNull();
  });
});
