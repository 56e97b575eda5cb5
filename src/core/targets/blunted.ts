import type { Point, Shape } from './shape.ts';

/** Chords that stand for the arc of a corner: of 60° at most, they miss it by a thousandth of its radius there. */
const CHORDS = 8;

/** A regular polygon about the origin less what a circle takes off its corners; what would grow beyond sharp ones is as sharp. */
export function blunted(shape: Shape, depth_um: number): Shape {
  if (shape.kind !== 'polygon' || !(depth_um > 0)) return shape;
  const { vertices } = shape;
  const count = vertices.length;
  const middles = vertices.map((corner, k) => {
    const next = vertices[(k + 1) % count]!;
    return { x_um: (corner.x_um + next.x_um) / 2, y_um: (corner.y_um + next.y_um) / 2 };
  });
  const flat = lengthOf(middles[0]!);
  const radius = Math.max(flat, lengthOf(vertices[0]!) - depth_um);
  const share = Math.sqrt(radius * radius - flat * flat) / lengthOf(minus(vertices[0]!, middles[0]!));
  return {
    ...shape,
    vertices: vertices.flatMap((corner, k) => {
      const [from, to] = [middles[(k + count - 1) % count]!, middles[k]!].map((middle) =>
        between(middle, corner, share),
      ) as [Point, Point];
      return Array.from({ length: CHORDS + 1 }, (_, n) => {
        const chord = between(from, to, n / CHORDS);
        return between({ x_um: 0, y_um: 0 }, chord, radius / lengthOf(chord));
      });
    }),
  };
}

function lengthOf({ x_um, y_um }: Point): number {
  return Math.sqrt(x_um * x_um + y_um * y_um);
}

function minus(a: Point, b: Point): Point {
  return { x_um: a.x_um - b.x_um, y_um: a.y_um - b.y_um };
}

function between(from: Point, to: Point, share: number): Point {
  const { x_um, y_um } = minus(to, from);
  return { x_um: from.x_um + share * x_um, y_um: from.y_um + share * y_um };
}
