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
 * @returns the source itself where nothing changes
 */
export function areaAverage(source: Grid, rows: number, cols: number): Grid {
  if (source.rows === rows && source.cols === cols && isFinite(source.data)) return source;
  if (source.rows === 2 * rows && source.cols === 2 * cols) {
    const half = halved(source, rows, cols);
    if (half) return half;
  }
  const across = spans(source.cols, cols);
  const down = spans(source.rows, rows);
  const area = (source.rows / rows) * (source.cols / cols);
  const data = new Float32Array(rows * cols);
  const sums = new Float64Array(cols);
  const line = new Float64Array(cols);
  let summed = -1;
  for (let row = 0; row < rows; row++) {
    sums.fill(0);
    for (let y = down.first[row]!; y <= down.last[row]!; y++) {
      // the last source row of a target row is often the first of the next
      if (y !== summed) sumAcross(source, (summed = y), across, line);
      addRow(line, weightAt(down, row, y) / area, sums);
    }
    const target = data.subarray(row * cols, (row + 1) * cols);
    if (!copyFinite(sums, target)) fillGaps(target, (col) => meanOfFinite(source, down, row, across, col));
  }
  return { rows, cols, data };
}

function isFinite(values: Float32Array): boolean {
  let zero = 0;
  // NaN and infinities minus themselves are NaN, and NaN stays
  for (let i = 0; i < values.length; i++) zero += values[i]! - values[i]!;
  return zero === 0;
}

/** Frames of the usual size are drawn at half of it. Sums in the order of the general way; null: not all is finite. */
function halved(source: Grid, rows: number, cols: number): Grid | null {
  const data = new Float32Array(rows * cols);
  const lineOf = (y: number) => source.data.subarray(y * source.cols, (y + 1) * source.cols);
  for (let row = 0; row < rows; row++) {
    const [upper, lower] = [lineOf(2 * row), lineOf(2 * row + 1)];
    const target = data.subarray(row * cols, (row + 1) * cols);
    let zero = 0;
    for (let col = 0, x = 0; col < cols; col++, x += 2) {
      const sum = 0.25 * (upper[x]! + upper[x + 1]!) + 0.25 * (lower[x]! + lower[x + 1]!);
      // NaN and infinities minus themselves are NaN, and NaN stays
      zero += sum - sum;
      target[col] = sum;
    }
    if (zero !== 0) return null;
  }
  return { rows, cols, data };
}

function sumAcross({ data, cols }: Grid, y: number, across: Spans, sums: Float64Array): void {
  const { first, last, firstWeight, lastWeight } = across;
  const start = y * cols;
  for (let col = 0; col < sums.length; col++) {
    const from = start + first[col]!;
    const to = start + last[col]!;
    let sum = firstWeight[col]! * data[from]! + lastWeight[col]! * data[to]!;
    for (let x = from + 1; x < to; x++) sum += data[x]!;
    sums[col] = sum;
  }
}

function addRow(line: Float64Array, weight: number, sums: Float64Array): void {
  for (let col = 0; col < sums.length; col++) sums[col] = sums[col]! + weight * line[col]!;
}

/** @returns whether all of them are finite */
function copyFinite(values: Float64Array, target: Float32Array): boolean {
  let zero = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    target[i] = value;
    // NaN and infinities minus themselves are NaN, and NaN stays
    zero += value - value;
  }
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
