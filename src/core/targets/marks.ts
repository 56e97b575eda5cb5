import { isFlat } from './material.ts';
import {
  bandEdges,
  boundsOf,
  boxHolds,
  boxesMeet,
  type Band,
  type Box,
  type Point,
  type Polygon,
  type Shape,
} from './shape.ts';
import type { Area, TargetModel } from './target-model.ts';

/** A straight edge between an area and the ground. */
export interface EdgeMark {
  readonly kind: 'edge';
  readonly area: string;
  readonly part: string;
  readonly from: Point;
  readonly to: Point;
  /** unit vector, square to the edge, out of the area */
  readonly outward: Point;
  /** whether `from` and `to` are real ends; those of a band go on beyond the view */
  readonly ended: boolean;
}

/** Where two edges meet. */
export interface CornerMark {
  readonly kind: 'corner';
  readonly area: string;
  readonly part: string;
  readonly at: Point;
  /** unit vectors along the edges, away from the corner */
  readonly along: readonly [Point, Point];
}

export interface CircleMark {
  readonly kind: 'circle';
  readonly area: string;
  readonly part: string;
  readonly centre: Point;
  readonly radius_um: number;
}

export type Mark = EdgeMark | CornerMark | CircleMark;

/**
 * Everything in a view that has a sub-pixel place: edges, corners and circles in µm on the target. Lattices are in
 * the model itself. Where `edgesKnown` is false use edges in opposite pairs; where `rigid` is `part` each part has a
 * shift of its own. Edges may reach out of the window; corners and circles lie inside.
 */
export function marksOf(model: TargetModel, window: Box): Mark[] {
  return model.areas(window).flatMap((area) => marksOfArea(area, window));
}

function marksOfArea(area: Area, window: Box): Mark[] {
  const { name, part, shape } = area;
  switch (shape.kind) {
    case 'polygon':
      return polygonMarks(name, part, shape, window);
    case 'band':
      return bandMarks(name, part, shape, window);
    case 'circle':
      if (!boxHolds(window, boundsOf(shape))) return [];
      return [{ kind: 'circle', area: name, part, centre: shape.centre, radius_um: shape.radius_um }];
  }
}

function polygonMarks(area: string, part: string, { vertices }: Polygon, window: Box): Mark[] {
  const sense = clockwise(vertices) ? 1 : -1;
  return vertices.flatMap((from, i): Mark[] => {
    const to = vertices[(i + 1) % vertices.length]!;
    const before = vertices[(i + vertices.length - 1) % vertices.length]!;
    const along = unit(from, to);
    const outward = { x_um: sense * along.y_um, y_um: -sense * along.x_um };
    const marks: Mark[] = [];
    if (boxesMeet(window, padded(from, to)))
      marks.push({ kind: 'edge', area, part, from, to, outward, ended: true });
    if (boxHolds(window, padded(from, from)))
      marks.push({ kind: 'corner', area, part, at: from, along: [along, unit(from, before)] });
    return marks;
  });
}

function bandMarks(area: string, part: string, band: Band, window: Box): Mark[] {
  return bandEdges(band, window).map(([from, to], i) => {
    const side = i === 0 ? -1 : 1;
    const outward = { x_um: side * band.across.x_um, y_um: side * band.across.y_um };
    return { kind: 'edge', area, part, from, to, outward, ended: false };
  });
}

/** As seen with y downwards: a positive sum of cross products. */
function clockwise(vertices: readonly Point[]): boolean {
  return (
    vertices.reduce((sum, p, i) => {
      const q = vertices[(i + 1) % vertices.length]!;
      return sum + p.x_um * q.y_um - q.x_um * p.y_um;
    }, 0) > 0
  );
}

function unit(from: Point, to: Point): Point {
  const [x, y] = [to.x_um - from.x_um, to.y_um - from.y_um];
  const length = Math.sqrt(x * x + y * y);
  return { x_um: x / length, y_um: y / length };
}

function padded(a: Point, b: Point): Box {
  return {
    left_um: Math.min(a.x_um, b.x_um),
    right_um: Math.max(a.x_um, b.x_um),
    top_um: Math.min(a.y_um, b.y_um),
    bottom_um: Math.max(a.y_um, b.y_um),
  };
}

/**
 * The areas a fit can expect to find: whole in the view (a band: crossing it), and nowhere finer than what the optics
 * show.
 * @param window an upright box on the target; of a turned frame, one that lies inside it
 * @param resolution_um the narrowest bar that the optics resolve beside another one, µm on the target
 */
export function expectedAreas(model: TargetModel, window: Box, resolution_um: number): Area[] {
  return model.areas(window).filter((area) => {
    if (!shows(model, area, resolution_um)) return false;
    return area.shape.kind === 'band' ? crosses(area.shape, window) : boxHolds(window, boundsOf(area.shape));
  });
}

/** A line this much narrower than what is resolved still takes a fifth of the light's amplitude where it lies. */
const THIN = 0.25;

/** Whether optics show an area by itself: it is no finer than what they resolve, or a thin line far from the next. */
export function shows(model: TargetModel, { shape }: Area, resolution_um: number): boolean {
  const width = narrowest(shape);
  const period = shortestPeriod(model);
  const widest = period === null ? width : Math.max(width, period - width);
  return widest >= resolution_um && width >= (period === null ? 1 : THIN) * resolution_um;
}

export function narrowest(shape: Shape): number {
  if (shape.kind === 'band') return shape.width_um;
  const { left_um, right_um, top_um, bottom_um } = boundsOf(shape);
  return Math.min(right_um - left_um, bottom_um - top_um);
}

/** Of the lattices of a target, µm; null where nothing repeats. */
export function shortestPeriod({ lattices }: TargetModel): number | null {
  if (lattices.length === 0) return null;
  return Math.min(...lattices.map(({ a }) => Math.sqrt(a.x_um * a.x_um + a.y_um * a.y_um)));
}

/** Whether both edges of a band pass through the window. */
function crosses(band: Band, window: Box): boolean {
  const corners = [
    [window.left_um, window.top_um],
    [window.right_um, window.top_um],
    [window.left_um, window.bottom_um],
    [window.right_um, window.bottom_um],
  ] as const;
  const distances = corners.map(
    ([x, y]) => (x - band.centre.x_um) * band.across.x_um + (y - band.centre.y_um) * band.across.y_um,
  );
  const half = band.width_um / 2;
  return Math.min(...distances) < -half && Math.max(...distances) > half;
}

/** Where the phase is that of the optics plus a constant of its own for each name; `ground` is what is between. */
export function flatAreas(model: TargetModel, window: Box): { ground: boolean; areas: Area[] } {
  return {
    ground: isFlat(model.ground),
    areas: model.areas(window).filter(({ material }) => isFlat(material)),
  };
}
