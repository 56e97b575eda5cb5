import { describe, expect, it } from 'vitest';
import type { TargetToFrame } from '../../rig/calibration.ts';
import type { Area, Ends, TargetModel } from '../../targets/target-model.ts';
import { locateSettings } from '../locate/locate-settings.ts';
import { endsSeen } from './find-ends.ts';
import { levelled } from './levelled.ts';

const [ROWS, COLS, CELL] = [150, 200, 2];
const PERIOD = 20;
const WIDTH = 8;
const settings = locateSettings.ends;
/** Lines along y, one each period along x, the first at 20 µm. */
const model = {
  lattices: [{ a: { x_um: PERIOD, y_um: 0 } }],
  withLines: (ends: Ends) =>
    ({
      areas: () =>
        Array.from({ length: 8 }, (_, k): Area => {
          const x = PERIOD * (k + 1);
          const [top, bottom] = ends(`${k}`);
          const corner = (x_um: number, y_um: number) => ({ x_um, y_um });
          const vertices = [
            corner(x - WIDTH / 2, top),
            corner(x + WIDTH / 2, top),
            corner(x + WIDTH / 2, bottom),
            corner(x - WIDTH / 2, bottom),
          ];
          return {
            name: `${k}`,
            part: '',
            shape: { kind: 'polygon', vertices },
            material: { kind: 'opaque' },
          } as Area;
        }),
    }) as Partial<TargetModel>,
} as unknown as Required<Pick<TargetModel, 'withLines' | 'lattices'>>;

/** What a frame shows of lines with these ends (µm on the target), lines a tenth as bright as the rest, with a phase. */
function seenOf(place: TargetToFrame, endsOf: (line: number) => readonly [number, number] | null) {
  const [a, b, c, d, e, f] = place;
  const determinant = a * e - b * d;
  const [re, im] = [new Float64Array(ROWS * COLS), new Float64Array(ROWS * COLS)];
  for (let row = 0; row < ROWS; row += 1)
    for (let col = 0; col < COLS; col += 1) {
      // the middle of the cell, in camera pixels, whose first has its centre at 0
      const [u, v] = [(col + 0.5) * CELL - 0.5 - c, (row + 0.5) * CELL - 0.5 - f];
      const [x, y] = [(e * u - b * v) / determinant, (-d * u + a * v) / determinant];
      const line = Math.round(x / PERIOD) - 1;
      const ends = Math.abs(x - PERIOD * (line + 1)) <= WIDTH / 2 ? endsOf(line) : null;
      const modulus = ends && y >= ends[0] && y <= ends[1] ? 0.1 : 1;
      [re[row * COLS + col], im[row * COLS + col]] = [0.6 * modulus, 0.8 * modulus];
    }
  return { rows: ROWS, cols: COLS, cell: CELL, re, im };
}

const drawn: Ends = () => [-1, 1];

