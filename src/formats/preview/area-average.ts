import type { Kernels } from '../../core/kernel/kernels.ts';

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
export function areaAverage(kernels: Kernels, source: Grid, rows: number, cols: number): Grid {
  if (source.rows === rows && source.cols === cols && isFinite(source.data)) return source;
  const isHalf = source.rows === 2 * rows && source.cols === 2 * cols;
  return (isHalf ? halved(kernels, source, rows, cols) : null) ?? reduced(kernels, source, rows, cols);
}

function isFinite(values: Float32Array): boolean {
  let zero = 0;
  // NaN and infinities minus themselves are NaN, and NaN stays
  for (let i = 0; i < values.length; i++) zero += values[i]! - values[i]!;
  return zero === 0;
}

/** Frames of the usual size are drawn at half of it. Sums in the order of the general way; null: not all is finite. */
function halved(kernels: Kernels, source: Grid, rows: number, cols: number): Grid | null {
  using scope = kernels.scope();
  const [upper, lower, line] = [scope.floats(source.cols), scope.floats(source.cols), scope.floats(cols)];
  const pair = [kernels.floats(upper, source.cols), kernels.floats(lower, source.cols)];
  const to = kernels.floats(line, cols);
  const data = new Float32Array(rows * cols);
  for (let row = 0; row < rows; row++) {
    for (const [k, of] of pair.entries()) of.set(lineOf(source, 2 * row + k));
    if (kernels.wasm.halveLines(upper, lower, line, cols) !== 0) return null;
    data.set(to, row * cols);
  }
  return { rows, cols, data };
}

function reduced(kernels: Kernels, source: Grid, rows: number, cols: number): Grid {
  const [across, down] = [spans(source.cols, cols), spans(source.rows, rows)];
  const area = (source.rows / rows) * (source.cols / cols);
  const data = new Float32Array(rows * cols);
  using scope = kernels.scope();
  const [first, last] = [scope.integers(cols), scope.integers(cols)];
  const [firstWeight, lastWeight] = [scope.doubles(cols), scope.doubles(cols)];
  const [line, sum, sums] = [
    scope.floats(Math.max(source.cols, cols)),
    scope.doubles(cols),
    scope.doubles(cols),
  ];
  kernels.integers(first, cols).set(across.first);
  kernels.integers(last, cols).set(across.last);
  kernels.doubles(firstWeight, cols).set(across.firstWeight);
  kernels.doubles(lastWeight, cols).set(across.lastWeight);
  const [from, to, whole] = [
    kernels.floats(line, source.cols),
    kernels.floats(line, cols),
    kernels.doubles(sums, cols),
  ];
  let summed = -1;
  for (let row = 0; row < rows; row++) {
    whole.fill(0);
    for (let y = down.first[row]!; y <= down.last[row]!; y++) {
      // the last source row of a target row is often the first of the next
      if (y !== summed) {
        from.set(lineOf(source, y));
        kernels.wasm.sumSpans(line, first, last, firstWeight, lastWeight, cols, sum);
        summed = y;
      }
      kernels.wasm.addWeighted(sum, sums, { count: cols, weight: weightAt(down, row, y) / area });
    }
    const gaps = kernels.wasm.roundSums(sums, line, cols);
    const target = data.subarray(row * cols, (row + 1) * cols);
    target.set(to);
    if (gaps > 0) fillGaps(target, (col) => meanOfFinite(source, down, row, across, col));
  }
  return { rows, cols, data };
}

function lineOf({ data, cols }: Grid, y: number): Float32Array {
  return data.subarray(y * cols, (y + 1) * cols);
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
