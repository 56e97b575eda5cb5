import { describe, expect, it } from 'vitest';
import {
  regionAround,
  regionBetween,
  regionsCsv,
  regionStatistics,
  stepBetween,
} from './region-statistics.ts';
import type { ShownMap } from './shown-map.ts';

const cols = 6;
const values = Float32Array.from({ length: 36 }, (_, i) => (i % cols < 3 ? 1 : 4) + (i % 2 ? 0.5 : -0.5));
const keptByMean = (pixels: number) => 1 / Math.max(1, 0.25 * pixels);
const map: ShownMap = {
  ...{ key: 'height', title: 'Height', unit: 'nm', id: 1, rows: 6, cols, values, keptByMean },
  ...{ pixelSizeUm: { x: 1, y: 1 }, colours: 'viridis', cyclic: false, about: '', sigma: () => 0.2 },
};
const left = { x: 0, y: 0, width: 2, height: 6 };
const right = { x: 4, y: 0, width: 2, height: 6 };

describe('a region', () => {
  /** The pixels whose centres a test finds inside, counted one by one. */
  const inside = (within: (x: number, y: number) => boolean) =>
    Array.from({ length: 36 }, (_, i) => i).filter((i) =>
      within((i % cols) + 0.5, Math.floor(i / cols) + 0.5),
    );
  const sum = (pixels: readonly number[]) => pixels.reduce((all, i) => all + values[i]!, 0);

  it('that is an ellipse holds the pixels whose centres lie in it', () => {
    const region = { x: 1, y: 0, width: 4, height: 5, shape: 'ellipse' } as const;
    const pixels = inside((x, y) => ((x - 3) / 2) ** 2 + ((y - 2.5) / 2.5) ** 2 < 1);
    const found = regionStatistics(map, region)!;
    expect(found.n).toBe(pixels.length);
    expect(found.mean).toBeCloseTo(sum(pixels) / pixels.length, 12);
  });

  it('that is a point holds its pixel, as unsure as it is', () => {
    const region = { x: 4, y: 3, width: 1, height: 1, shape: 'point' } as const;
    const halved = { ...map, keptByMean: () => 0.5 };
    expect(regionStatistics(halved, region)).toMatchObject({ n: 1, mean: values[22], meanSigma: 0.2 });
  });

  it('that a hand has drawn around holds what lies inside, also where it is not convex', () => {
    const points = [
      ...[
        { x: 0.2, y: 0.2 },
        { x: 5.8, y: 0.2 },
        { x: 5.8, y: 5.8 },
        { x: 3, y: 2.1 },
        { x: 0.2, y: 5.8 },
      ],
    ];
    const region = regionAround(points, map);
    expect(region).toMatchObject({ x: 0, y: 0, width: 6, height: 6 });
    // below the line of its two lower edges nothing is inside
    const pixels = inside(
      (x, y) => y < (x < 3 ? 5.8 - (3.7 / 2.8) * (x - 0.2) : 2.1 + (3.7 / 2.8) * (x - 3)),
    );
    const found = regionStatistics(map, region)!;
    expect(found.n).toBe(pixels.length);
    expect(found.mean).toBeCloseTo(sum(pixels) / pixels.length, 12);
    const [head, line] = regionsCsv(map, [['A', region]]).split('\n');
    expect(line!.split(',')).toHaveLength(head!.split(',').length);
    expect(line).toMatch(new RegExp(`^A,polygon,0,0,6,6,${pixels.length},`));
    // what a person typed is no further cell, and no formula
    expect(regionsCsv(map, [['=A, B', region]])).toContain(`\n"'=A, B",polygon`);
  });

  it('has mean, deviation, RMS and extremes of its own pixels', () => {
    const found = regionStatistics(map, left)!;
    expect(found).toMatchObject({ n: 12, mean: 1, min: 0.5, max: 1.5 });
    expect(found.deviation).toBeCloseTo(Math.sqrt((12 * 0.25) / 11), 12);
    expect(found.rms).toBeCloseTo(Math.sqrt(1.25), 12);
  });

  it('gains by averaging only as many pixels as have noise of their own', () => {
    expect(regionStatistics(map, left)!.meanSigma).toBeCloseTo(0.2 / Math.sqrt(12 * 0.25), 12);
    expect(regionStatistics({ ...map, keptByMean: null }, left)!.meanSigma).toBeCloseTo(0.2, 12);
    // one pixel never has less than its own noise
    expect(regionStatistics(map, { ...left, width: 1, height: 1 })!.meanSigma).toBeCloseTo(0.2, 12);
    expect(regionStatistics({ ...map, sigma: null }, left)!.meanSigma).toBeNull();
  });

  it('leaves out what is no number', () => {
    const holed = values.slice();
    holed[0] = NaN;
    holed[1] = Infinity;
    const found = regionStatistics({ ...map, values: holed }, left)!;
    expect(found.n).toBe(10);
    expect(found.mean).toBeCloseTo(1, 12);
    const empty = new Float32Array(36).fill(NaN);
    expect(regionStatistics({ ...map, values: empty }, left)).toBeNull();
  });

  it('steps up to another with the uncertainty of both', () => {
    const { step, sigma } = stepBetween(regionStatistics(map, left)!, regionStatistics(map, right)!);
    expect(step).toBeCloseTo(3, 12);
    expect(sigma).toBeCloseTo((0.2 / Math.sqrt(3)) * Math.SQRT2, 12);
  });
});

describe('a rectangle drawn by hand', () => {
  it.each([
    [
      { x: 1.2, y: 1.7 },
      { x: 3.1, y: 2.2 },
      { x: 1, y: 1, width: 3, height: 2 },
    ],
    [
      { x: 3.1, y: 2.2 },
      { x: 1.2, y: 1.7 },
      { x: 1, y: 1, width: 3, height: 2 },
    ],
    [
      { x: -9, y: -9 },
      { x: 99, y: 99 },
      { x: 0, y: 0, width: 6, height: 6 },
    ],
    [
      { x: 2.5, y: 2.5 },
      { x: 2.5, y: 2.5 },
      { x: 2, y: 2, width: 1, height: 1 },
    ],
    [
      { x: 50, y: 50 },
      { x: 60, y: 60 },
      { x: 5, y: 5, width: 1, height: 1 },
    ],
  ])('from %o to %o is %o', (from, to, region) => {
    expect(regionBetween(from, to, map)).toEqual(region);
  });
});
