import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { loadCameraImage } from './camera.ts';
import { withoutEmptyLines } from './empty-lines.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [WIDTH, HEIGHT] = [61, 47];
/** Light that rises from the left to the right and downwards, with something like noise. */
const lit = (x: number, y: number) => 100 + 2 * x + y + ((x * 7919 + y * 104729) % 5);

/** What becomes of a frame: the columns and rows that were filled, and its counts. */
function filled(value: (x: number, y: number) => number, unmeasured?: Uint8Array) {
  using scope = kernels.scope();
  const samples = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    value(i % WIDTH, Math.floor(i / WIDTH)),
  );
  const frame = { width: WIDTH, height: HEIGHT, samples, bitDepth: 32, unmeasured };
  const seen = loadCameraImage(kernels, scope, frame, 'frame');
  const { image, empty } = withoutEmptyLines(kernels, scope, seen);
  const { ptr, pitch } = image.plane;
  const counts = kernels.floats(ptr, HEIGHT * pitch).slice();
  const of = (places: readonly number[]) => [...new Set(places)].toSorted((a, b) => a - b);
  const full = (lines: readonly number[], length: number) =>
    of(lines).filter((line) => lines.filter((other) => other === line).length >= length);
  return {
    isSame: image === seen,
    count: empty.length,
    cols: full(
      empty.map((at) => at % pitch),
      HEIGHT,
    ),
    rows: full(
      empty.map((at) => Math.floor(at / pitch)),
      WIDTH,
    ),
    at: (x: number, y: number) => counts[y * pitch + x]!,
  };
}

describe('lines without a recording', () => {
  it.each([
    ['of one value', () => 7],
    ['white', () => 4095],
    ['of one value but for a few pixels', (_: number, y: number) => (y % 8 === 3 ? 60 : 0)],
    ['dark and noisy', (x: number, y: number) => (x * 31 + y * 17) % 4],
  ])('get what lies between those beside them: %s', (_, value) => {
    const { cols, rows, at } = filled((x, y) => ([9, 30, 31].includes(x) ? value(x, y) : lit(x, y)));
    expect(cols).toEqual([9, 30, 31]);
    expect(rows).toEqual([]);
    expect(at(9, 20)).toBeCloseTo((lit(8, 20) + lit(10, 20)) / 2, 3);
    expect(at(30, 5)).toBeCloseTo((2 * lit(29, 5) + lit(32, 5)) / 3, 3);
    expect(at(31, 5)).toBeCloseTo((lit(29, 5) + 2 * lit(32, 5)) / 3, 3);
    expect(at(12, 5)).toBe(lit(12, 5));
  });

  it('are rows as well, and both that cross', () => {
    const { cols, rows, at } = filled((x, y) => (x === 9 || y === 12 ? 0 : lit(x, y)));
    expect([cols, rows]).toEqual([[9], [12]]);
    expect(Math.abs(at(9, 12) - lit(9, 12))).toBeLessThan(6);
  });

  it.each([
    ['a frame without any', lit],
    ['its sides, which are left out elsewhere', (x, y) => (x === 0 || y === HEIGHT - 1 ? 0 : lit(x, y))],
    ['a blank part, which is wider', (x, y) => (x >= 20 && x < 28 ? 0 : lit(x, y))],
    ['a line that is dark along half of it', (x, y) => (x === 9 && y < 24 ? 0 : lit(x, y))],
    [
      'a shadow, beside which light falls off',
      (x, y) => lit(x, y) * [0, 0.3, 0.7][Math.abs(x - 30)]! || lit(x, y) * (x === 30 ? 0 : 1),
    ],
    ['every second row of an interlaced frame', (x, y) => (y % 2 ? 0 : lit(x, y))],
  ] as [string, (x: number, y: number) => number][])('are not %s', (_, value) => {
    const { isSame, cols, rows } = filled(value);
    expect(isSame).toBe(true);
    expect([cols, rows]).toEqual([[], []]);
  });

  it('are filled beside pixels that are known to hold none, which have the mean of what lies around them', () => {
    const isKnown = (x: number, y: number) => Math.hypot(x - 40, y - 20) > 4;
    const marks = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
      isKnown(i % WIDTH, Math.floor(i / WIDTH)) ? 0 : 1,
    );
    const spoilt = (x: number, y: number) => (isKnown(x, y) ? (x === 9 ? 0 : lit(x, y)) : 4000);
    const { cols, count, at } = filled(spoilt, marks);
    expect(cols).toEqual([9]);
    expect(count).toBe(HEIGHT + marks.reduce((sum, one) => sum + one, 0));
    for (const [x, y] of [
      [40, 20],
      [37, 20],
      [40, 23],
    ] as const)
      expect(Math.abs(at(x, y) - lit(x, y))).toBeLessThan(9);
    // all of it: nothing is known, and it ends
    expect(
      filled(
        lit,
        marks.map(() => 1),
      ).count,
    ).toBe(WIDTH * HEIGHT);
  });

  it('are found in frames about zero', () => {
    const mean = 180;
    const { cols } = filled((x, y) => (x === 9 ? 0 : lit(x, y) / mean - 1));
    expect(cols).toEqual([9]);
  });
});
