import { describe, expect, it } from 'vitest';
import {
  angleBetween,
  between,
  lineProfile,
  measureLine,
  profilesCsv,
  widthAtHalfHeight,
} from './line-profile.ts';
import type { ShownMap } from './shown-map.ts';

const rows = 5;
const cols = 7;
/** A plane: what linear interpolation gives back exactly. */
const plane = Float32Array.from({ length: rows * cols }, (_, i) => (i % cols) * 2 + Math.floor(i / cols) * 3);
const map: ShownMap = {
  ...{ key: 'phase', title: 'Phase', unit: 'rad', id: 1, rows, cols, values: plane, keptByMean: null },
  ...{ pixelSizeUm: { x: 2, y: 3 }, colours: 'viridis', cyclic: false, about: '' },
  sigma: (at) => 0.5 + at * 0,
};

describe('a profile', () => {
  it('has a part between two places, whose width is its own', () => {
    const bumps = Float32Array.from({ length: rows * cols }, (_, i) => [0, 4, 0, 0, 9, 9, 0][i % cols]!);
    const whole = lineProfile({ ...map, values: bumps }, { from: { x: 0, y: 2 }, to: { x: 6, y: 2 } })!;
    expect([...between(whole, 0, 12).value]).toEqual([0, 4, 0, 0, 9, 9, 0]);
    const left = between(whole, 0, 6);
    expect([...left.value]).toEqual([0, 4, 0, 0]);
    expect(widthAtHalfHeight(left)).toBeCloseTo(2, 12);
    expect(widthAtHalfHeight(whole)).toBeCloseTo(4, 12);
  });

  it('takes a sample a pixel of the longer side, at distances in µm', () => {
    const profile = lineProfile(map, { from: { x: 0, y: 0 }, to: { x: 6, y: 3 } })!;
    expect(profile.value).toHaveLength(7);
    expect(profile.distanceUm.at(-1)).toBeCloseTo(Math.hypot(12, 9), 12);
    profile.value.forEach((value, i) => expect(value).toBeCloseTo(2 * i + 3 * (i / 2), 5));
    expect([...profile.sigma]).toEqual(Array(7).fill(0.5));
  });

  it('reads the pixels themselves along rows, columns and on the last pixel', () => {
    const row = lineProfile(map, { from: { x: 6, y: 4 }, to: { x: 0, y: 4 } })!;
    expect([...row.value]).toEqual([24, 22, 20, 18, 16, 14, 12]);
    const column = lineProfile(map, { from: { x: 6, y: 0 }, to: { x: 6, y: 4 } })!;
    expect([...column.value]).toEqual([12, 15, 18, 21, 24]);
  });

  it('of any length along a row lies on whole pixels', () => {
    const long = new Float32Array(769);
    const wide = { ...map, rows: 1, cols: 769, values: long };
    const { x } = lineProfile(wide, { from: { x: 0, y: 0 }, to: { x: 768, y: 0 } })!;
    x.forEach((place, i) => expect(place).toBe(i));
  });

  it('never mixes values across the cut of a wrapped phase', () => {
    const jump = Float32Array.from({ length: rows * cols }, (_, i) => (i % cols < 3 ? 3.1 : -3.1));
    const wrapped = { ...map, values: jump, cyclic: true };
    const profile = lineProfile(wrapped, { from: { x: 0, y: 0 }, to: { x: 6, y: 4 } })!;
    for (const value of profile.value) expect(Math.abs(value)).toBeCloseTo(3.1, 6);
  });

  it('of one pixel has two samples and no NaN', () => {
    const profile = lineProfile(map, { from: { x: 2, y: 2 }, to: { x: 2, y: 2 } })!;
    expect([...profile.value]).toEqual([10, 10]);
  });

  it('is written as a table at full precision, empty where the uncertainty is not known', () => {
    const none = { ...map, sigma: null };
    const csv = profilesCsv(none, [lineProfile(none, { from: { x: 0, y: 0 }, to: { x: 2, y: 0 } })!]);
    expect(csv).toBe('distance_um,x_px,y_px,phase_rad,sigma_rad\n0,0,0,0,\n2,1,0,2,\n4,2,0,4,\n');
  });

  it('is a mean across the line, and as sure as such a mean is', () => {
    // across a plane the mean is the value in the middle; at the border fewer pixels count
    const line = { from: { x: 0, y: 2 }, to: { x: 6, y: 2 } };
    const wide = lineProfile({ ...map, keptByMean: (pixels) => 1 / pixels }, line, 3)!;
    wide.value.forEach((value, i) => expect(value).toBeCloseTo(2 * i + 6, 6));
    wide.sigma.forEach((sigma) => expect(sigma).toBeCloseTo(0.5 / Math.sqrt(3), 9));
    const border = lineProfile(map, { from: { x: 0, y: 0 }, to: { x: 6, y: 0 } }, 3)!;
    border.value.forEach((value, i) => expect(value).toBeCloseTo(2 * i + 1.5, 6));
    border.sigma.forEach((sigma) => expect(sigma).toBeCloseTo(0.5, 9));
  });

  it('says how wide a Gaussian is at half its height', () => {
    const bell = Float32Array.from({ length: 101 }, (_, x) => 2 + 3 * Math.exp(-(((x - 47) / 9) ** 2) / 2));
    const wide = { ...map, rows: 1, cols: 101, values: bell };
    const profile = lineProfile(wide, { from: { x: 0, y: 0 }, to: { x: 100, y: 0 } })!;
    // pixels are 2 µm wide
    expect(widthAtHalfHeight(profile)!).toBeCloseTo(2 * 9 * 2 * Math.sqrt(2 * Math.LN2), 1);
    const ramp = lineProfile(map, { from: { x: 0, y: 0 }, to: { x: 6, y: 0 } })!;
    expect(widthAtHalfHeight(ramp)).toBeNull();
  });
});

describe('a line', () => {
  it('has the length and the angle that it has on the sample, whose pixels may be no squares', () => {
    const pixel = { x: 2, y: 3 };
    const line = { from: { x: 1, y: 5 }, to: { x: 4, y: 3 } };
    expect(measureLine(line, pixel)).toEqual({ lengthUm: Math.hypot(6, 6), angleDeg: 45 });
    const other = { from: { x: 4, y: 0 }, to: { x: 0, y: 0 } };
    expect(angleBetween(line, other, pixel)).toBeCloseTo(45, 12);
  });
});
