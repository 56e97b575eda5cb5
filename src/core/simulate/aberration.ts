/** One product of Legendre polynomials, P_x(u) · P_y(v) · rad, with u and v from −1 to 1 across the frame. */
export interface LegendreTerm {
  /** degree along x */
  readonly x: number;
  /** degree along y */
  readonly y: number;
  readonly rad: number;
}

/** The sum of the terms, rad, row-major. Pixel (i, j) lies at u = (2j + 1)/cols − 1, v = (2i + 1)/rows − 1. */
export function aberrationPhase(terms: readonly LegendreTerm[], rows: number, cols: number): Float64Array {
  const phase = new Float64Array(rows * cols);
  for (const term of terms) {
    const alongX = legendreSamples(term.x, cols);
    const alongY = legendreSamples(term.y, rows);
    for (let row = 0; row < rows; row += 1) {
      const factor = term.rad * alongY[row]!;
      for (let col = 0; col < cols; col += 1) phase[row * cols + col]! += factor * alongX[col]!;
    }
  }
  return phase;
}

function legendreSamples(degree: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => legendre(degree, (2 * i + 1) / count - 1));
}

/** P_n(x) by Bonnet's recursion (Abramowitz and Stegun 22.7.10). */
export function legendre(degree: number, x: number): number {
  let previous = 0;
  let value = 1;
  for (let n = 0; n < degree; n += 1) {
    [previous, value] = [value, ((2 * n + 1) * x * value - n * previous) / (n + 1)];
  }
  return value;
}
