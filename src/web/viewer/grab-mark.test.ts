import { describe, expect, it } from 'vitest';
import { grabMark } from './grab-mark.ts';

const map = { width: 100, height: 80 };
const line = { from: { x: 10, y: 10 }, to: { x: 50, y: 10 } };
const region = { x: 20, y: 30, width: 30, height: 20 };
const marks = { lines: [line], regions: [region] };
const grab = (x: number, y: number) => grabMark(marks, map, { x, y }, 3);

describe('a hand on what is drawn', () => {
  it('moves the end of a line that it is near, and no farther than the map', () => {
    const moved = grab(51, 11)!({ x: 200, y: 40.7 });
    expect(moved.lines).toEqual([{ from: line.from, to: { x: 99, y: 40 } }]);
    expect(moved.regions).toBe(marks.regions);
  });

  it('moves a line by its middle, whole', () => {
    expect(grab(30, 11)!({ x: 25, y: -90 }).lines[0]).toEqual({ from: { x: 5, y: 0 }, to: { x: 45, y: 0 } });
  });

  it('widens a region by its corner and moves it by its edge', () => {
    expect(grab(50, 50)!({ x: 70.4, y: 10 }).regions[0]).toEqual({ ...region, width: 50, height: 1 });
    expect(grab(20, 36)!({ x: 95, y: 41 }).regions[0]).toEqual({ ...region, x: 70, y: 35 });
  });

  it('takes each side of a box, and never past the one across from it', () => {
    expect(grab(20, 30)!({ x: 10.2, y: 90 }).regions[0]).toEqual({
      ...region,
      x: 10,
      width: 40,
      y: 49,
      height: 1,
    });
    expect(grab(35, 30)!({ x: 0, y: 5 }).regions[0]).toEqual({ ...region, y: 5, height: 45 });
    expect(grab(50, 41)!({ x: 60, y: 0 }).regions[0]).toEqual({ ...region, width: 40 });
  });

  it('moves a corner of a polygon, and the polygon by its edge alone', () => {
    const points = [
      { x: 10, y: 40 },
      { x: 50, y: 40 },
      { x: 30, y: 70 },
    ];
    const named = { x: 10, y: 40, width: 40, height: 30, shape: 'polygon', points, name: 'Nucleus' } as const;
    const on = (x: number, y: number) => grabMark({ lines: [], regions: [named] }, map, { x, y }, 3);
    expect(on(30, 71)!({ x: 35.5, y: 75 }).regions[0]).toEqual({
      ...{ ...named, height: 35 },
      points: [points[0], points[1], { x: 35.5, y: 75 }],
    });
    expect(on(25, 41)!({ x: 28, y: 44 }).regions[0]).toMatchObject({
      x: 13,
      y: 43,
      points: [{ x: 13, y: 43 }, {}, {}],
    });
    // a corner of the box around it is none of its own
    expect(on(10, 70)).toBeNull();
  });

  it('takes hold of nothing in the middle of a region, nor beside everything', () => {
    expect(grab(35, 40)).toBeNull();
    expect(grab(80, 70)).toBeNull();
  });
});
