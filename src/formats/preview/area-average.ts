/** Values in row-major order with how many there are along each side. */
export interface Grid {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float32Array;
}

/** Which source samples one target sample covers, and how much of the first and the last of them. */
interface Spans {
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly firstWeight: Float64Array;
  /** 0 where the first sample is also the last */
  readonly lastWeight: Float64Array;
}

/**
 * The grid at another size, every target sample the mean over the area it covers; enlarging repeats samples.
 * Values that are not finite count for nothing; where nothing else is left the target is NaN.
 */
export function areaAverage(source: Grid, rows: number, cols: number): Grid {
  const across = spans(source.cols, cols);
  const down = spans(source.rows, rows);
  const area = (source.rows / rows) * (source.cols / cols);
  const data = new Float32Array(rows * cols);
  const sums = new Float64Array(cols);
  for (let row = 0; row < rows; row++) {
    sums.fill(0);
    for (let y = down.first[row]!; y <= down.last[row]!; y++) {
      addRow(source, y, weightAt(down, row, y) / area, across, sums);
    }
    const target = data.subarray(row * cols, (row + 1) * cols);
    target.set(sums);
    if (!allFinite(sums)) fillGaps(target, (col) => meanOfFinite(source, down, row, across, col));
  }
  return { rows, cols, data };
}

function addRow(source: Grid, y: number, rowWeight: number, across: Spans, sums: Float64Array): void {
  const line = source.data.subarray(y * source.cols, (y + 1) * source.cols);
  const { first, last, firstWeight, lastWeight } = across;
  for (let col = 0; col < sums.length; col++) {
    const from = first[col]!;
    const to = last[col]!;
    let sum = firstWeight[col]! * line[from]! + lastWeight[col]! * line[to]!;
    for (let x = from + 1; x < to; x++) sum += line[x]!;
    sums[col]! += rowWeight * sum;
  }
}

function allFinite(values: Float64Array): boolean {
  let zero = 0;
  // NaN and infinities minus themselves are NaN, and NaN stays
  for (let i = 0; i < values.length; i++) zero += values[i]! - values[i]!;
  return zero === 0;
}

function fillGaps(target: Float32Array, valueAt: (col: number) => number): void {
  for (let col = 0; col < target.length; col++) {
    if (!Number.isFinite(target[col]!)) target[col] = valueAt(col);
  }
}

function meanOfFinite({ data, cols }: Grid, down: Spans, row: number, across: Spans, col: number): number {
  let sum = 0;
  let weight = 0;
  for (let y = down.first[row]!; y <= down.last[row]!; y++) {
    for (let x = across.first[col]!; x <= across.last[col]!; x++) {
      const value = data[y * cols + x]!;
      if (!Number.isFinite(value)) continue;
      const share = weightAt(down, row, y) * weightAt(across, col, x);
      sum += share * value;
      weight += share;
    }
  }
  return weight > 0 ? sum / weight : NaN;
}

function weightAt(along: Spans, index: number, at: number): number {
  if (at === along.first[index]) return along.firstWeight[index]!;
  return at === along.last[index] ? along.lastWeight[index]! : 1;
}

function spans(sourceLength: number, targetLength: number): Spans {
  const first = new Int32Array(targetLength);
  const last = new Int32Array(targetLength);
  const firstWeight = new Float64Array(targetLength);
  const lastWeight = new Float64Array(targetLength);
  for (let i = 0; i < targetLength; i++) {
    const start = (i * sourceLength) / targetLength;
    const end = ((i + 1) * sourceLength) / targetLength;
    first[i] = Math.floor(start);
    last[i] = Math.max(first[i]!, Math.ceil(end) - 1);
    firstWeight[i] = Math.min(end, first[i]! + 1) - start;
    lastWeight[i] = last[i]! > first[i]! ? end - last[i]! : 0;
  }
  return { first, last, firstWeight, lastWeight };
}
