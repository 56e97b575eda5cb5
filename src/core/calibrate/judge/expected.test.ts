import { describe, expect, it } from 'vitest';
import { findTarget } from '../../targets/catalogue.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import { boundsOf, rectangle, type Box, type Shape } from '../../targets/shape.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import { rigSettings } from '../model/rig-settings.ts';
import { expectedIn, unresolved } from './expected.ts';
import { judgeSettings } from './judge-settings.ts';

const { view } = judgeSettings;

/** A frame of 100 × 100 pixels; `pass`: off-axis, of the filter, cycles per pixel. */
function measuredWith(pass: number | null): MeasuredLight {
  const filter = pass === null ? null : { pass, stop: 1.1 * pass };
  return { rows: 100, cols: 100, cell: 1, filter } as MeasuredLight;
}

/** How many pinholes of 50 µm are seen whole and resolved, with the middle of one at x and the middle of the height. */
function seen(x: number, pitch_um: number, pass: number | null = null): number {
  const model = findTarget('pinhole-50um')!.model();
  const place = [1 / pitch_um, 0, x, 0, 1 / pitch_um, 50] as const;
  return expectedIn(model, place, measuredWith(pass), view).length;
}

it('expects what lies two pixels from the edges of the frame and more', () => {
  expect([seen(27.01, 1), seen(26.99, 1)]).toEqual([1, 0]);
  expect([seen(72.99, 1), seen(73.01, 1)]).toEqual([1, 0]);
});

it('expects what is two cells wide, or 0.4 cycles of what a filter passes', () => {
  expect([seen(50, 24.9), seen(50, 25.1)]).toEqual([1, 0]);
  expect([seen(50, 12.4, 0.1), seen(50, 12.6, 0.1)]).toEqual([1, 0]);
});

it('refuses a target that is too fine even if pixels are as much smaller than said as is allowed', () => {
  const model = findTarget('ronchi-50')!.model();
  const why = (pitch_um: number) => {
    return unresolved(model, measuredWith(null), { pitch_um, allowed: rigSettings } as Nominal, view);
  };
  // two pixels on a bar of 10 µm
  expect(why(5 * 1.059)).toBeNull();
  expect(why(5 * 1.061)).toMatch(/at most 10 µm wide, 20 µm from one .* the pixels show bars of 10\.6 µm/);
});

/** A target of these shapes, and the window in which it was last asked for them. */
function drawn(shapes: readonly Shape[], period: number | null = null) {
  const asked: { window?: Box } = {};
  const model = {
    lattices: period === null ? [] : [{ a: { x_um: 0.6 * period, y_um: 0.8 * period } }],
    areas: (window: Box) => {
      asked.window = window;
      return shapes.map((shape, i) => ({ name: `${i}`, part: 'p', shape }));
    },
  } as unknown as TargetModel;
  return { model, asked };
}

/** 100 × 60 pixels in cells of two, and 60 × 100. */
const wide = { rows: 30, cols: 50, cell: 2, filter: null } as unknown as MeasuredLight;
const high = { ...wide, rows: 50, cols: 30 };
/** A micrometre is a pixel; the origin lies in the middle of the wide frame. */
const UPRIGHT: TargetToFrame = [1, 0, 50, 0, 1, 30];
const count = (shape: Shape, place: TargetToFrame, frame = wide) =>
  expectedIn(drawn([shape]).model, place, frame, view).length;

