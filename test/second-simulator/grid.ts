/** Complex samples on a rectangle of powers of two, row-major, double precision. */
export interface Grid {
  readonly rows: number;
  readonly cols: number;
  readonly re: Float64Array;
  readonly im: Float64Array;
}

export function emptyGrid(rows: number, cols: number): Grid {
  return { rows, cols, re: new Float64Array(rows * cols), im: new Float64Array(rows * cols) };
}

/** In place; the inverse is scaled by 1 / count. Radix 2, nothing of the kernels. */
export function fourier({ rows, cols, re, im }: Grid, inverse = false): void {
  const ofRow = lineOf(cols, inverse);
  const ofCol = lineOf(rows, inverse);
  for (let row = 0; row < rows; row += 1) ofRow(re, im, row * cols, 1);
  for (let col = 0; col < cols; col += 1) ofCol(re, im, col, cols);
  if (!inverse) return;
  const scale = 1 / (rows * cols);
  for (let i = 0; i < re.length; i += 1) {
    re[i]! *= scale;
    im[i]! *= scale;
  }
}

type Line = (re: Float64Array, im: Float64Array, start: number, stride: number) => void;

function lineOf(count: number, inverse: boolean): Line {
  const bits = Math.log2(count);
  if (!Number.isInteger(bits)) throw new RangeError(`${count} is no power of 2`);
  const order = Uint32Array.from({ length: count }, (_, k) => {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit += 1) if (k & (1 << bit)) reversed |= 1 << (bits - 1 - bit);
    return reversed;
  });
  const sign = inverse ? 1 : -1;
  const cos = Float64Array.from({ length: count / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / count));
  const sin = Float64Array.from({ length: count / 2 }, (_, k) => sign * Math.sin((2 * Math.PI * k) / count));
  const [a, b] = [new Float64Array(count), new Float64Array(count)];
  return (re, im, start, stride) => {
    for (let k = 0; k < count; k += 1) {
      a[k] = re[start + order[k]! * stride]!;
      b[k] = im[start + order[k]! * stride]!;
    }
    for (let half = 1; half < count; half *= 2) {
      const step = count / 2 / half;
      for (let first = 0; first < count; first += 2 * half) {
        for (let k = 0, t = 0; k < half; k += 1, t += step) {
          const [low, high] = [first + k, first + k + half];
          const x = a[high]! * cos[t]! - b[high]! * sin[t]!;
          const y = a[high]! * sin[t]! + b[high]! * cos[t]!;
          a[high] = a[low]! - x;
          b[high] = b[low]! - y;
          a[low]! += x;
          b[low]! += y;
        }
      }
    }
    for (let k = 0; k < count; k += 1) {
      re[start + k * stride] = a[k]!;
      im[start + k * stride] = b[k]!;
    }
  };
}

/** Multiplies the spectrum by what `factor` says at each frequency, cycles per µm. */
export function filtered(
  grid: Grid,
  [hx, hy]: readonly [number, number],
  factor: (fx: number, fy: number) => readonly [number, number],
): void {
  fourier(grid);
  const { rows, cols, re, im } = grid;
  for (let row = 0, i = 0; row < rows; row += 1) {
    const fy = (row < rows / 2 ? row : row - rows) / (rows * hy);
    for (let col = 0; col < cols; col += 1, i += 1) {
      const fx = (col < cols / 2 ? col : col - cols) / (cols * hx);
      const [c, d] = factor(fx, fy);
      const [a, b] = [re[i]!, im[i]!];
      re[i] = a * c - b * d;
      im[i] = a * d + b * c;
    }
  }
  fourier(grid, true);
}
