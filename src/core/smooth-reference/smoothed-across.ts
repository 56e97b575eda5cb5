import type { Kernels } from '../kernel/kernels.ts';

/** How far a Gaussian is taken, standard deviations. */
const REACH = 3;

/** Index within 0 … count − 1 of one that reaches beyond: the edges are mirrors. */
export function mirrored(index: number, count: number): number {
  const period = 2 * count;
  const within = ((index % period) + period) % period;
  return within < count ? within : period - 1 - within;
}

/**
 * A plane of rows × cols numbers through a Gaussian along both sides.
 * @param sigma samples
 */
export function smoothedAcross(
  kernels: Kernels,
  plane: Float32Array,
  rows: number,
  cols: number,
  sigma: number,
): Float32Array {
  const reach = Math.ceil(REACH * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, k) => {
    const way = (k - reach) / sigma;
    return kernels.wasm.exp((-way * way) / 2);
  });
  const sum = weights.reduce((a, b) => a + b, 0);
  const window = Float64Array.from(weights, (weight) => weight / sum);
  return alongColumns(alongRows(plane, rows, cols, window), rows, cols, window);
}

function alongRows(plane: Float32Array, rows: number, cols: number, window: Float64Array): Float32Array {
  const reach = window.length >> 1;
  const out = new Float32Array(plane.length);
  const line = new Float64Array(cols + 2 * reach);
  const places = Int32Array.from({ length: line.length }, (_, k) => mirrored(k - reach, cols));
  for (let row = 0; row < rows; row++) {
    const start = row * cols;
    for (let k = 0; k < line.length; k++) line[k] = plane[start + places[k]!]!;
    for (let col = 0; col < cols; col++) {
      let value = 0;
      for (let w = 0; w < window.length; w++) value += window[w]! * line[col + w]!;
      out[start + col] = value;
    }
  }
  return out;
}

function alongColumns(plane: Float32Array, rows: number, cols: number, window: Float64Array): Float32Array {
  const reach = window.length >> 1;
  const out = new Float32Array(plane.length);
  const line = new Float64Array(cols);
  for (let row = 0; row < rows; row++) {
    line.fill(0);
    for (let w = 0; w < window.length; w++) {
      const [weight, from] = [window[w]!, mirrored(row + w - reach, rows) * cols];
      for (let col = 0; col < cols; col++) line[col]! += weight * plane[from + col]!;
    }
    out.set(line, row * cols);
  }
  return out;
}
