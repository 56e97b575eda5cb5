import { spreadMarks } from '../../../field/spread-marks.ts';

/** A plane of samples, row by row. */
export interface GridSize {
  readonly rows: number;
  readonly cols: number;
}

/** A field, row by row. */
export interface FieldRows extends GridSize {
  readonly re: Float32Array;
  readonly im: Float32Array;
}

export function emptyRows(rows: number, cols: number): FieldRows {
  return { rows, cols, re: new Float32Array(rows * cols), im: new Float32Array(rows * cols) };
}

/** Which part of the sample each place belongs to or is nearest to, from 0. */
export interface CoupledParts {
  readonly nearest: Int32Array;
  readonly count: number;
}

/**
 * Connected parts of what differs from the beam; what lies within `reach` samples of each other is one. All else goes with the part
 * that is nearest.
 */
export function coupledParts({ rows, cols, re, im }: FieldRows, least: number, reach: number): CoupledParts {
  const nearest = new Int32Array(rows * cols).fill(-1);
  const wide = near({ rows, cols, re, im }, least, reach);
  let count = 0;
  for (let start = 0; start < wide.length; start += 1) {
    if (!wide[start] || nearest[start]! >= 0) continue;
    fill({ rows, cols }, wide, nearest, start, count);
    count += 1;
  }
  spread({ rows, cols }, nearest);
  return { nearest, count };
}

/** 1 within so many samples, along rows and columns, of what differs from the beam. */
export function near({ rows, cols, re, im }: FieldRows, least: number, reach: number): Uint8Array {
  const marks = re.map((a, i) => ((a - 1) * (a - 1) + im[i]! * im[i]! > least * least ? 1 : 0));
  return within({ rows, cols }, marks, reach);
}

/** Marks grown by so many samples along rows, then along columns. */
export function within({ rows, cols }: GridSize, marks: ArrayLike<number>, reach: number): Uint8Array {
  const along = spreadMarks(marks, rows, cols, reach, 1);
  return spreadMarks(along, cols, rows, reach, cols);
}

function fill({ rows, cols }: GridSize, marks: Uint8Array, labels: Int32Array, start: number, label: number) {
  const open = [start];
  labels[start] = label;
  const visit = (i: number) => {
    if (!marks[i] || labels[i]! >= 0) return;
    labels[i] = label;
    open.push(i);
  };
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    const col = i % cols;
    if (col > 0) visit(i - 1);
    if (col + 1 < cols) visit(i + 1);
    if (i >= cols) visit(i - cols);
    if (i + cols < rows * cols) visit(i + cols);
  }
}

/** What has no label takes that of the nearest place that has one, in steps along rows and columns. */
function spread({ rows, cols }: GridSize, labels: Int32Array): void {
  let front = [...labels.keys()].filter((i) => labels[i]! >= 0);
  while (front.length > 0) {
    const next: number[] = [];
    const visit = (i: number, label: number) => {
      if (labels[i]! >= 0) return;
      labels[i] = label;
      next.push(i);
    };
    for (const i of front) {
      const [col, label] = [i % cols, labels[i]!];
      if (col > 0) visit(i - 1, label);
      if (col + 1 < cols) visit(i + 1, label);
      if (i >= cols) visit(i - cols, label);
      if (i + cols < rows * cols) visit(i + cols, label);
    }
    front = next;
  }
}

/** Means over 2 · reach + 1 samples along rows, then along columns. */
export function smoothed({ rows, cols }: GridSize, values: ArrayLike<number>, reach: number): Float32Array {
  const along = means(values, { lines: rows, length: cols, across: cols, stride: 1 }, reach);
  return means(along, { lines: cols, length: rows, across: 1, stride: cols }, reach);
}

function means(
  values: ArrayLike<number>,
  { lines, length, across, stride }: Record<'lines' | 'length' | 'across' | 'stride', number>,
  reach: number,
): Float32Array {
  const out = new Float32Array(values.length);
  for (let line = 0; line < lines; line += 1) {
    let [sum, count] = [0, 0];
    const at = (k: number) => values[line * across + k * stride]!;
    for (let k = -reach; k < length; k += 1) {
      const [enters, leaves] = [k + reach, k - reach - 1];
      if (enters < length) [sum, count] = [sum + at(enters), count + 1];
      if (leaves >= 0) [sum, count] = [sum - at(leaves), count - 1];
      if (k >= 0) out[line * across + k * stride] = sum / count;
    }
  }
  return out;
}
