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
        [u, v] = [x - du, y - dv];
      }
      const at = row * cols + col;
      [out.re[at], out.im[at]] = between(wave, u * half + cols / 2 - 0.5, v * half + rows / 2 - 0.5);
    }
  }
  return out;
}

/** Of the polynomial of the fifth degree through the six samples around it, along either axis (Lagrange). */
function between({ rows, cols, re, im }: Grid, x: number, y: number): readonly [number, number] {
  const [left, top] = [Math.floor(x) - 2, Math.floor(y) - 2];
  const [alongX, alongY] = [weights(x - left), weights(y - top)];
  let [a, b] = [0, 0];
  alongY.forEach((wy, j) => {
    alongX.forEach((wx, i) => {
      const at = ((top + j + rows) % rows) * cols + ((left + i + cols) % cols);
      a += wx * wy * re[at]!;
      b += wx * wy * im[at]!;
    });
  });
  return [a, b];
}

function weights(at: number): number[] {
  return Array.from({ length: 6 }, (_, k) => {
    let weight = 1;
    for (let l = 0; l < 6; l += 1) if (l !== k) weight *= (at - l) / (k - l);
    return weight;
  });
}
