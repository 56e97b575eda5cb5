/** µm; x to the right, y downwards. */
export interface Point {
  readonly x_um: number;
  readonly y_um: number;
}

export interface Box {
  readonly left_um: number;
  readonly top_um: number;
  readonly right_um: number;
  readonly bottom_um: number;
}

/** Straight edges that do not cross, in either sense, closed by itself; every vertex is a real corner of the part. */
export interface Polygon {
  readonly kind: 'polygon';
  readonly vertices: readonly Point[];
}

export interface Circle {
  readonly kind: 'circle';
  readonly centre: Point;
  readonly radius_um: number;
}

/** Between two parallel lines that go on beyond every useful view. */
export interface Band {
  readonly kind: 'band';
  /** a point on its middle line */
  readonly centre: Point;
  /** unit vector from one edge to the other */
  readonly across: Point;
  readonly width_um: number;
}

export type Shape = Polygon | Circle | Band;

/** A rectangle with its sides along the axes, from its upper left corner, clockwise as seen. */
export function rectangle(left_um: number, top_um: number, width_um: number, height_um: number): Polygon {
  const [right, bottom] = [left_um + width_um, top_um + height_um];
  return {
    kind: 'polygon',
    vertices: [
      { x_um: left_um, y_um: top_um },
      { x_um: right, y_um: top_um },
      { x_um: right, y_um: bottom },
      { x_um: left_um, y_um: bottom },
    ],
  };
}

export function boxAround(points: readonly Point[]): Box {
  const [x, y] = [points.map(({ x_um }) => x_um), points.map(({ y_um }) => y_um)];
  return {
    left_um: Math.min(...x),
    top_um: Math.min(...y),
    right_um: Math.max(...x),
    bottom_um: Math.max(...y),
  };
}

/** A square box of this side around the origin. */
export function squareWindow(side_um: number): Box {
  const half = side_um / 2;
  return { left_um: -half, top_um: -half, right_um: half, bottom_um: half };
}

/** The bounding box; a band's is without end along the axes that it crosses. */
export function boundsOf(shape: Shape): Box {
  if (shape.kind === 'polygon') return boxAround(shape.vertices);
  const { x_um, y_um } = shape.centre;
  const [reachX, reachY] = shape.kind === 'circle' ? [shape.radius_um, shape.radius_um] : bandReach(shape);
  return {
    left_um: x_um - reachX,
    top_um: y_um - reachY,
    right_um: x_um + reachX,
    bottom_um: y_um + reachY,
  };
}

function bandReach({ across, width_um }: Band): [number, number] {
  const upright = across.y_um === 0;
  const lying = across.x_um === 0;
  return [upright ? width_um / 2 : Infinity, lying ? width_um / 2 : Infinity];
}

export function boxesMeet(a: Box, b: Box): boolean {
  return a.left_um < b.right_um && b.left_um < a.right_um && a.top_um < b.bottom_um && b.top_um < a.bottom_um;
}

export function boxHolds(outer: Box, inner: Box): boolean {
  return (
    inner.left_um >= outer.left_um &&
    inner.right_um <= outer.right_um &&
    inner.top_um >= outer.top_um &&
    inner.bottom_um <= outer.bottom_um
  );
}

/** The two edges of a band, each long enough to leave the window at both ends. */
export function bandEdges(band: Band, window: Box): [[Point, Point], [Point, Point]] {
  const { centre, across, width_um } = band;
  const reach =
    Math.max(Math.abs(window.left_um - centre.x_um), Math.abs(window.right_um - centre.x_um)) +
    Math.max(Math.abs(window.top_um - centre.y_um), Math.abs(window.bottom_um - centre.y_um));
  const at = (side: number, along: number): Point => ({
    x_um: centre.x_um + (side * width_um * across.x_um) / 2 - along * reach * across.y_um,
    y_um: centre.y_um + (side * width_um * across.y_um) / 2 + along * reach * across.x_um,
  });
  return [
    [at(-1, -1), at(-1, 1)],
    [at(1, -1), at(1, 1)],
  ];
}

/** A shape's corners as a polygon; a band's lie beyond the window. */
export function outline(shape: Polygon | Band, window: Box): readonly Point[] {
  if (shape.kind === 'polygon') return shape.vertices;
  const [[a, b], [d, c]] = bandEdges(shape, window);
  return [a, b, c, d];
}

/** Twice the signed area is the sum of cross products; µm², without a sign. */
export function polygonArea(vertices: readonly Point[]): number {
  let twice = 0;
  vertices.forEach((p, i) => {
    const q = vertices[(i + 1) % vertices.length]!;
    twice += p.x_um * q.y_um - q.x_um * p.y_um;
  });
  return Math.abs(twice) / 2;
}
