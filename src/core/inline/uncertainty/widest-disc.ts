/** Steps of a chamfer distance to the pixel beside and to the one across the corner: within 8 % of Euclid's. */
const [BESIDE, ACROSS] = [1, Math.SQRT2];

interface Marked {
  readonly rows: number;
  readonly cols: number;
  /** 1 where something is, row by row */
  readonly marks: Uint8Array;
}

/**
 * Diameter (px) of the widest disc that fits into the marks of each part. Holes are filled, and what the frame's edge cuts is
 * taken to go on beyond it.
 * @param partOf number of the part that a pixel belongs to, 0 … count
 */
export function widestDiscs(
  { rows, cols, marks }: Marked,
  partOf: (at: number) => number,
  count: number,
): Float64Array {
  const far = distances(filled({ rows, cols, marks }), rows, cols);
  const widest = new Float64Array(count + 1);
  for (let at = 0; at < far.length; at += 1) {
    if (far[at]! === 0) continue;
    const part = partOf(at);
    // the rim lies half a pixel before the nearest one that is not marked
    widest[part] = Math.max(widest[part]!, Math.min(2 * far[at]! - 1, rows + cols));
  }
  return widest;
}

/** With 1 also where no way leads to the frame's edge but through marks. */
function filled({ rows, cols, marks }: Marked): Uint8Array {
  const all = new Uint8Array(marks.length).fill(1);
  const open: number[] = [];
  const visit = (at: number) => {
    if (marks[at] || !all[at]) return;
    all[at] = 0;
    open.push(at);
  };
  for (let x = 0; x < cols; x += 1) [x, (rows - 1) * cols + x].forEach(visit);
  for (let y = 0; y < rows; y += 1) [y * cols, y * cols + cols - 1].forEach(visit);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % cols;
    if (x > 0) visit(at - 1);
    if (x < cols - 1) visit(at + 1);
    if (at >= cols) visit(at - cols);
    if (at + cols < all.length) visit(at + cols);
  }
  return all;
}

/** px from each marked pixel to the nearest that is not. */
function distances(marks: Uint8Array, rows: number, cols: number): Float32Array {
  const far = Float32Array.from(marks, (mark) => (mark ? Infinity : 0));
  const pass = (y: number, x: number, towards: 1 | -1) => {
    const at = y * cols + x;
    if (far[at] === 0) return;
    const [row, left, right] = [y - towards, x - towards, x + towards];
    let least = far[at]!;
    if (left >= 0 && left < cols) least = Math.min(least, far[at - towards]! + BESIDE);
    if (row >= 0 && row < rows) {
      const above = at - towards * cols;
      least = Math.min(least, far[above]! + BESIDE);
      if (left >= 0 && left < cols) least = Math.min(least, far[above - towards]! + ACROSS);
      if (right >= 0 && right < cols) least = Math.min(least, far[above + towards]! + ACROSS);
    }
    far[at] = least;
  };
  for (let y = 0; y < rows; y += 1) for (let x = 0; x < cols; x += 1) pass(y, x, 1);
  for (let y = rows - 1; y >= 0; y -= 1) for (let x = cols - 1; x >= 0; x -= 1) pass(y, x, -1);
  return far;
}
