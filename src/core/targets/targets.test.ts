import { describe, expect, it } from 'vitest';
import { barWidth } from './bar-width.ts';
import { findDrawn, targets } from './catalogue.ts';
import { expectedAreas, flatAreas, marksOf } from './marks.ts';
import { isFlat, phaseOf, type Material } from './material.ts';
import {
  boundsOf,
  boxesMeet,
  polygonArea,
  squareWindow,
  type Band,
  type Circle,
  type Point,
  type Polygon,
} from './shape.ts';

const modelOf = (id: string, size?: number) => findDrawn(id)!.model({ feature_size_um: size });
const ids = targets.map(({ entry }) => entry.target_id);

function angles({ vertices }: Polygon): number[] {
  return vertices.map((at, i) => {
    const towards = (p: Point) => Math.atan2(p.y_um - at.y_um, p.x_um - at.x_um);
    const before = towards(vertices[(i + vertices.length - 1) % vertices.length]!);
    const turn = ((before - towards(vertices[(i + 1) % vertices.length]!)) * 180) / Math.PI;
    return (turn + 720) % 360;
  });
}

describe('the catalogue', () => {
  it('covers both modes from 0.1 to 6 mm, each size by a target with scales both ways', () => {
    for (const mode of ['off-axis', 'inline'] as const) {
      const models = targets
        .filter(({ entry }) => entry.applicable_modes.includes(mode))
        .map(({ model }) => model());
      for (const side of [100, 200, 500, 1000, 3000, 6000]) {
        const fitting = models.filter(({ field_um }) => field_um.min <= side && side <= field_um.max);
        expect(fitting.some(({ determines }) => determines.includes('anisotropy'))).toBe(true);
      }
    }
  });

  it('says where to buy each, in two places, neither of them the front page of a shop', () => {
    for (const { entry } of targets) {
      const places = [entry.buy_url, entry.backup_buy_url].map((url) => new URL(url));
      expect(places[0]!.href).not.toBe(places[1]!.href);
      for (const { pathname } of places) expect(pathname.length, entry.target_id).toBeGreaterThan(1);
    }
  });

  it('names at least ten targets, each once', () => {
    expect(ids.length).toBeGreaterThanOrEqual(10);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(targets)('gives $entry.target_id features in every useful view, and none overlap', ({ model }) => {
    const built = model();
    for (const side of [built.field_um.min, built.field_um.max]) {
      const found = expectedAreas(built, squareWindow(side), 0);
      expect(found.length).toBeGreaterThan(0);
    }
    const areas = built.areas(squareWindow(built.field_um.min));
    const boxes = areas.map(({ shape }) => boundsOf(shape));
    const shrunk = boxes.map((box) => ({
      ...{ left_um: box.left_um + 1e-9, right_um: box.right_um - 1e-9 },
      ...{ top_um: box.top_um + 1e-9, bottom_um: box.bottom_um - 1e-9 },
    }));
    shrunk.slice(0, 300).forEach((box, i) => {
      expect(shrunk.slice(0, i).some((other) => boxesMeet(box, other))).toBe(false);
    });
    expect(new Set(areas.map(({ name }) => name)).size).toBe(areas.length);
  });

  it('shows the same areas by the same names in a smaller window', () => {
    for (const { model } of targets) {
      const built = model();
      const [small, large] = [built.field_um.min, 2 * built.field_um.min].map((side) =>
        built.areas(squareWindow(side)),
      );
      const names = new Map(large!.map((area) => [area.name, area.shape]));
      for (const { name, shape } of small!) expect(names.get(name)).toEqual(shape);
    }
  });

  it('lets a certificate replace size and tolerance', () => {
    const { shape } = modelOf('fibre-125um', 124.6).areas(squareWindow(400))[0]!;
    expect((shape as Band).width_um).toBe(124.6);
    const grid = findDrawn('distortion-grid-50um')!.model({
      feature_size_um: 50.1,
      feature_tolerance_um: 0.2,
    });
    expect(grid.lattices[0]).toMatchObject({ a: { x_um: 50.1 }, b: { y_um: 50.1 }, tolerance_um: 0.2 });
  });
});

describe('USAF 1951', () => {
  const bars = modelOf('usaf-1951').areas(squareWindow(6000));
  const boxes = new Map(bars.map(({ name, shape }) => [name, boundsOf(shape)]));

  it('has 2^(group + (element − 1)/6) line pairs per mm, bars five times as long as wide', () => {
    expect(barWidth(5, 4)).toBeCloseTo(11.05, 2);
    // and a solid square in each of three pairs of groups
    expect(bars).toHaveLength(6 * 6 * 6 + 3);
    for (let group = 2; group <= 7; group += 1) {
      for (let element = 1; element <= 6; element += 1) {
        const pairs_per_mm = 2 ** (group + (element - 1) / 6);
        const [first, second, third] = [1, 2, 3].map((number) =>
          boxes.get(`group ${group} element ${element}, upright, bar ${number}`)!,
        );
        expect(second!.left_um - first!.left_um).toBeCloseTo(1000 / pairs_per_mm, 9);
        expect(third!.left_um - second!.left_um).toBeCloseTo(1000 / pairs_per_mm, 9);
        expect(first!.right_um - first!.left_um).toBeCloseTo(500 / pairs_per_mm, 9);
        expect(first!.bottom_um - first!.top_um).toBeCloseTo(2500 / pairs_per_mm, 9);
        const lying = boxes.get(`group ${group} element ${element}, lying, bar 1`)!;
        expect(lying.bottom_um - lying.top_um).toBeCloseTo(500 / pairs_per_mm, 9);
        expect(lying.right_um - lying.left_um).toBeCloseTo(2500 / pairs_per_mm, 9);
      }
    }
  });

  it('has no bars that touch, and grows as a whole with the bar that a certificate gives', () => {
    const all = [...boxes.values()];
    all.forEach((box, i) => expect(all.slice(0, i).some((other) => boxesMeet(box, other))).toBe(false));
    const grown = modelOf('usaf-1951', 31.25 * 1.01).areas(squareWindow(6000));
    grown.forEach(({ shape }, i) => {
      const at = boundsOf(shape);
      expect(at.left_um).toBeCloseTo(1.01 * boundsOf(bars[i]!.shape).left_um, 9);
    });
  });
});

describe('shapes', () => {
  it('a nut has six angles of 120° and the area of its hexagon', () => {
    const { shape, cuts } = modelOf('hex-nut-m2').areas(squareWindow(6000))[0]!;
    for (const angle of angles(shape as Polygon)) expect(angle).toBeCloseTo(120, 9);
    expect(polygonArea((shape as Polygon).vertices)).toBeCloseTo((Math.sqrt(3) / 2) * 3910 ** 2, 4);
    // of the fundamental triangle of a pitch of 0.4 mm, five eighths are thread
    const minor = 2000 - (5 / 4) * (Math.sqrt(3) / 2) * 400;
    expect(Math.abs(2 * (cuts![0] as Circle).radius_um - minor)).toBeLessThan(1);
  });

  it('polygons of the catalogue have the angles it states', () => {
    for (const { entry, model } of targets) {
      if (entry.internal_angles_deg === undefined) continue;
      const { shape } = model().areas(squareWindow(entry.feature_size_um))[0]!;
      expect(angles(shape as Polygon)).toEqual(
        entry.internal_angles_deg.map((angle) => expect.closeTo(angle, 9)),
      );
      expect(entry.polygonal_faces).toBe(entry.internal_angles_deg.length);
    }
  });

  it.each([
    ['ronchi-10', 100],
    ['ronchi-50', 20],
  ])('%s has the period %i and lines half as wide', (id, period) => {
    const bands = modelOf(id)
      .areas(squareWindow(10.2 * period))
      .map(({ shape }) => shape as Band);
    expect(bands).toHaveLength(11);
    bands.forEach(({ centre, width_um }, i) => {
      expect(centre.x_um).toBeCloseTo((i - 5) * period, 9);
      expect(width_um).toBe(period / 2);
    });
    expect(modelOf(id).lattices[0]!.a).toEqual({ x_um: period, y_um: 0 });
  });

  it('lattices carry areas onto areas', () => {
    for (const id of ['distortion-grid-50um', 'chessboard-grating-3um', 'ronchi-50']) {
      const model = modelOf(id);
      const { a, b } = model.lattices[0]!;
      const places = model.areas(squareWindow(120)).map(({ shape }) => boundsOf(shape));
      const near = (x: number, y: number) =>
        places.some(({ left_um, top_um }) => {
          return Math.abs(left_um - x) < 1e-9 && (Math.abs(top_um - y) < 1e-9 || top_um === -Infinity);
        });
      const middle = places[Math.floor(places.length / 2)]!;
      for (const step of [a, b ?? a]) {
        expect(near(middle.left_um + step.x_um, middle.top_um + step.y_um)).toBe(true);
      }
    }
  });
});

describe('marksOf', () => {
  it('gives a bar four edges whose normals point out, and four right corners', () => {
    const window = squareWindow(4000);
    const name = 'group 3 element 2, lying, bar 2';
    const marks = marksOf(modelOf('usaf-1951'), window).filter(({ area }) => area === name);
    const box = boundsOf(
      modelOf('usaf-1951')
        .areas(window)
        .find((area) => area.name === name)!.shape,
    );
    const middle = { x: (box.left_um + box.right_um) / 2, y: (box.top_um + box.bottom_um) / 2 };
    expect(marks.map(({ kind }) => kind).sort()).toEqual([
      ...Array<string>(4).fill('corner'),
      ...Array<string>(4).fill('edge'),
    ]);
    for (const mark of marks) {
      if (mark.kind === 'edge') {
        const out =
          (mark.from.x_um - middle.x) * mark.outward.x_um + (mark.from.y_um - middle.y) * mark.outward.y_um;
        const half = Math.abs(mark.outward.x_um) > 0.5 ? box.right_um - middle.x : box.bottom_um - middle.y;
        expect(out).toBeCloseTo(half, 9);
      } else if (mark.kind === 'corner') {
        const [p, q] = mark.along;
        expect(p.x_um * q.x_um + p.y_um * q.y_um).toBeCloseTo(0, 12);
      }
    }
  });

  it('gives no corners where a line goes on beyond the view, and circles only when whole', () => {
    const ruling = marksOf(modelOf('ronchi-50'), squareWindow(100));
    expect(new Set(ruling.map(({ kind }) => kind))).toEqual(new Set(['edge']));
    const hole = modelOf('pinhole-50um');
    expect(marksOf(hole, squareWindow(100))).toEqual([
      { kind: 'circle', area: 'hole', part: 'hole', centre: { x_um: 0, y_um: 0 }, radius_um: 25 },
    ]);
    expect(marksOf(hole, squareWindow(40))).toEqual([]);
  });
});

describe('expectedAreas and flatAreas', () => {
  it('leave out what is finer than the optics or not whole in view', () => {
    const model = modelOf('usaf-1951');
    const all = expectedAreas(model, squareWindow(6000), 0);
    const coarse = expectedAreas(model, squareWindow(6000), 20);
    const bars = coarse.filter(({ name }) => name.startsWith('group'));
    expect(all).toHaveLength(216 + 3);
    expect(bars.every(({ name }) => barWidth(Number(name[6]), Number(name[16])) >= 20)).toBe(true);
    expect(bars).toHaveLength(6 * (6 + 6 + 4));
    expect(expectedAreas(modelOf('fibre-125um'), squareWindow(120), 0)).toEqual([]);
  });

  it('name the parts from which an aberration can be read', () => {
    expect(flatAreas(modelOf('usaf-1951'), squareWindow(500))).toEqual({ ground: true, areas: [] });
    const { ground, areas } = flatAreas(modelOf('distortion-grid-50um'), squareWindow(500));
    expect([ground, areas.length]).toEqual([false, 10 * 10]);
  });
});

describe('phaseOf', () => {
  it('is 2π (n − m) h / λ through a body and −4π h / λ from a raised surface', () => {
    const body: Material = {
      ...{ kind: 'body', height_um: 2, profile: 'step', refractive_index: 1.5, medium_index: 1.3 },
    };
    expect(phaseOf(body, 0.5)).toBeCloseTo((2 * Math.PI * 0.2 * 2) / 0.5, 12);
    expect(phaseOf({ kind: 'raised', height_um: 0.1 }, 0.6)).toBeCloseTo((-4 * Math.PI * 0.1) / 0.6, 12);
    expect([isFlat(body), isFlat({ ...body, profile: 'ball' }), isFlat({ kind: 'opaque' })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
