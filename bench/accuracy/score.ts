/** Difference of two phase maps after the best piston and tilt are taken off, over the frame less its border. */
export interface PhaseScore {
  /** rad */
  readonly rmse: number;
  /** share of the pixels that are off by more than half a turn: unwrapping errors */
  readonly wrong: number;
  /** rad; NaN where it was not scored */
  readonly difference: Float32Array;
}

export interface ScoreOptions {
  /** share of each side that is left out at both ends */
  readonly border?: number;
  /** pixels to score; default all */
  readonly use?: (index: number) => boolean;
}

type Visit = (at: number, x: number, y: number) => void;

export function scorePhase(
  found: Float32Array,
  truth: Float32Array,
  rows: number,
  cols: number,
  options: ScoreOptions = {},
): PhaseScore {
  const each = pixels(rows, cols, options);
  const [a, b, c] = fitPlane((at) => found[at]! - truth[at]!, each);
  const difference = new Float32Array(rows * cols).fill(NaN);
  let square = 0;
  let wrong = 0;
  let count = 0;
  each((at, x, y) => {
    const d = found[at]! - truth[at]! - a - b * x - c * y;
    difference[at] = d;
    square += d * d;
    if (Math.abs(d) > Math.PI) wrong++;
    count++;
  });
  return { rmse: Math.sqrt(square / count), wrong: wrong / count, difference };
}

/**
 * The same of the wrapped difference: whole turns that the unwrapping put in the wrong place do not count. Piston and
 * tilt are taken off phasors first, so that the difference does not wrap around.
 */
export function scoreWrapped(
  found: Float32Array,
  truth: Float32Array,
  rows: number,
  cols: number,
  options: ScoreOptions = {},
): PhaseScore {
  let re = 0;
  let im = 0;
  pixels(
    rows,
    cols,
    options,
  )((at) => {
    re += Math.cos(found[at]! - truth[at]!);
    im += Math.sin(found[at]! - truth[at]!);
  });
  const piston = Math.atan2(im, re);
  const turn = 2 * Math.PI;
  const congruent = found.map((value, at) => {
    const d = value - truth[at]! - piston;
    return truth[at]! + d - turn * Math.round(d / turn);
  });
  return scorePhase(congruent, truth, rows, cols, options);
}

/** Calls with the index of each scored pixel and its place from −1 to 1. */
function pixels(rows: number, cols: number, { border = 0.05, use = () => true }: ScoreOptions) {
  const top = Math.ceil(rows * border);
  const left = Math.ceil(cols * border);
  return (visit: Visit) => {
    for (let j = top; j < rows - top; j++)
      for (let i = left; i < cols - left; i++) {
        const at = j * cols + i;
        if (use(at)) visit(at, (2 * i) / (cols - 1) - 1, (2 * j) / (rows - 1) - 1);
      }
  };
}

/** Least squares a + b x + c y. */
function fitPlane(value: (at: number) => number, each: (visit: Visit) => void): [number, number, number] {
  const s = new Float64Array(6);
  const r = new Float64Array(3);
  each((at, x, y) => {
    const d = value(at);
    const terms = [1, x, x * x, y, x * y, y * y];
    for (let k = 0; k < 6; k++) s[k]! += terms[k]!;
    r[0]! += d;
    r[1]! += d * x;
    r[2]! += d * y;
  });
  const normal = [
    [s[0]!, s[1]!, s[3]!],
    [s[1]!, s[2]!, s[4]!],
    [s[3]!, s[4]!, s[5]!],
  ];
  return solve3(normal, [...r]);
}

/** Cramer's rule. */
function solve3(m: number[][], v: number[]): [number, number, number] {
  const det = (p: number[][]) =>
    p[0]![0]! * (p[1]![1]! * p[2]![2]! - p[1]![2]! * p[2]![1]!) -
    p[0]![1]! * (p[1]![0]! * p[2]![2]! - p[1]![2]! * p[2]![0]!) +
    p[0]![2]! * (p[1]![0]! * p[2]![1]! - p[1]![1]! * p[2]![0]!);
  const whole = det(m);
  const x = [0, 1, 2].map(
    (k) => det(m.map((row, j) => row.map((value, i) => (i === k ? v[j]! : value)))) / whole,
  );
  return [x[0]!, x[1]!, x[2]!];
}
