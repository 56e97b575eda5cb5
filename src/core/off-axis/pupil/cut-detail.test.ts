import { describe, expect, it } from 'vitest';
import { detailCut, tilesFaded } from './cut-detail.ts';

const TILES = 12;
const flat = (value: number) => new Float64Array(TILES * TILES).fill(value);
const withOne = (value: number) => flat(1).map((v, t) => (t === 70 ? value : v));

describe('what a filter cut of the sample', () => {
  it('is what a place loses beyond most, by more than two standard errors of so few numbers', () => {
    // a mean of 25 numbers is off by a fifth
    expect(detailCut({ power: withOne(1.39), count: 25, faded: 0 }, flat(1), { sureLoss: 2 })[70]).toBe(0);
    expect(
      detailCut({ power: withOne(1.41), count: 25, faded: 0 }, flat(1), { sureLoss: 2 })[70],
    ).toBeCloseTo(0.41, 9);
    expect(detailCut({ power: withOne(1.41), count: 20, faded: 0 }, flat(1), { sureLoss: 2 })[70]).toBe(0);
  });

  it('is nothing where dim places lose more noise, or all lose as much beyond it', () => {
    const dim = flat(1).map((_, t) => 1 + t / 50);
    expect(
      Math.max(...detailCut({ power: dim.map((v) => 3 * v), count: 25, faded: 0 }, dim, { sureLoss: 2 })),
    ).toBe(0);
  });

  it('is nothing where all that lies as near to an edge of the frame loses as much', () => {
    const edge = (at: number) => (at === 0 || at === TILES - 1 ? 4 : 1);
    const power = flat(1).map((_, t) => edge(t % TILES) * edge(Math.floor(t / TILES)));
    expect(Math.max(...detailCut({ power, count: 25, faded: 1 }, flat(1), { sureLoss: 2 }))).toBe(0);
    // a place at an edge that loses more than the others there, and all of them where no fade is
    power[5] = 10;
    const cut = detailCut({ power, count: 25, faded: 1 }, flat(1), { sureLoss: 2 });
    expect([...cut.keys()].filter((t) => cut[t]! > 0)).toEqual([5]);
    expect(cut[5]).toBeCloseTo(6, 9);
    expect(detailCut({ power, count: 25, faded: 0 }, flat(1), { sureLoss: 2 })[6]).toBeCloseTo(3, 9);
  });

  it('of tiny frames’ fades no more than a quarter counts as edge at either end', () => {
    const power = flat(1).map((_, t) => 1 + (t % 2));
    expect(() => detailCut({ power, count: 25, faded: 9 }, flat(1), { sureLoss: 2 })).not.toThrow();
    expect(tilesFaded(15, TILES, { rows: 400, cols: 180 })).toBe(1);
    expect(tilesFaded(16, TILES, { rows: 400, cols: 180 })).toBe(2);
  });
});
