type Vertex = readonly [x: number, y: number];

/** Called for pixels next to each other in a row, up to another one, that a shape covers to the same share: 0 to 1. */
export type Visit = (index: number, end: number, share: number) => void;

/** An edge from its upper end on; `sign`: whether it leads down. */
interface Edge {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly slope: number;
  readonly sign: 1 | -1;
}

/**
 * The exact area of a polygon in every pixel, up to rounding. Each edge adds to the pixels it passes the area between
 * itself and their right sides, and to the pixel right of them the rest; a running sum along each row gives the
 * cover. Where the polygon covers itself twice so does the share. Only what a row's edges enclose is gone through:
 * of an oblique band the box around it is the whole frame.
 * @param vertices pixels from the frame's upper left corner
 */
export function coverPolygon(vertices: readonly Vertex[], rows: number, cols: number, visit: Visit): void {
  const inside = cutAtFrame(vertices, rows, cols);
  if (inside.length < 3) return;
  let [left, top, right, bottom] = [cols, rows, 0, 0];
  for (const [x, y] of inside) {
    left = Math.min(left, Math.floor(x));
    top = Math.min(top, Math.floor(y));
    right = Math.max(right, Math.ceil(x));
    bottom = Math.max(bottom, Math.ceil(y));
  }
  const [width, height] = [right - left, bottom - top];
  const edges = edgesOf(inside, left, top);
  // an edge at the right border adds to the two pixels beyond it
  const sums = new Float64Array(Math.max(0, width) + 2);
  for (let row = 0, at = top * cols + left; row < height; row += 1, at += cols) {
    let first = width;
    let end = 0;
    for (let k = 0; k < edges.length; k += 1) {
      const edge = edges[k]!;
      const y0 = Math.max(edge.top, row);
      const y1 = Math.min(edge.bottom, row + 1);
      if (y1 <= y0) continue;
      const x0 = edge.x + (y0 - edge.top) * edge.slope;
      const x1 = edge.x + (y1 - edge.top) * edge.slope;
      const low = Math.min(x0, x1);
      const high = Math.max(x0, x1);
      addPiece(sums, low, high, edge.sign * (y1 - y0));
      first = Math.min(first, Math.max(0, Math.floor(low)));
      end = Math.max(end, Math.floor(high) + 2);
    }
    let sum = 0;
    for (let col = first, next = first; col < end; col = next) {
      sum += sums[col]!;
      sums[col] = 0;
      next = col + 1;
      // between two edges nothing is added
      while (next < end && sums[next] === 0) next += 1;
      if (sum !== 0 && col < width) visit(at + col, at + Math.min(next, width), Math.abs(sum));
    }
  }
}

function edgesOf(vertices: readonly Vertex[], left: number, top: number): Edge[] {
  const edges: Edge[] = [];
  for (let k = 0; k < vertices.length; k += 1) {
    const [from, to] = [vertices[k]!, vertices[k + 1 === vertices.length ? 0 : k + 1]!];
    if (from[1] === to[1]) continue;
    const sign = from[1] < to[1] ? 1 : -1;
    const [upper, lower] = sign > 0 ? [from, to] : [to, from];
    const [x, y, y1] = [upper[0] - left, upper[1] - top, lower[1] - top];
    edges.push({ x, top: y, bottom: y1, slope: (lower[0] - left - x) / (y1 - y), sign });
  }
  return edges;
}

/** A piece of an edge inside one row, from x = low to high, `rise` rows high (signed). */
function addPiece(sums: Float64Array, low: number, high: number, rise: number): void {
  const first = Math.max(0, Math.floor(low));
  for (let col = first; col === first || col < high; col += 1) {
    const from = Math.max(low, col);
    const to = Math.min(high, col + 1);
    const part = high > low ? (rise * (to - from)) / (high - low) : rise;
    const right = part * (col + 1 - (from + to) / 2);
    sums[col]! += right;
    sums[col + 1]! += part - right;
  }
}

/** Sutherland and Hodgman (doi:10.1145/360767.360802): areas stay right even where the outcome touches itself. */
function cutAtFrame(vertices: readonly Vertex[], rows: number, cols: number): readonly Vertex[] {
  let rest = vertices;
  rest = cutAt(rest, 0, 0, 1);
  rest = cutAt(rest, 0, cols, -1);
  rest = cutAt(rest, 1, 0, 1);
  return cutAt(rest, 1, rows, -1);
}

/** Keeps what lies on one side of a border across an axis. The cut itself lies on it exactly, however far off the ends are. */
function cutAt(vertices: readonly Vertex[], axis: 0 | 1, border: number, inward: 1 | -1): readonly Vertex[] {
  const depth = (p: Vertex) => inward * (p[axis] - border);
  if (vertices.every((p) => depth(p) >= 0)) return vertices;
  return vertices.flatMap((from, i) => {
    const to = vertices[(i + 1) % vertices.length]!;
    const [a, b] = [depth(from), depth(to)];
    const kept: Vertex[] = a >= 0 ? [from] : [];
    if (a * b < 0) {
      const t = a / (a - b);
      const along = from[1 - axis]! + t * (to[1 - axis]! - from[1 - axis]!);
      kept.push(axis === 0 ? [border, along] : [along, border]);
    }
    return kept;
  });
}