it.each([
  ['right', 1, 0, 50],
  ['left', -1, 0, 50],
  ['lower', 0, 1, 30],
  ['upper', 0, -1, 30],
])('expects a disc and a bar up to two pixels from the %s edge', (_, x, y, edge) => {
  const disc = (at: number): Shape => {
    return { kind: 'circle', centre: { x_um: at * x, y_um: at * y }, radius_um: 8 };
  };
  expect([count(disc(edge - 10), UPRIGHT), count(disc(edge - 9.99), UPRIGHT)]).toEqual([1, 0]);
  const bar = (at: number) => rectangle(at * x - 8, at * y - 8, 16, 16);
  expect([count(bar(edge - 10), UPRIGHT), count(bar(edge - 9.99), UPRIGHT)]).toEqual([1, 0]);
  // turned by the 3-4-5 triangle a corner of the bar reaches 1.4 × 8 pixels out
  const turned = (at: number): TargetToFrame => [0.8, -0.6, 50 + at * x, 0.6, 0.8, 30 + at * y];
  const middle = rectangle(-8, -8, 16, 16);
  expect(count(middle, turned(edge - 2 - 11.201))).toBe(1);
  expect(count(middle, turned(edge - 2 - 11.199))).toBe(0);
});

it('expects a bar where the turned frame shows it', () => {
  const place = (x: number): TargetToFrame => [0.8, -0.6, x, 0.6, 0.8, 30];
  // the nearest corner, at (30, -20) µm, lies 36 px to the right of the origin
  const bar = rectangle(20, -20, 10, 10);
  expect([count(bar, place(61.99)), count(bar, place(62.01))]).toEqual([1, 0]);
});

it('asks for what the frame shows of the target', () => {
  const { model, asked } = drawn([]);
  expectedIn(model, UPRIGHT, wide, view);
  expect(asked.window).toEqual({ left_um: -50, right_um: 50, top_um: -30, bottom_um: 30 });
});

it.each([
  // half the frame over what its sides reach in a box around it, of half that box
  ['wide', wide, 50, 30, (30 / 78) * 58, (30 / 78) * 54],
  ['high', high, 30, 50, (30 / 78) * 54, (30 / 78) * 58],
] as const)('expects a band whose both edges cross the middle of a turned, %s frame', (...row) => {
  const [, frame, halfWidth, halfHeight, reachX, reachY] = row;
  // (10, 20) µm lies in the middle of the frame
  const place: TargetToFrame = [0.8, -0.6, halfWidth + 4, 0.6, 0.8, halfHeight - 22];
  // half a turn around the middle of the frame shows the same
  const [a, b, c, d, e, f] = place;
  const turned: TargetToFrame = [-a, -b, 2 * halfWidth - c, -d, -e, 2 * halfHeight - f];
  const band = (x: number, y: number, across: { x_um: number; y_um: number }) => {
    const shape: Shape = { kind: 'band', centre: { x_um: x, y_um: y }, across, width_um: 8 };
    expect(count(shape, turned, frame)).toBe(count(shape, place, frame));
    return count(shape, place, frame);
  };
  for (const side of [1, -1]) {
    const right = { x_um: side, y_um: 0 };
    expect(band(10 + side * (reachX - 4.01), 500, right)).toBe(1);
    expect(band(10 + side * (reachX - 3.99), 500, right)).toBe(0);
    const down = { x_um: 0, y_um: side };
    expect(band(500, 20 + side * (reachY - 4.01), down)).toBe(1);
    expect(band(500, 20 + side * (reachY - 3.99), down)).toBe(0);
  }
});

it('expects bands first, and then the others in their order', () => {
  const bar = rectangle(-8, -8, 16, 16);
  const band: Shape = {
    kind: 'band',
    ...{ centre: { x_um: 0, y_um: 0 }, across: { x_um: 1, y_um: 0 }, width_um: 8 },
  };
  const names = expectedIn(drawn([bar, band, bar]).model, UPRIGHT, wide, view).map(({ name }) => name);
  expect(names).toEqual(['1', '0', '2']);
});

