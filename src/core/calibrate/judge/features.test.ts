import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import { rectangle, type Band, type Circle, type Shape } from '../../targets/shape.ts';
import type { Area } from '../../targets/target-model.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import { evenLight, lightField, lightTables } from '../model/light.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Complex } from '../model/spectrum.ts';
import { findFeatures, picturesOf, seenBox, type Pictures } from './features.ts';
import { judgeSettings } from './judge-settings.ts';

const [ROWS, COLS, CELL] = [24, 32, 2];
/** 2 µm pixels, the origin at cell (16, 11). */
const PLACE: TargetToFrame = [0.5, 0, 32, 0, 0.5, 22];
const ALL = { alike: -1, far: 1e9 };

const circle = (x_um: number, y_um: number, radius_um: number): Circle => {
  return { kind: 'circle', centre: { x_um, y_um }, radius_um };
};
const area = (shape: Shape, name = 'a', part = 'p') => ({ name, part, shape }) as Area;

/** Numbers between −1 and 1 that follow no pattern. */
function noise(seed: number): Float32Array<ArrayBuffer> {
  let state = seed;
  return Float32Array.from({ length: ROWS * COLS }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}
const pictures = () => ({
  seen: { re: noise(1), im: noise(2) },
  drawn: { re: noise(3), im: noise(4) },
});

interface Frame {
  readonly places?: readonly TargetToFrame[];
  readonly pieces?: readonly (ReadonlySet<string> | null)[];
  readonly weight?: (cell: number) => number;
  readonly inLine?: boolean;
  readonly lattices?: number;
}

function found(areas: readonly Area[], seen: Pictures, frame: Frame = {}, settings = ALL) {
  const { places = [PLACE], pieces = [null], weight = () => 1, inLine = false, lattices = 0 } = frame;
  const measured = {
    ...{ rows: ROWS, cols: COLS, cell: CELL, im: inLine ? null : new Float64Array(1) },
    weight: Float64Array.from({ length: ROWS * COLS }, (_, i) => weight(i)),
  };
  const subject = { model: { lattices: Array.from({ length: lattices }) }, pieces };
  const final = { fit: { state: { places } }, subject, measured };
  return findFeatures(final as unknown as FinalFit, seen, areas, settings);
}

/** First and last column and row of the cells on which the place of a part depends, found by changing each line. */
function cellsOf(shape: Shape, place = PLACE): number[] {
  const own = pictures();
  const at = () => found([area(shape)], own, { places: [place] }).features[0]!.found_px;
  const plain = at();
  const counts = (isIn: (cell: number) => boolean) => {
    own.seen.re = noise(1).map((v, i) => (isIn(i) ? -v : v));
    const now = at();
    return now.x !== plain.x || now.y !== plain.y;
  };
  const lines = (count: number) => Array.from({ length: count }, (_, k) => k);
  const cols = lines(COLS).filter((col) => counts((i) => i % COLS === col));
  const rows = lines(ROWS).filter((row) => counts((i) => Math.floor(i / COLS) === row));
  return [cols[0]!, cols.at(-1)!, rows[0]!, rows.at(-1)!];
}

describe('the cells that are compared', () => {
  it('are those of the part and three around it, or a quarter of its shorter side', () => {
    // 4 µm are a cell, and a cell counts when its beginning lies within
    expect(cellsOf(circle(0, 0, 8))).toEqual([11, 21, 6, 16]);
    expect(cellsOf(rectangle(-32, -16, 64, 32))).toEqual([5, 27, 4, 18]);
    // a quarter of 16 cells, and of 14
    expect(cellsOf(rectangle(-32, -32, 64, 64)).slice(0, 2)).toEqual([4, 28]);
    expect(cellsOf(rectangle(-32, -28, 64, 56)).slice(0, 2)).toEqual([5, 28]);
  });

  it('are those where it lies in a turned frame', () => {
    // a quarter turn: 20 µm to the right on the target are 5 cells down
    expect(cellsOf(circle(20, 8, 8), [0, -0.5, 32, 0.5, 0, 22])).toEqual([9, 19, 11, 21]);
    // by the 3-4-5 triangle its corners lie 2.75 cells to either side and 2.5 above and below
    expect(cellsOf(rectangle(-10, -5, 20, 10), [0.4, -0.3, 32, 0.3, 0.4, 22])).toEqual([10, 22, 6, 17]);
  });

  it('are none at the frame’s edge, which have no neighbours', () => {
    expect(cellsOf(rectangle(-500, -500, 1000, 1000))).toEqual([1, COLS - 2, 1, ROWS - 2]);
    const band: Band = {
      kind: 'band',
      centre: { x_um: 0, y_um: 0 },
      across: { x_um: 1, y_um: 0 },
      width_um: 16,
    };
    expect(cellsOf(band)).toEqual([11, 21, 1, ROWS - 2]);
  });
});

describe('a part is found', () => {
  const cells = [5, 9].flatMap((row) => [3, 4, 6, 7, 10, 11].map((col) => row * COLS + col));
  const whole = area(rectangle(-500, -500, 1000, 1000));
  const weight = (cell: number) => (cells.includes(cell) ? 0.5 : 0);
  const deviations = (values: Float32Array, among = cells) => {
    const mean = among.reduce((sum, i) => sum + values[i]!, 0) / among.length;
    return among.map((i) => values[i]! - mean);
  };

  it('where the gradients of its drawing, held back by a fiftieth of their squares, explain what differs', () => {
    const { seen, drawn } = pictures();
    const feature = found([whole], { seen, drawn }, { weight }).features[0]!;
    const [x, y] = [feature.found_px.x - feature.fitted_px.x, feature.found_px.y - feature.fitted_px.y];
    const remains = (dx: number, dy: number) =>
      (
        [
          [seen.re, drawn.re],
          [seen.im, drawn.im],
        ] as const
      ).reduce((sum, [s, d]) => {
        const [own, ought] = [deviations(s), deviations(d)];
        return cells.reduce((all, i, k) => {
          const gx = (d[i + 1]! - d[i - 1]!) / (2 * CELL);
          const gy = (d[i + COLS]! - d[i - COLS]!) / (2 * CELL);
          const left = own[k]! - ought[k]! + gx * dx + gy * dy;
          return all + left * left + 0.02 * (gx * gx + gy * gy) * (dx * dx + dy * dy);
        }, sum);
      }, 0);
    // the least of a parabola lies midway between equal values
    expect(remains(x + 1, y) - remains(x - 1, y)).toBeCloseTo(0, 9);
    expect(remains(x, y + 1) - remains(x, y - 1)).toBeCloseTo(0, 9);
    expect(Math.abs(x) + Math.abs(y)).toBeGreaterThan(0.1);
  });

  it('if what is seen and what is drawn go together as much as is asked for', () => {
    const drawn = { re: noise(3), im: noise(4) };
    const seen = {
      re: drawn.re.map((v, i) => v + noise(5)[i]!),
      im: drawn.im.map((v, i) => 3 - v + noise(6)[i]!),
    };
    const sum = (a: readonly number[], b: readonly number[]) => a.reduce((all, v, i) => all + v * b[i]!, 0);
    const planes = [
      [deviations(seen.re), deviations(drawn.re)],
      [deviations(seen.im), deviations(drawn.im)],
    ] as const;
    const [sd, ss, dd] = [
      [0, 1],
      [0, 0],
      [1, 1],
    ].map(([a, b]) => planes.reduce((all, plane) => all + sum(plane[a!]!, plane[b!]!), 0));
    const alike = sd! / Math.sqrt(ss! * dd!);
    const count = (least: number) =>
      found([whole], { seen, drawn }, { weight }, { ...ALL, alike: least }).found;
    expect([count(alike - 1e-6), count(alike + 1e-6)]).toEqual([1, 0]);
    expect(judgeSettings.features.alike).toBe(0.7);
  });

  it('in-line by the size of the light, whatever its phase', () => {
    const drawn = { re: noise(3), im: new Float32Array(ROWS * COLS) };
    const turned: Complex = {
      re: drawn.re.map((v, i) => v * Math.cos(i)),
      im: drawn.re.map((v, i) => v * Math.sin(i)),
    };
    const count = (inLine: boolean) =>
      found([whole], { seen: turned, drawn }, { weight, inLine }, { ...ALL, alike: 0.999 }).found;
    expect([count(true), count(false)]).toEqual([1, 0]);
  });

  it('where it lies no more than a cell and a half from where the fit puts it', () => {
    // of a parabola gradients tell the shift but for the fiftieth by which they are held back
    const im = new Float32Array(ROWS * COLS);
    const parabola = (shift: number) => ({ re: im.map((_, i) => ((i % COLS) - 15.5 - shift) ** 2 / 2), im });
    const drawn = parabola(0);
    const count = (cellsOff: number) => {
      const seen = parabola(1.02 * cellsOff);
      return found([whole], { seen, drawn }, {}, { ...judgeSettings.features, alike: -1 }).found;
    };
    expect([count(1.49), count(1.51)]).toEqual([1, 0]);
  });

  it('on nine cells, and on none where all is even', () => {
    const first = (count: number) => (cell: number) => (cells.slice(0, count).includes(cell) ? 1 : 0);
    expect(found([whole], pictures(), { weight: first(9) }).found).toBe(1);
    expect(found([whole], pictures(), { weight: first(8) }).found).toBe(0);
    const even = { re: new Float32Array(ROWS * COLS), im: new Float32Array(ROWS * COLS) };
    expect(found([whole], { ...pictures(), seen: even }).found).toBe(0);
    expect(found([whole], { ...pictures(), drawn: even }).found).toBe(0);
  });

  it('with all that are not too far off counted', () => {
    const many = Array.from({ length: 401 }, (_, i) => area(circle(4 * (i % 9), 0, 8), `n${i % 9}`));
    const all = found(many, pictures());
    expect([all.features.length, all.found, all.expected, all.names.size]).toEqual([401, 401, 401, 9]);
    const off = all.features
      .slice(0, 9)
      .map(({ found_px: p, fitted_px: q }) => Math.hypot(p.x - q.x, p.y - q.y));
    const [nearest, next] = off.toSorted((a, b) => a - b);
    const within = (far_px: number) =>
      found(many.slice(0, 9), pictures(), {}, { ...ALL, far: far_px / CELL });
    const one = within(nearest! * (1 + 1e-9));
    expect([one.found, one.names]).toEqual([1, new Set([`n${off.indexOf(nearest!)}`])]);
    expect(one.features.filter(({ rejected }) => !rejected)).toHaveLength(1);
    expect(one.residual_px).toBeCloseTo(nearest!, 9);
    expect(within(next! * (1 + 1e-9)).residual_px).toBeCloseTo(
      Math.sqrt((nearest! ** 2 + next! ** 2) / 2),
      9,
    );
    const none = within(nearest! * (1 - 1e-9));
    expect([none.found, none.residual_px, none.features.length]).toEqual([0, 0, 9]);
  });
});

describe('a part is said to be', () => {
  const first = (one: Area, frame: Frame = {}) => found([one], pictures(), frame).features[0]!;

  it('a circle, an edge, or one of a lattice', () => {
    const kinds = [circle(0, 0, 8), rectangle(-8, -8, 16, 16)].map((shape) => first(area(shape)).kind);
    expect(kinds).toEqual(['circle', 'edge']);
    expect(first(area(circle(0, 0, 8)), { lattices: 1 }).kind).toBe('lattice');
    expect(first(area(circle(0, 0, 8), 'this one')).name).toBe('this one');
  });

  it('where its own piece lies', () => {
    const places: TargetToFrame[] = [PLACE, [0.5, 0, 40, 0, 0.5, 30]];
    const pieces = [new Set(['one']), new Set(['two'])];
    const at = (part: string) => first(area(circle(4, 6, 8), 'a', part), { places, pieces }).fitted_px;
    expect(at('one')).toEqual({ x: 34, y: 25 });
    expect(at('two')).toEqual({ x: 42, y: 33 });
    // of no piece: where the first one lies
    expect(at('three')).toEqual({ x: 34, y: 25 });
  });

  it('where its middle lies, of a band where it is nearest to the middle of the view', () => {
    const turned: TargetToFrame = [0.4, -0.3, 32, 0.3, 0.4, 22];
    expect(first(area(rectangle(-10, -5, 30, 20)), { places: [turned] }).fitted_px).toEqual({
      x: 32.5,
      y: 25.5,
    });
    const band: Band = {
      kind: 'band',
      centre: { x_um: 5, y_um: 100 },
      across: { x_um: 1, y_um: 0 },
      width_um: 16,
    };
    const { x, y } = first(area(band), { places: [turned] }).fitted_px;
    // the whole frame, whose middle is (32, 24), is seen; from there square to a line of slope −3 : 4 through (34, 23.5)
    const along = (x - 32) * -0.6 + (y - 24) * 0.8;
    const across = (x - 34) * 0.8 + (y - 23.5) * 0.6;
    expect([along, across].map((v) => Math.abs(v) < 1e-9)).toEqual([true, true]);
  });
});

it('shows of the target what lies behind the corners of the frame', () => {
  const box = seenBox([0.4, -0.3, 10, 0.3, 0.4, 20], 40, 30);
  // from a corner at (u, v): 4 · (0.4 (u − 10) + 0.3 (v − 20)) and 4 · (0.4 (v − 20) − 0.3 (u − 10))
  const [xs, ys] = [
    [0, 40].flatMap((u) => [0, 30].map((v) => 4 * (0.4 * (u - 10) + 0.3 * (v - 20)))),
    [0, 40].flatMap((u) => [0, 30].map((v) => 4 * (0.4 * (v - 20) - 0.3 * (u - 10)))),
  ];
  expect(box.left_um).toBeCloseTo(Math.min(...xs), 9);
  expect(box.right_um).toBeCloseTo(Math.max(...xs), 9);
  expect(box.top_um).toBeCloseTo(Math.min(...ys), 9);
  expect(box.bottom_um).toBeCloseTo(Math.max(...ys), 9);
});

describe('both pictures', () => {
  const light = { ...evenLight(1, 2), amplitude: Float64Array.of(0.3, -0.2, 0.1) };
  light.phase.set([0.4, 0.3, -0.2, 0.1, 0.2, -0.3]);

  it.each([true, false])('are without the light, and back on the target (in-line: %s)', async (inLine) => {
    const kernels = await loadKernels();
    const plane = { rows: ROWS, cols: COLS, cell: CELL, filter: null } as unknown as MeasuredLight;
    const own = { ...light, ...(inLine ? { phaseDegree: -1, phase: new Float64Array(0) } : {}) };
    const lit = lightField(own, lightTables(plane, 2), kernels.wasm);
    const pattern = { re: noise(1), im: inLine ? new Float32Array(ROWS * COLS) : noise(2) };
    const times = (scale: number) => ({
      re: Float64Array.from(pattern.re, (v, i) => scale * (v * lit.re[i]! - pattern.im[i]! * lit.im[i]!)),
      im: inLine
        ? null
        : Float64Array.from(pattern.re, (v, i) => scale * (v * lit.im[i]! + pattern.im[i]! * lit.re[i]!)),
    });
    const weight = new Float64Array(ROWS * COLS).fill(1);
    const final = {
      fit: { light: own, model: times(2), state: { places: [PLACE], zeta: 0 } },
      subject: { kernels, medium_wavelength_um: 0.6, magnification: 10 },
      measured: { ...plane, ...times(1), weight },
    };
    const { seen, drawn } = picturesOf(final as unknown as FinalFit);
    pattern.re.forEach((v, i) => {
      expect(Math.abs(seen.re[i]! - v)).toBeLessThan(1e-5);
      expect(Math.abs(seen.im[i]! - pattern.im[i]!)).toBeLessThan(1e-5);
      expect(Math.abs(drawn.re[i]! - 2 * v)).toBeLessThan(1e-5);
      expect(Math.abs(drawn.im[i]! - 2 * pattern.im[i]!)).toBeLessThan(1e-5);
    });
  });
});

it('draws a lattice where its parts are found: what all lie off together says nothing of them', () => {
  const [on, off] = [1, 0].map((lattices) => found([area(circle(0, 0, 8))], pictures(), { lattices }));
  expect([on!.residual_px, on!.features[0]!.fitted_px]).toEqual([0, off!.features[0]!.found_px]);
});
