// Sums of weighted least squares, for designs of a few thousand rows and a dozen columns.
import { Count, DoublesAt } from './types';

/**
 * residual[r] = observed[r] − Σ_k design[r, k] · coefficients[k]; all f64, design row-major with `m` columns.
 */
export function fitResiduals(
  design: DoublesAt,
  observed: DoublesAt,
  coefficients: DoublesAt,
  rows: Count<i32>,
  m: Count<i32>,
  residual: DoublesAt,
): void {
  for (let r = 0; r < rows; r++) {
    let sum = load<f64>(observed + <usize>r * 8);
    const row = design + <usize>(r * m) * 8;
    for (let k = 0; k < m; k++) sum -= load<f64>(row + <usize>k * 8) * load<f64>(coefficients + <usize>k * 8);
    store<f64>(residual + <usize>r * 8, sum);
  }
}

/**
 * Normal equations of the weighted problem: normal[i, j] = Σ w d_i d_j (m × m, symmetric), right[i] = Σ w d_i residual.
 * Row r has the weight of group r mod `groups`.
 */
export function fitNormalEquations(
  design: DoublesAt,
  residual: DoublesAt,
  weight: DoublesAt,
  groups: Count<i32>,
  rows: Count<i32>,
  m: Count<i32>,
  normal: DoublesAt,
  right: DoublesAt,
): void {
  memory.fill(normal, 0, <usize>(m * m) * 8);
  memory.fill(right, 0, <usize>m * 8);
  for (let r = 0; r < rows; r++) {
    const w = load<f64>(weight + <usize>(r % groups) * 8);
    if (w == 0) continue;
    const row = design + <usize>(r * m) * 8;
    const e = load<f64>(residual + <usize>r * 8);
    for (let i = 0; i < m; i++) {
      const wi = w * load<f64>(row + <usize>i * 8);
      const at = right + <usize>i * 8;
      store<f64>(at, load<f64>(at) + wi * e);
      const line = normal + <usize>(i * m) * 8;
      for (let j = 0; j <= i; j++) {
        const cell = line + <usize>j * 8;
        store<f64>(cell, load<f64>(cell) + wi * load<f64>(row + <usize>j * 8));
      }
    }
  }
  for (let i = 0; i < m; i++) {
    for (let j = i + 1; j < m; j++) {
      store<f64>(normal + <usize>(i * m + j) * 8, load<f64>(normal + <usize>(j * m + i) * 8));
    }
  }
}

/** Rows of a design that `addNormalEquations` takes at once. */
const ROWS = 4;

/**
 * normal[i, j] += Σ d_i d_j for j ≥ i rounded down to even, right[i] += Σ d_i e, over the rows of a design that is
 * weighted already; all f64, design row-major.
 * @param rows a multiple of 4
 * @param m columns, even
 */
export function addNormalEquations(
  design: DoublesAt,
  residual: DoublesAt,
  rows: Count<i32>,
  m: Count<i32>,
  normal: DoublesAt,
  right: DoublesAt,
): void {
  const step = <usize>m * 8;
  for (let r = 0; r < rows; r += ROWS) {
    const a = design + <usize>r * step;
    const b = a + step;
    const c = b + step;
    const d = c + step;
    const e = residual + <usize>r * 8;
    for (let i: usize = 0; i < step; i += 8) {
      const ai = v128.load64_splat(a + i);
      const bi = v128.load64_splat(b + i);
      const ci = v128.load64_splat(c + i);
      const di = v128.load64_splat(d + i);
      const line = normal + i * <usize>m;
      for (let j = i & ~15; j < step; j += 16) {
        const first = f64x2.add(f64x2.mul(ai, v128.load(a + j)), f64x2.mul(bi, v128.load(b + j)));
        const second = f64x2.add(f64x2.mul(ci, v128.load(c + j)), f64x2.mul(di, v128.load(d + j)));
        v128.store(line + j, f64x2.add(v128.load(line + j), f64x2.add(first, second)));
      }
      const at = right + i;
      const sum =
        load<f64>(a + i) * load<f64>(e) +
        load<f64>(b + i) * load<f64>(e, 8) +
        (load<f64>(c + i) * load<f64>(e, 16) + load<f64>(d + i) * load<f64>(e, 24));
      store<f64>(at, load<f64>(at) + sum);
    }
  }
}
