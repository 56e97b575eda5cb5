import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { burntAround, burntIn } from './burnt-in.ts';

const kernels = await loadKernels();
const [ROWS, COLS] = [48, 60];

/** Fringes of 40 to 200 counts, and what is drawn over them. */
function marksOf(drawn: (x: number, y: number) => number | null) {
  using scope = kernels.scope();
  const plane = scope.real(ROWS, COLS);
  const values = kernels.floats(plane.ptr, ROWS * plane.pitch);
  for (let y = 0; y < ROWS; y++)
    for (let x = 0; x < COLS; x++)
      values[y * plane.pitch + x] =
        drawn(x, y) ?? Math.round(120 + 80 * Math.sin(1.3 * x + 0.7 * y + 0.01 * x * y));
  return burntIn(kernels, plane);
}

const stroke = (x: number, y: number) => y >= 10 && y < 12 && x >= 20 && x < 40;

describe('burntIn', () => {
  it.each([
    ['white', 255],
    ['black', 0],
  ])('finds %s strokes of two pixels, and nothing else', (_, value) => {
    const marks = marksOf((x, y) => (stroke(x, y) ? value : null))!;
    for (let y = 0; y < ROWS; y++)
      for (let x = 0; x < COLS; x++) expect(marks[y * COLS + x]).toBe(stroke(x, y) ? 1 : 0);
  });

  it.each([
    ['fringes alone', () => null],
    ['strokes of a value that fringes come near to', (x: number, y: number) => (stroke(x, y) ? 205 : null)],
    ['single broken pixels', (x: number, y: number) => (x % 3 === 0 && y % 3 === 0 ? 255 : null)],
    ['three blocks of broken pixels', (x: number, y: number) => (y < 2 && x % 20 < 2 ? 255 : null)],
  ])('takes %s for none', (_, drawn) => {
    expect(marksOf(drawn)).toBeNull();
  });
});

describe('burntAround', () => {
  it('tells places within reach of a mark, at the frame’s edges too', () => {
    const marks = new Uint8Array(ROWS * COLS);
    marks[5 * COLS + 7] = marks[ROWS * COLS - 1] = 1;
    const isNear = burntAround(marks, { rows: ROWS, cols: COLS }, 2.5);
    expect([isNear(7, 5), isNear(9.5, 2.5), isNear(4.5, 7.5)]).toEqual([true, true, true]);
    expect([isNear(9.6, 5), isNear(7, 7.6), isNear(0, 0)]).toEqual([false, false, false]);
    expect([isNear(COLS + 1, ROWS - 1), isNear(COLS - 4, ROWS - 1)]).toEqual([true, false]);
  });
});