describe('where the lines of a scale end', () => {
  // two camera pixels to a µm: cells of 1 µm, 200 × 150 µm in view
  const upright: TargetToFrame = [2, 0, 0, 0, 2, 0];

  it.each([
    ['upright', upright, 0],
    ['shifted', [2, 0, 30, 0, 2, -24], 0],
    // (x, y) to the right by y and up by x
    ['turned by a right angle', [0, 2, 10, -2, 0, 380], 40],
  ] as const)('is found of each length by itself: %s', (_, place, down) => {
    const lengths = [
      [30, 90],
      [30, 120],
    ] as const;
    const ends = endsSeen(
      seenOf(place as TargetToFrame, (line) => {
        const [top, bottom] = lengths[line % 4 === 0 ? 1 : 0]!;
        return [top + down, bottom + down];
      }),
      place as TargetToFrame,
      model,
      drawn,
      settings,
    );
    for (const line of [2, 3, 4, 5]) {
      const [top, bottom] = ends(`${line}`);
      const [from, to] = lengths[line % 4 === 0 ? 1 : 0]!;
      expect(Math.abs(top - from - down)).toBeLessThan(2);
      expect(Math.abs(bottom - to - down)).toBeLessThan(2);
    }
  });

  it('lies far away where a line leaves the view, on the side it leaves by', () => {
    const ends = endsSeen(
      seenOf(upright, (line) => (line % 2 === 0 ? [40, 1000] : [-1000, 110])),
      upright,
      model,
      drawn,
      settings,
    );
    expect(ends('2')[1]).toBeGreaterThan(1e4);
    expect(Math.abs(ends('2')[0] - 40)).toBeLessThan(2);
    expect(ends('3')[0]).toBeLessThan(-1e4);
    expect(Math.abs(ends('3')[1] - 110)).toBeLessThan(2);
  });

  it('is where most others end that go farther, of a line that leaves the view', () => {
    // the view ends at 150 − 0.3 x µm: lines 6 and 7 leave it, or the gaps beside them do
    const askew: TargetToFrame = [2, 0, 0, 0.6, 2, 0];
    const endsWith = (own: number) =>
      endsSeen(
        seenOf(askew, (line) => [30, line === 0 ? own : 110]),
        askew,
        model,
        drawn,
        settings,
      );
    for (const own of [110, 130]) {
      const ends = endsWith(own);
      for (const line of ['1', '6', '7']) expect(Math.abs(ends(line)[1] - 110)).toBeLessThan(2);
      expect(Math.abs(ends('0')[1] - own)).toBeLessThan(2);
      expect(Math.abs(ends('7')[0] - 30)).toBeLessThan(2);
    }
  });

  it('is as drawn of a line that is not there, or shorter than a window, and where nothing is seen', () => {
    const some = endsSeen(
      seenOf(upright, (line) =>
        line === 3 ? null : line === 4 ? [50, 54] : line === 5 ? [50, 55] : [30, 90],
      ),
      upright,
      model,
      drawn,
      settings,
    );
    expect([some('3'), some('4'), some('unknown')]).toEqual([drawn('3'), drawn('4'), drawn('')]);
    // a sample is a micrometre long
    expect(some('5')[1] - some('5')[0]).toBeCloseTo(5, 6);
    expect(some('2')).not.toEqual(drawn('2'));
    const away: TargetToFrame = [2, 0, 1e6, 0, 2, 0];
    expect(
      endsSeen(
        seenOf(away, () => [30, 90]),
        away,
        model,
        drawn,
        settings,
      )('2'),
    ).toEqual(drawn('2'));
  });

  it('is that of the longest dark part, not of a figure beside it', () => {
    const seen = seenOf(upright, () => [30, 90]);
    // something dark over lines 1 and 2 below them, as long as a window and a half
    for (let row = 110; row < 118; row += 1)
      for (const line of [1, 2])
        for (let col = PERIOD * (line + 1) - 4; col < PERIOD * (line + 1) + 4; col += 1)
          [seen.re[row * COLS + col], seen.im[row * COLS + col]] = [0.06, 0.08];
    const ends = endsSeen(seen, upright, model, drawn, settings);
    for (const line of ['1', '2']) {
      expect(Math.abs(ends(line)[0] - 30)).toBeLessThan(2);
      expect(Math.abs(ends(line)[1] - 90)).toBeLessThan(2);
    }
  });

  it('is where a line is half as dark as it is, however little of the view it fills', () => {
    const seen = seenOf(upright, () => [70, 84]);
    // fringes of the twin go on beyond the ends, a fifth as dark
    for (let row = 0; row < ROWS; row += 1)
      for (let col = 0; col < COLS; col += 1) {
        const y = row + 0.5;
        const dim = (y > 40 && y < 70) || (y > 84 && y < 114) ? 0.82 : 1;
        const i = row * COLS + col;
        // over the lines; the gaps stay as bright as they are
        if (Math.abs(((col + PERIOD / 2) % PERIOD) - PERIOD / 2) > WIDTH / 2) continue;
        seen.re[i]! *= dim;
        seen.im[i]! *= dim;
      }
    const ends = endsSeen(seen, upright, model, drawn, settings);
    for (const line of ['1', '2', '3', '4', '5']) {
      expect(Math.abs(ends(line)[0] - 70)).toBeLessThan(3);
      expect(Math.abs(ends(line)[1] - 84)).toBeLessThan(3);
    }
  });

  it('tells that a scale lies turned, whatever the lengths of its lines', () => {
    const [s, c] = [Math.sin(0.06), Math.cos(0.06)];
    const lies: TargetToFrame = [2 * c, -2 * s, 10, 2 * s, 2 * c, -8];
    const seen = seenOf(lies, (line) => (line % 4 === 0 ? [30, 110] : [40, 90]));
    expect(levelled(seen, lies, model, settings)).toBeNull();
    const found = levelled(seen, upright, model, settings)!;
    expect(Math.atan2(found[3], found[0])).toBeCloseTo(0.06, 2);
    // the middle of it stays where it was seen, along its lines and across
    const middle = ([a, b, x, d, e, y]: TargetToFrame) => [a * 90 + b * 65 + x, d * 90 + e * 65 + y];
    const off = middle(found).map((value, k) => value - middle(lies)[k]!);
    expect(Math.abs(off[1]!)).toBeLessThan(4);
  });
});
