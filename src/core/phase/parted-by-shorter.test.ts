import { describe, expect, it } from 'vitest';
import { partedByShorter } from './parted-by-shorter.ts';
import { partsOf } from './rimless-parts.ts';

const SIDE = 96;
const REACH = 3;
const NEAR = 0.6;

/** A box at the frame's right edge, off by a turn along its left side and not above and below, where the phase runs to 0. */
function box(height: number, level: number, rims: (x: number, y: number) => boolean = () => false) {
  const values = new Float32Array(SIDE * SIDE);
  const marks = new Uint8Array(SIDE * SIDE);
  const [top, left] = [30, 84];
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const away = Math.max(0, top - y, y - (top + height - 1));
      const inRows = Math.max(0, 1 - away / 6);
      values[y * SIDE + x] = x >= left ? level * inRows : x >= left - 20 && away === 0 ? level + 3.3 : 0;
      if (rims(x, y)) marks[y * SIDE + x] = 1;
    }
  return partedByShorter(partsOf(marks, SIDE, SIDE), { values, pitch: SIDE }, REACH, NEAR);
}

describe('regions beside a line that is off by a turn', () => {
  it('are open where a shorter line would do', () => {
    const found = box(30, -2);
    expect(found).toHaveLength(1);
    const { x, y, width, height, size } = found[0]!.box;
    expect([x, width]).toEqual([84, 12]);
    expect(y).toBeGreaterThan(20);
    expect(y + height).toBeLessThan(70);
    expect(size).toBeGreaterThan(300);
  });

  it('are so behind a rim along the line, too', () => {
    const onLine = (x: number, y: number) => (x === 83 || x === 84) && y >= 30 && y < 60;
    expect(box(30, -2, onLine)).toHaveLength(1);
  });

  it('are not where any other line is longer, or where they have the background’s own phase', () => {
    expect(box(20, -2)).toHaveLength(0);
    expect(box(30, -0.4)).toHaveLength(0);
  });
});
