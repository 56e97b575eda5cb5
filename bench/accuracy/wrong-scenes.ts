import type { Chance } from '../../test/second-simulator/chance.ts';
import { rectangle, type Point, type Shape } from '../../src/core/targets/shape.ts';
import type { Material } from '../../src/core/targets/material.ts';
import type { Area } from '../../src/core/targets/target-model.ts';

/** What lies where a target should: shapes that don't overlap, on a ground. */
export interface Scene {
  readonly ground: Material;
  readonly areas: readonly Area[];
}

/** What a scene is drawn for. */
export interface SceneFor {
  readonly chance: Chance;
  /** µm */
  readonly view: number;
  /** of the named lattice, or the size of what the named target shows: µm */
  readonly period: number;
  /** the named target repeats both ways */
  readonly isGrid: boolean;
}

const DARK: Material = { kind: 'opaque' };
const CLEAR: Material = { kind: 'clear' };
/** Of the view, to each side of its middle: light from beyond it arrives, too. */
const REACH = 1;

/** Things that are no targets, but have edges, rows or periods as targets have them. */
export const wrongScenes: Readonly<Record<string, (about: SceneFor) => Scene>> = {
  'a page of text': (about) => scene(CLEAR, DARK, text(about, everywhere(about))),
  'a screenshot': (about) => scene(CLEAR, DARK, screenshot(about)),
  'squares of a chessboard': ({ chance, view, period }) => {
    // as long as the period, half of it, or with diagonals as long
    const side = period * [1, 0.5, Math.SQRT1_2][Math.floor(chance.between(0, 3))]!;
    const squares = cells(view, side, side, (x, y, i, j) =>
      (i + j) % 2 === 0 ? [rectangle(x, y, side, side)] : [],
    );
    return scene(CLEAR, DARK, squares);
  },
  'the other kind of lattice, of the same period': ({ chance, view, period, isGrid }) => {
    const width = chance.between(0.1, 0.6) * period;
    if (isGrid) return scene(CLEAR, DARK, lines(view, period, width));
    const open = period - width;
    return scene(
      DARK,
      CLEAR,
      cells(view, period, period, (x, y) => [rectangle(x, y, open, open)]),
    );
  },
  'two rulings, one over the other': ({ chance, view, period }) => {
    const other = period * chance.between(0.8, 1.25);
    return scene(DARK, CLEAR, openings(view, [period, other], chance.between(0.1, 0.6), chance));
  },
  'woven cloth': ({ chance, view, period }) => {
    const thread = period * [1, 0.5, Math.SQRT1_2][Math.floor(chance.between(0, 3))]!;
    const [long, wide] = [0.95 * thread, chance.between(0.5, 0.8) * thread];
    const woven = cells(view, thread, thread, (x, y, i, j) => [
      (i + j) % 2 === 0
        ? rectangle(x, y + (thread - wide) / 2, long, wide)
        : rectangle(x + (thread - wide) / 2, y, wide, long),
    ]);
    return scene(CLEAR, chance.next() < 0.5 ? DARK : plate(chance), woven);
  },
  'a tiled picture': ({ chance, view, period }) => {
    const a = chance.next() < 0.5 ? period : period * chance.between(0.6, 2);
    const b = chance.next() < 0.5 ? a : a * chance.between(0.7, 1.5);
    const motif = Array.from({ length: 4 }, () => [chance.next(), chance.next(), chance.next()] as const);
    const tile = cells(view, a, b, (x, y) =>
      motif.map(([u, v, kind], k): Shape => {
        const [w, h] = [(0.15 + 0.3 * u) * a, (0.15 + 0.3 * v) * b];
        const [left, top] = [x + (k % 2) * 0.5 * a, y + Math.floor(k / 2) * 0.5 * b];
        return kind < 0.4
          ? {
              kind: 'circle',
              centre: { x_um: left + w / 2, y_um: top + h / 2 },
              radius_um: Math.min(w, h) / 2,
            }
          : rectangle(left, top, w, h);
      }),
    );
    return scene(CLEAR, chance.next() < 0.6 ? DARK : plate(chance), tile);
  },
};

function scene(ground: Material, material: Material, shapes: readonly (Shape | Cut)[]): Scene {
  const areas = shapes.map((one, k): Area => {
    const { shape, cuts } = 'shape' in one ? one : { shape: one, cuts: [] };
    return { name: `${k}`, part: 'scene', shape, cuts, material };
  });
  return { ground, areas };
}

interface Cut {
  readonly shape: Shape;
  readonly cuts: readonly Shape[];
}

