import { emptyGrid, type Grid } from './grid.ts';

/** Of a lens: radial and tangential, shares of half the view at its edge. */
export interface Distortion {
  readonly radial: number;
  readonly tangential: readonly [x: number, y: number];
}

/** Where things are seen that belong at (u, v), from −1 to 1 over the view, less where they belong. */
export function shift(
  { radial, tangential: [a, b] }: Distortion,
  u: number,
  v: number,
): readonly [number, number] {
  const square = u * u + v * v;
  return [
    radial * square * u + a * (square + 2 * u * u) + 2 * b * u * v,
    radial * square * v + 2 * a * u * v + b * (square + 2 * v * v),
  ];
}

/** A wave as such a lens shows it: the light itself is moved, phase and all. @param side of the view, cells */
export function distorted(wave: Grid, side: number, distortion: Distortion): Grid {
  const { rows, cols } = wave;
  const out = emptyGrid(rows, cols);
  const half = side / 2;
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const [x, y] = [(col + 0.5 - cols / 2) / half, (row + 0.5 - rows / 2) / half];
      // far outside of the view no lens shows anything
      if (Math.max(Math.abs(x), Math.abs(y)) > 1.25) continue;
      let [u, v] = [x, y];
      for (let turn = 0; turn < 30; turn += 1) {
        const [du, dv] = shift(distortion, u, v);
        // no further turn changes anything
        if (u === x - du && v === y - dv) break;
        u = x - du;
        v = y - dv;
      }
      between(wave, u * half + cols / 2 - 0.5, v * half + rows / 2 - 0.5, out, row * cols + col);
    }
  }
  return out;
}

/** Of the polynomial of the fifth degree through the six samples around it, along either axis (Lagrange). */
function between({ rows, cols, re, im }: Grid, x: number, y: number, out: Grid, at: number): void {
  const [left, top] = [Math.floor(x) - 2, Math.floor(y) - 2];
  weights(x - left, alongX);
  weights(y - top, alongY);
  let [a, b] = [0, 0];
  for (let j = 0; j < 6; j += 1) {
    const start = ((top + j + rows) % rows) * cols;
    for (let i = 0; i < 6; i += 1) {
      const from = start + ((left + i + cols) % cols);
      const weight = alongX[i]! * alongY[j]!;
      a += weight * re[from]!;
      b += weight * im[from]!;
    }
  }
  out.re[at] = a;
  out.im[at] = b;
}

const [alongX, alongY] = [new Float64Array(6), new Float64Array(6)];

function weights(at: number, into: Float64Array): void {
  for (let k = 0; k < 6; k += 1) {
    let weight = 1;
    for (let l = 0; l < 6; l += 1) if (l !== k) weight *= (at - l) / (k - l);
    into[k] = weight;
  }
}
