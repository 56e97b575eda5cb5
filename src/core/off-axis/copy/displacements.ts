import { fastSize } from '../../fft/fast-size.ts';
import { fft2, ifft2 } from '../../fft/fft2.ts';
import { parabolaTop } from '../../fit/parabola-top.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { bytesIn, type ComplexPlane } from '../../kernel/plane.ts';
import type { FieldBeside } from './field-beside.ts';

/** What differs from the beam by more than this is of a sample, and by less may be a copy of it. */
const STRONG = 0.3;
/** Shares of a frame that must be of either for anything to be told. */
const LEAST_STRONG = 0.002;
const LEAST_WEAK = 0.1;
/** Half turns over the frame that the copy may be turned by. */
const MOST_BINS = 8;
/** Displacements that are tried. */
const TRIES = 3;

/** Turns from one cell to the next. */
export interface Ramp {
  readonly turnsX: number;
  readonly turnsY: number;
}

export interface SampleAndRest {
  readonly strong: Uint8Array;
  readonly weak: Uint8Array;
  /** mean square of what is weak */
  readonly scatter: number;
}

/** What is of a sample and what may be a copy of it; null: too little of either. */
export function sampleAndRest({ re, im, rows, cols, used }: FieldBeside): SampleAndRest | null {
  const [strong, weak] = [new Uint8Array(re.length), new Uint8Array(re.length)];
  let [few, many, scatter] = [0, 0, 0];
  for (let k = 0; k < re.length; k++) {
    if (used[k] === 0) continue;
    const power = re[k]! * re[k]! + im[k]! * im[k]!;
    if (power > STRONG * STRONG) {
      strong[k] = 1;
      few++;
    } else {
      weak[k] = 1;
      scatter += power;
      many++;
    }
  }
  if (few < LEAST_STRONG * rows * cols || many < LEAST_WEAK * rows * cols) return null;
  return { strong, weak, scatter: scatter / many };
}

/** Displacements at which most of what is weak is a copy of what is strong, and by how many times chance, the best one first. */
export function* likeliest(kernels: Kernels, field: FieldBeside, parts: SampleAndRest, nearest: number) {
  const { rows, cols } = field;
  using scope = kernels.scope();
  const [fullRows, fullCols] = [fastSize(rows + (rows >> 1)), fastSize(cols + (cols >> 1))];
  const size = { rows, cols, fullRows, fullCols };
  const { re, im } = field;
  const { weak, strong } = parts;
  const count = re.length;
  const [weakRe, weakIm] = [new Float64Array(count), new Float64Array(count)];
  const [strongRe, strongIm] = [new Float64Array(count), new Float64Array(count)];
  const [rest, square] = [new Float64Array(count), new Float64Array(count)];
  for (let k = 0; k < count; k++) {
    if (weak[k] === 1) {
      weakRe[k] = re[k]!;
      weakIm[k] = im[k]!;
      rest[k] = 1;
    } else if (strong[k] === 1) {
      strongRe[k] = re[k]!;
      strongIm[k] = im[k]!;
      square[k] = re[k]! * re[k]! + im[k]! * im[k]!;
    }
  }
  const planeOf = (one: Float64Array, other: Float64Array | null) =>
    transformed(kernels, scope, size, one, other);
  const along = correlated(kernels, planeOf(weakRe, weakIm), planeOf(strongRe, strongIm));
  const light = correlated(kernels, planeOf(rest, null), planeOf(square, null));
  const [c, n] = [kernels.floats(along.ptr, floatsIn(along)), kernels.floats(light.ptr, floatsIn(light))];
  const all = square.reduce((sum, one) => sum + one, 0);
  const power = new Float64Array(fullRows * fullCols);
  for (let row = 0; row < fullRows; row++)
    for (let col = 0; col < fullCols; col++) {
      const at = row * floatsPerRow(along) + inRow(col);
      // of a copy that hides in the sample little is seen
      if (n[at]! < all / 16) continue;
      power[row * fullCols + col] =
        (c[at]! * c[at]! + c[at + TO_IMAGINARY]! * c[at + TO_IMAGINARY]!) / n[at]!;
    }
  const found: { readonly x: number; readonly y: number; readonly over: number }[] = [];
  while (found.length < TRIES) {
    let best = { x: 0, y: 0, over: -1 };
    for (let y = -(rows >> 1); y <= rows >> 1; y++)
      for (let x = -(cols >> 1); x <= cols >> 1; x++) {
        const here = power[((y + fullRows) % fullRows) * fullCols + ((x + fullCols) % fullCols)]!;
        if (here <= best.over * parts.scatter) continue;
        // what surrounds a sample lies on both sides of it
        const there = power[((fullRows - y) % fullRows) * fullCols + ((fullCols - x) % fullCols)]!;
        const over = (here - there) / parts.scatter;
        if (there > here / 2) continue;
        if (over > best.over && [CENTRE, ...found].every((one) => isApart(one, x, y))) best = { x, y, over };
      }
    found.push(best);
    yield best;
  }

  function isApart(one: Displacement, x: number, y: number): boolean {
    const [dx, dy] = [x - one.x, y - one.y];
    return dx * dx + dy * dy >= nearest * nearest;
  }
}