interface Room {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function everywhere({ view }: SceneFor): Room {
  return { left: -REACH * view, top: -REACH * view, width: 2 * REACH * view, height: 2 * REACH * view };
}

function plate(chance: Chance): Material {
  return {
    kind: 'body',
    profile: 'step',
    height_um: chance.between(2, 12),
    refractive_index: 1.53,
    medium_index: 1.5,
  };
}

/** What `make` puts into each cell of a lattice. */
function cells(
  view: number,
  a: number,
  b: number,
  make: (x: number, y: number, i: number, j: number) => readonly Shape[],
): Shape[] {
  const [across, down] = [Math.ceil((REACH * view) / a), Math.ceil((REACH * view) / b)];
  const shapes: Shape[] = [];
  for (let j = -down; j < down; j += 1)
    for (let i = -across; i < across; i += 1) shapes.push(...make(i * a, j * b, i, j));
  return shapes;
}

function lines(view: number, period: number, width: number): Shape[] {
  const count = Math.ceil((2 * REACH * view) / period);
  return Array.from({ length: 2 * count }, (_, k): Shape => ({
    ...{ kind: 'band', centre: { x_um: (k - count) * period, y_um: 0 }, across: { x_um: 1, y_um: 0 } },
    width_um: width,
  }));
}

/** Where the gaps of two rulings lie over each other: parallelograms. */
function openings(
  view: number,
  [first, second]: readonly [number, number],
  dark: number,
  chance: Chance,
): Shape[] {
  const angle = chance.between(0.15, 1.2);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  // x in [x0, x1] and c x + s y in [d0, d1]
  const at = (x: number, d: number): Point => ({ x_um: x, y_um: (d - c * x) / s });
  const shapes: Shape[] = [];
  const reach = REACH * view;
  const most = Math.ceil((reach * (c + s)) / second);
  for (let i = -Math.ceil(reach / first); i * first < reach; i += 1) {
    for (let j = -most; j < most; j += 1) {
      const [x0, x1] = [i * first, (i + 1 - dark) * first];
      const [d0, d1] = [j * second, (j + 1 - dark) * second];
      if (Math.abs(at(x0, d0).y_um) > reach) continue;
      shapes.push({ kind: 'polygon', vertices: [at(x0, d0), at(x1, d0), at(x1, d1), at(x0, d1)] });
    }
  }
  return shapes;
}

/** Letters of strokes that don't touch, in lines of words. */
function text({ chance, period, view }: SceneFor, room: Room): (Shape | Cut)[] {
  const height = Math.min(view / 4, Math.max(view / 16, period * chance.between(0.5, 2)));
  const [wide, pen] = [0.55 * height, 0.1 * height];
  const found: (Shape | Cut)[] = [];
  for (let y = room.top; y + height < room.top + room.height; y += 1.6 * height) {
    for (let x = room.left; x + wide < room.left + room.width; x += 1.35 * wide) {
      if (chance.next() < 0.17) continue;
      found.push(...letter(x, y, wide, height, pen, chance));
    }
  }
  return found;
}

function letter(
  x: number,
  y: number,
  wide: number,
  height: number,
  pen: number,
  chance: Chance,
): (Shape | Cut)[] {
  if (chance.next() < 0.2) {
    const centre = { x_um: x + wide / 2, y_um: y + height - wide / 2 };
    const ring = (radius_um: number): Shape => ({ kind: 'circle', centre, radius_um });
    return [{ shape: ring(wide / 2), cuts: [ring(wide / 2 - pen)] }];
  }
  const half = height / 2;
  const inner = wide - 2.4 * pen;
  const strokes = [
    ...[0, half - pen / 2, height - pen].map((down) => rectangle(x + 1.2 * pen, y + down, inner, pen)),
    ...[x, x + wide - pen].flatMap((left) =>
      [0, half].map((down) => rectangle(left, y + down + 0.1 * pen, pen, half - 0.2 * pen)),
    ),
  ];
  return strokes.filter(() => chance.next() < 0.55);
}

/** Windows that share the screen: bars, icons, lines of text, empty ones. */
function screenshot(about: SceneFor): (Shape | Cut)[] {
  const { chance, view } = about;
  const pen = view / 80;
  const found: (Shape | Cut)[] = [];
  const split = (room: Room, left: number): void => {
    if (left > 0) {
      const at = chance.between(0.3, 0.7);
      const across = room.width > room.height;
      const [width, height] = across ? [at * room.width, room.height] : [room.width, at * room.height];
      split({ ...room, width, height }, left - 1);
      const rest = across
        ? { ...room, left: room.left + width, width: room.width - width }
        : { ...room, top: room.top + height, height: room.height - height };
      return split(rest, left - 1);
    }
    const inner = {
      left: room.left + 2 * pen,
      top: room.top + 8 * pen,
      width: room.width - 4 * pen,
      height: room.height - 10 * pen,
    };
    if (Math.min(inner.width, inner.height) < 10 * pen) return;
    found.push(rectangle(inner.left, room.top + 2 * pen, inner.width, 4 * pen));
    const kind = chance.next();
    if (kind < 0.4) found.push(...text(about, inner));
    else if (kind < 0.7) {
      const icon = chance.between(6, 14) * pen;
      for (let y = inner.top; y + icon < inner.top + inner.height; y += 1.5 * icon)
        for (let x = inner.left; x + icon < inner.left + inner.width; x += 1.5 * icon)
          found.push(rectangle(x, y, icon, icon));
    }
  };
  split(everywhere(about), 4);
  return found;
}
