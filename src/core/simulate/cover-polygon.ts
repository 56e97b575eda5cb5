/** Which share of each pixel a shape covers, in a part of the frame. */
export interface Cover {
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
  /** row-major, 0 to 1 */
  readonly share: Float64Array;
}

type Vertex = readonly [x: number, y: number];

/**
 * The exact area of a polygon in every pixel, up to rounding. Each edge adds to the pixels it passes the area between
 * itself and their right sides, and to the pixel right of them the rest; a running sum along each row gives the
 * cover. Where the polygon covers itself twice so does the share.
 * @param vertices pixels from the frame's upper left corner
 */
export function coverPolygon(vertices: readonly Vertex[], rows: number, cols: number): Cover | null {
  const inside = cutAtFrame(vertices, rows, cols);
  if (inside.length < 3) return null;
  const [x, y] = [inside.map((p) => p[0]), inside.map((p) => p[1])];
  const [left, top] = [Math.floor(Math.min(...x)), Math.floor(Math.min(...y))];
  const width = Math.ceil(Math.max(...x)) - left;
  const height = Math.ceil(Math.max(...y)) - top;
  if (width <= 0 || height <= 0) return null;
  // an edge at the right border adds to the two pixels beyond it
  const stride = width + 2;
  const sums = new Float64Array(height * stride);
  inside.forEach((from, i) => {
    const to = inside[(i + 1) % inside.length]!;
    addEdge(sums, stride, [from[0] - left, from[1] - top], [to[0] - left, to[1] - top]);
  });
  return { row: top, col: left, rows: height, cols: width, share: runningSums(sums, stride, height, width) };
}

function runningSums(sums: Float64Array, stride: number, rows: number, cols: number): Float64Array {
  const share = new Float64Array(rows * cols);
  for (let row = 0; row < rows; row += 1) {
    let sum = 0;
    for (let col = 0; col < cols; col += 1) {
      sum += sums[row * stride + col]!;
      share[row * cols + col] = Math.abs(sum);
    }
  }
  return share;
}

function addEdge(sums: Float64Array, stride: number, from: Vertex, to: Vertex): void {
  if (from[1] === to[1]) return;
  const sign = from[1] < to[1] ? 1 : -1;
  const [upper, lower] = sign > 0 ? [from, to] : [to, from];
  const slope = (lower[0] - upper[0]) / (lower[1] - upper[1]);
  for (let row = Math.floor(upper[1]); row < lower[1]; row += 1) {
    const [y0, y1] = [Math.max(upper[1], row), Math.min(lower[1], row + 1)];
    if (y1 <= y0) continue;
    const x0 = upper[0] + (y0 - upper[1]) * slope;
    const x1 = upper[0] + (y1 - upper[1]) * slope;
    addPiece(sums, row * stride, Math.min(x0, x1), Math.max(x0, x1), sign * (y1 - y0));
  }
}

/** A piece of an edge inside one row, from x = low to high, `rise` rows high (signed). */
function addPiece(sums: Float64Array, start: number, low: number, high: number, rise: number): void {
  const first = Math.max(0, Math.floor(low));
  for (let col = first; col === first || col < high; col += 1) {
    const [from, to] = [Math.max(low, col), Math.min(high, col + 1)];
    const part = high > low ? (rise * (to - from)) / (high - low) : rise;
    const right = part * (col + 1 - (from + to) / 2);
    sums[start + col]! += right;
    sums[start + col + 1]! += part - right;
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
function cutAt(vertices: readonly Vertex[], axis: 0 | 1, border: number, inward: 1 | -1): Vertex[] {
  const depth = (p: Vertex) => inward * (p[axis] - border);
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