export interface Displacement {
  readonly x: number;
  readonly y: number;
}

const CENTRE: Displacement = { x: 0, y: 0 };

function transformed(
  kernels: Kernels,
  scope: Scope,
  { rows, cols, fullRows, fullCols }: Record<'rows' | 'cols' | 'fullRows' | 'fullCols', number>,
  re: Float64Array,
  im: Float64Array | null,
): ComplexPlane {
  const plane = scope.complex(fullRows, fullCols);
  kernels.bytes(plane.ptr, bytesIn(plane)).fill(0);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const places = Int32Array.from({ length: cols }, (_, col) => inRow(col));
  for (let row = 0; row < rows; row++) {
    const line = row * floatsPerRow(plane);
    for (let col = 0; col < cols; col++) {
      const at = line + places[col]!;
      values[at] = re[row * cols + col]!;
      if (im) values[at + TO_IMAGINARY] = im[row * cols + col]!;
    }
  }
  fft2(kernels, plane);
  return plane;
}

/** Σ a(x) b*(x − s) over s, in place of a. */
function correlated(kernels: Kernels, a: ComplexPlane, b: ComplexPlane): ComplexPlane {
  const one = kernels.floats(a.ptr, floatsIn(a));
  const other = kernels.floats(b.ptr, floatsIn(b));
  const places = Int32Array.from({ length: a.cols }, (_, col) => inRow(col));
  for (let row = 0; row < a.rows; row++)
    for (let col = 0; col < a.cols; col++) {
      const at = row * floatsPerRow(a) + places[col]!;
      const re = one[at]!;
      const im = one[at + TO_IMAGINARY]!;
      const r = other[at]!;
      const i = other[at + TO_IMAGINARY]!;
      one[at] = re * r + im * i;
      one[at + TO_IMAGINARY] = im * r - re * i;
    }
  ifft2(kernels, a);
  return a;
}

/** By how much what a copy is of the field turns over the frame. */
export function rampOf(
  kernels: Kernels,
  { re, im, rows, cols }: FieldBeside,
  { strong, weak }: SampleAndRest,
  { x, y }: Displacement,
): Ramp {
  using scope = kernels.scope();
  const [fullRows, fullCols] = [fastSize(2 * rows), fastSize(2 * cols)];
  const [sumRe, sumIm] = [new Float64Array(re.length), new Float64Array(re.length)];
  for (let row = Math.max(0, y); row < Math.min(rows, rows + y); row++)
    for (let col = Math.max(0, x); col < Math.min(cols, cols + x); col++) {
      const k = row * cols + col;
      const from = k - y * cols - x;
      if (weak[k] === 0 || strong[from] === 0) continue;
      sumRe[k] = re[k]! * re[from]! + im[k]! * im[from]!;
      sumIm[k] = im[k]! * re[from]! - re[k]! * im[from]!;
    }
  const plane = transformed(kernels, scope, { rows, cols, fullRows, fullCols }, sumRe, sumIm);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const powerAt = (bin: number, line: number) => {
    const at = ((line + fullRows) % fullRows) * floatsPerRow(plane) + inRow((bin + fullCols) % fullCols);
    return values[at]! * values[at]! + values[at + TO_IMAGINARY]! * values[at + TO_IMAGINARY]!;
  };
  let best = { bin: 0, line: 0, power: -1 };
  for (let line = -MOST_BINS; line <= MOST_BINS; line++)
    for (let bin = -MOST_BINS; bin <= MOST_BINS; bin++) {
      const power = powerAt(bin, line);
      if (power > best.power) best = { bin, line, power };
    }
  const { bin, line, power } = best;
  const turnsX = (bin + parabolaTop(powerAt(bin - 1, line), power, powerAt(bin + 1, line), 0.5)) / fullCols;
  const turnsY = (line + parabolaTop(powerAt(bin, line - 1), power, powerAt(bin, line + 1), 0.5)) / fullRows;
  return { turnsX, turnsY };
}
