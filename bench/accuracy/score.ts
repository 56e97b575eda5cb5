/** Difference of two phase maps after the best piston and tilt are taken off, over the frame less its border. */
export interface PhaseScore {
  /** rad */
  readonly rmse: number;
  /** share of the pixels that are off by more than half a turn: unwrapping errors */
  readonly wrong: number;
  /** difference, NaN in the border */
  readonly difference: Float32Array;
}

/** @param border share of each side that is left out at both ends */
export function scorePhase(
  found: Float32Array,
  truth: Float32Array,
  rows: number,
  cols: number,
  border = 0.05,
): PhaseScore {
  const top = Math.ceil(rows * border);
  const left = Math.ceil(cols * border);
  // normal equations for 1, x, y
  const s = new Float64Array(6);
  const r = new Float64Array(3);
  const visit = (f: (at: number, x: number, y: number) => void) => {
    for (let j = top; j < rows - top; j++)
      for (let i = left; i < cols - left; i++) f(j * cols + i, (2 * i) / (cols - 1) - 1, (2 * j) / (rows - 1) - 1);
  };
  visit((at, x, y) => {
    const d = found[at]! - truth[at]!;
    const terms = [1, x, x * x, y, x * y, y * y];
    for (let k = 0; k < 6; k++) s[k]! += terms[k]!;
    r[0]! += d;
    r[1]! += d * x;
    r[2]! += d * y;
  });
  const [a, b, c] = solve3(
    [
      [s[0]!, s[1]!, s[3]!],
      [s[1]!, s[2]!, s[4]!],
      [s[3]!, s[4]!, s[5]!],
    ],
    [r[0]!, r[1]!, r[2]!],
  );
  const difference = new Float32Array(rows * cols).fill(NaN);
  let square = 0;
  let wrong = 0;
  let count = 0;
  visit((at, x, y) => {
    const d = found[at]! - truth[at]! - a - b * x - c * y;
    difference[at] = d;
    square += d * d;
    if (Math.abs(d) > Math.PI) wrong++;
    count++;
  });
  return { rmse: Math.sqrt(square / count), wrong: wrong / count, difference };
}

function solve3(m: number[][], v: number[]): [number, number, number] {
  const det = (p: number[][]) =>
    p[0]![0]! * (p[1]![1]! * p[2]![2]! - p[1]![2]! * p[2]![1]!) -
    p[0]![1]! * (p[1]![0]! * p[2]![2]! - p[1]![2]! * p[2]![0]!) +
    p[0]![2]! * (p[1]![0]! * p[2]![1]! - p[1]![1]! * p[2]![0]!);
  const whole = det(m);
  const x = [0, 1, 2].map((k) => det(m.map((row, j) => row.map((value, i) => (i === k ? v[j]! : value)))) / whole);
  return [x[0]!, x[1]!, x[2]!];
}