describe('lines that are as long as their maker likes', () => {
  const PERIOD = 10;
  /** What is expected of one line, 4 µm wide, from one end to the other. */
  const stretch = (x: number, from: number, to: number, place: TargetToFrame) => {
    const { model } = drawn([rectangle(x - 2, from, 4, to - from)], PERIOD / 0.6);
    const scale = { ...model, lattices: [{ a: { x_um: PERIOD, y_um: 0 } }], withLines: () => model };
    const [area] = expectedIn(scale as unknown as TargetModel, place, wide, view);
    return area ? boundsOf(area.shape) : null;
  };

  it('are expected as far as the frame shows them', () => {
    const far = 1e5;
    // the frame reaches 50 µm to the sides and 30 µm up and down, less two pixels
    expect(stretch(0, -far, far, UPRIGHT)).toEqual({ left_um: -2, right_um: 2, top_um: -28, bottom_um: 28 });
    expect(stretch(0, -far, 5, UPRIGHT)).toMatchObject({ top_um: -28, bottom_um: 5 });
    expect(stretch(0, -5, far, UPRIGHT)).toMatchObject({ top_um: -5, bottom_um: 28 });
    expect([stretch(46, -far, far, UPRIGHT) !== null, stretch(46.01, -far, far, UPRIGHT)]).toEqual([
      true,
      null,
    ]);
    // a quarter of a turn lays them along the frame, half a turn changes nothing
    expect(stretch(0, -far, far, [0, -1, 50, 1, 0, 30])).toMatchObject({ top_um: -48, bottom_um: 48 });
    expect(stretch(0, -far, far, [-1, 0, 50, 0, -1, 30])).toMatchObject({ top_um: -28, bottom_um: 28 });
  });

  it('with both their sides, where the frame lies turned', () => {
    const far = 1e5;
    // along (-0.6, 0.8): the side at x = ∓2 leaves below and above where 0.6 x + 0.8 y reaches 28
    const { top_um, bottom_um } = stretch(0, -far, far, [0.8, -0.6, 50, 0.6, 0.8, 30])!;
    expect([top_um, bottom_um]).toEqual([expect.closeTo(-33.5, 9), expect.closeTo(33.5, 9)]);
  });

  it('where that is a period long, or all of them', () => {
    expect(stretch(0, 18, 100, UPRIGHT)).not.toBeNull();
    expect(stretch(0, 18.01, 100, UPRIGHT)).toBeNull();
    expect([stretch(0, -100, -18, UPRIGHT) !== null, stretch(0, -100, -18.01, UPRIGHT)]).toEqual([
      true,
      null,
    ]);
    expect(stretch(0, 22, 28, UPRIGHT)).toMatchObject({ top_um: 22, bottom_um: 28 });
    expect(stretch(0, 22.01, 28.01, UPRIGHT)).toBeNull();
  });
});

describe('a target that is too fine', () => {
  const why = (shapes: readonly Shape[], period: number | null, frame = wide) => {
    const { model, asked } = drawn(shapes, period);
    const nominal = { pitch_um: 2, allowed: rigSettings } as Nominal;
    return { text: unresolved(model, frame, nominal, view), window: asked.window };
  };

  it('is looked at within two periods, or within a centimetre of what has none', () => {
    expect(why([], 30).window).toEqual({ left_um: -60, right_um: 60, top_um: -60, bottom_um: 60 });
    expect(why([], null).window).toEqual({ left_um: -1e4, right_um: 1e4, top_um: -1e4, bottom_um: 1e4 });
  });

  it('is one of which no part is wide enough', () => {
    const [narrow, wider] = [rectangle(0, 0, 3, 50), rectangle(10, 0, 5, 50)];
    expect(why([narrow, wider], null).text).toBe(
      'Its parts are at most 5 µm wide; the pixels show bars of 8 µm and more at a nominal pixel pitch of 2 µm on the target.',
    );
    const offAxis = { ...wide, filter: { pass: 0.1, stop: 0.11 } };
    expect(why([narrow], 6, offAxis).text).toMatch(
      /at most 3 µm wide, 6 µm from one to the next; the sideband holds bars of 8 µm/,
    );
    expect(why([narrow, rectangle(10, 0, 8, 50)], null).text).toBeNull();
  });
});
