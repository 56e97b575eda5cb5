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
  const step = <usize>m * 8;
  const fours = <usize>(rows & ~3) * 8;
  let row = design;
  let r: usize = 0;
  // four rows side by side: each waits for its own sums only
  for (; r < fours; r += 32) {
    let a = load<f64>(observed + r);
    let b = load<f64>(observed + r, 8);
    let c = load<f64>(observed + r, 16);
    let d = load<f64>(observed + r, 24);
    for (let k: usize = 0; k < step; k += 8) {
      const by = load<f64>(coefficients + k);
      const at = row + k;
      a -= load<f64>(at) * by;
      b -= load<f64>(at + step) * by;
      c -= load<f64>(at + 2 * step) * by;
      d -= load<f64>(at + 3 * step) * by;
    }
    store<f64>(residual + r, a);
    store<f64>(residual + r, b, 8);
    store<f64>(residual + r, c, 16);
    store<f64>(residual + r, d, 24);
    row += 4 * step;
  }
  for (; r < <usize>rows * 8; r += 8) {
    let sum = load<f64>(observed + r);
    for (let k: usize = 0; k < step; k += 8) sum -= load<f64>(row + k) * load<f64>(coefficients + k);
    store<f64>(residual + r, sum);
    row += step;
  }
}

/**
 * Normal equations of the weighted problem: normal[i, j] = Σ w d_i d_j (m × m, symmetric), right[i] = Σ w d_i residual.
 * Row r has the weight of group r mod `groups`. Four rows are read at a time, and added to each sum one after the other:
 * the bits are those of the plain sums.
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
  const step = <usize>m * 8;
  memory.fill(normal, 0, <usize>m * step);
  memory.fill(right, 0, step);
  let r = nextWeighted(weight, groups, 0, rows);
  while (r < rows) {
    const first = r;
    const second = nextWeighted(weight, groups, first + 1, rows);
    const third = nextWeighted(weight, groups, second + 1, rows);
    const fourth = nextWeighted(weight, groups, third + 1, rows);
    r = nextWeighted(weight, groups, fourth + 1, rows);
    // where fewer are left the first stands for them with a weight of 0, which adds nothing
    const a = design + <usize>first * step;
    const b = second < rows ? design + <usize>second * step : a;
    const c = third < rows ? design + <usize>third * step : a;
    const d = fourth < rows ? design + <usize>fourth * step : a;
    const wa = load<f64>(weight + <usize>(first % groups) * 8);
    const wb = second < rows ? load<f64>(weight + <usize>(second % groups) * 8) : 0;
    const wc = third < rows ? load<f64>(weight + <usize>(third % groups) * 8) : 0;
    const wd = fourth < rows ? load<f64>(weight + <usize>(fourth % groups) * 8) : 0;
    const ea = load<f64>(residual + <usize>first * 8);
    const eb = second < rows ? load<f64>(residual + <usize>second * 8) : 0;
    const ec = third < rows ? load<f64>(residual + <usize>third * 8) : 0;
    const ed = fourth < rows ? load<f64>(residual + <usize>fourth * 8) : 0;
    for (let i: usize = 0; i < step; i += 8) {
      const ai = wa * load<f64>(a + i);
      const bi = wb * load<f64>(b + i);
      const ci = wc * load<f64>(c + i);
      const di = wd * load<f64>(d + i);
      store<f64>(right + i, load<f64>(right + i) + ai * ea + bi * eb + ci * ec + di * ed);
      const line = normal + i * <usize>m;
      const ap = f64x2.splat(ai);
      const bp = f64x2.splat(bi);
      const cp = f64x2.splat(ci);
      const dp = f64x2.splat(di);
      let j: usize = 0;
      for (; j < i; j += 16) {
        let sum = f64x2.add(v128.load(line + j), f64x2.mul(ap, v128.load(a + j)));
        sum = f64x2.add(sum, f64x2.mul(bp, v128.load(b + j)));
        sum = f64x2.add(sum, f64x2.mul(cp, v128.load(c + j)));
        v128.store(line + j, f64x2.add(sum, f64x2.mul(dp, v128.load(d + j))));
      }
      if (j > i) continue;
      const cell = load<f64>(line + j) + ai * load<f64>(a + j) + bi * load<f64>(b + j);
      store<f64>(line + j, cell + ci * load<f64>(c + j) + di * load<f64>(d + j));
    }
  }
  for (let i = 0; i < m; i++) {
    for (let j = i + 1; j < m; j++) {
      store<f64>(normal + <usize>(i * m + j) * 8, load<f64>(normal + <usize>(j * m + i) * 8));
    }
  }
}

/** The first row from `r` on whose weight is not 0; `rows` or more: there is none. */
function nextWeighted(weight: DoublesAt, groups: Count<i32>, r: i32, rows: Count<i32>): i32 {
  while (r < rows && load<f64>(weight + <usize>(r % groups) * 8) == 0) r++;
  return r;
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
