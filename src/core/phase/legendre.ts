import type { Slopes, TilePlaces, Tiles } from './tiles.ts';

/** Index pairs (a, b) of the terms P_a(y) P_b(x) with a + b ≤ degree, the constant first. */
export function legendreTerms(degree: number): { readonly a: number; readonly b: number }[] {
  const terms = [];
  for (let total = 0; total <= degree; total++)
    for (let a = 0; a <= total; a++) terms.push({ a, b: total - a });
  return terms;
}

/** P_0(t) … P_degree(t) by Bonnet's recursion. */
export function legendreValues(t: number, degree: number): Float64Array {
  const p = new Float64Array(degree + 1);
  p[0] = 1;
  if (degree > 0) p[1] = t;
  for (let d = 1; d < degree; d++) p[d + 1] = ((2 * d + 1) * t * p[d]! - d * p[d - 1]!) / (d + 1);
  return p;
}

/** P_0′(t) … P_degree′(t): P′_{d+1} = P′_{d−1} + (2d + 1) P_d. */
export function legendreDerivatives(t: number, degree: number): Float64Array {
  const p = legendreValues(t, degree);
  const q = new Float64Array(degree + 1);
  if (degree > 0) q[1] = 1;
  for (let d = 1; d < degree; d++) q[d + 1] = q[d - 1]! + (2 * d + 1) * p[d]!;
  return q;
}

/** Coefficients of {@link legendreTerms} as a (degree + 1)² matrix c[a, b], row-major. */
export function coefficientMatrix(coefficients: ArrayLike<number>, degree: number): Float64Array {
  const matrix = new Float64Array((degree + 1) * (degree + 1));
  legendreTerms(degree).forEach(({ a, b }, k) => (matrix[a * (degree + 1) + b] = coefficients[k] ?? 0));
  return matrix;
}

/** P_a(y) P_b(x) of every tile (rows) for every term (columns) up to a total degree. */
export function legendreDesign(tiles: Pick<TilePlaces, 'x' | 'y' | 'count'>, degree: number): Float64Array {
  const terms = legendreTerms(degree);
  const [alongY, alongX] = [Int32Array.from(terms, ({ a }) => a), Int32Array.from(terms, ({ b }) => b)];
  const px = Array.from(tiles.x, (x) => legendreValues(x, degree));
  const design = new Float64Array(tiles.count * terms.length);
  let at = 0;
  for (const y of tiles.y) {
    const ofY = legendreValues(y, degree);
    for (const ofX of px) {
      putProducts(design, at, ofY, alongY, ofX, alongX);
      at += terms.length;
    }
  }
  return design;
}

function putProducts(
  out: Float64Array,
  first: number,
  ofY: Float64Array,
  alongY: Int32Array,
  ofX: Float64Array,
  alongX: Int32Array,
): void {
  for (let k = 0; k < alongY.length; k++) out[first + k] = ofY[alongY[k]!]! * ofX[alongX[k]!]!;
}

/**
 * Slopes per sample of every term but the constant: first the rows of the slopes along x of every tile, then those
 * along y, each where it was measured.
 * @param perSampleX Legendre coordinate from one sample to the next
 */
export function slopeDesign(
  tiles: Tiles,
  slopes: Slopes,
  degree: number,
  perSampleX: number,
  perSampleY: number,
): Float64Array {
  const terms = legendreTerms(degree).slice(1);
  const px = Array.from(tiles.x, (x) => legendreValues(x, degree));
  const py = Array.from(tiles.y, (y) => legendreValues(y, degree));
  const dx = Array.from(tiles.x, (x) => legendreDerivatives(x + slopes.aheadX, degree));
  const dy = Array.from(tiles.y, (y) => legendreDerivatives(y + slopes.aheadY, degree));
  const design = new Float64Array(2 * tiles.count * terms.length);
  let alongX = 0;
  let alongY = tiles.count * terms.length;
  for (let j = 0; j < py.length; j++) {
    for (let i = 0; i < px.length; i++) {
      for (const { a, b } of terms) {
        design[alongX++] = py[j]![a]! * dx[i]![b]! * perSampleX;
        design[alongY++] = dy[j]![a]! * px[i]![b]! * perSampleY;
      }
    }
  }
  return design;
}
