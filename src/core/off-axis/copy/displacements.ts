import { fastSize } from '../../fft/fast-size.ts';
import { fft2, ifft2 } from '../../fft/fft2.ts';
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
  const power = re.map((r, k) => r * r + im[k]! * im[k]!);
  const strong = Uint8Array.from(power, (p, k) => (used[k] === 1 && p > STRONG * STRONG ? 1 : 0));
  const weak = Uint8Array.from(strong, (one, k) => (used[k] === 1 && one === 0 ? 1 : 0));
  const count = (of: Uint8Array) => of.reduce((sum, one) => sum + one, 0);
  const many = count(weak);
  if (count(strong) < LEAST_STRONG * rows * cols || many < LEAST_WEAK * rows * cols) return null;
  return { strong, weak, scatter: power.reduce((sum, p, k) => sum + weak[k]! * p, 0) / many };
}

/** Displacements at which most of what is weak is a copy of what is strong, and by how many times chance, the best one first. */
export function likeliest(kernels: Kernels, field: FieldBeside, parts: SampleAndRest, nearest: number) {
  const { rows, cols } = field;
  using scope = kernels.scope();
  const [fullRows, fullCols] = [fastSize(rows + (rows >> 1)), fastSize(cols + (cols >> 1))];
  const planeOf = (of: (k: number) => readonly [number, number]) =>
    transformed(kernels, scope, { rows, cols, fullRows, fullCols }, of);
  const { re, im } = field;
  const { weak, strong } = parts;
  const along = correlated(
    kernels,
    planeOf((k) => (weak[k] === 1 ? [re[k]!, im[k]!] : [0, 0])),
    planeOf((k) => (strong[k] === 1 ? [re[k]!, im[k]!] : [0, 0])),
  );
  const light = correlated(
    kernels,
    planeOf((k) => [weak[k]!, 0]),
    planeOf((k) => [strong[k] === 1 ? re[k]! * re[k]! + im[k]! * im[k]! : 0, 0]),
  );
  const [c, n] = [kernels.floats(along.ptr, floatsIn(along)), kernels.floats(light.ptr, floatsIn(light))];
  let all = 0;
  for (let k = 0; k < strong.length; k++) if (strong[k] === 1) all += re[k]! * re[k]! + im[k]! * im[k]!;
  const power = Float64Array.from({ length: fullRows * fullCols }, (_, k) => {
    const at = Math.floor(k / fullCols) * floatsPerRow(along) + inRow(k % fullCols);
    // of a copy that hides in the sample little is seen
    if (n[at]! < all / 16) return 0;
    return (c[at]! * c[at]! + c[at + TO_IMAGINARY]! * c[at + TO_IMAGINARY]!) / n[at]!;
  });
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
        if (over > best.over && [CENTRE, ...found].every((one) => isApart(one, x, y))) best = { x, y, over };
      }
    found.push(best);
  }
  return found;

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
  of: (k: number) => readonly [number, number],
): ComplexPlane {
  const plane = scope.complex(fullRows, fullCols);
  kernels.bytes(plane.ptr, bytesIn(plane)).fill(0);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const at = row * floatsPerRow(plane) + inRow(col);
      [values[at], values[at + TO_IMAGINARY]] = of(row * cols + col);
    }
  fft2(kernels, plane);
  return plane;
}

/** Σ a(x) b*(x − s) over s, in place of a. */
function correlated(kernels: Kernels, a: ComplexPlane, b: ComplexPlane): ComplexPlane {
  const [one, other] = [kernels.floats(a.ptr, floatsIn(a)), kernels.floats(b.ptr, floatsIn(b))];
  for (let row = 0; row < a.rows; row++)
    for (let col = 0; col < a.cols; col++) {
      const at = row * floatsPerRow(a) + inRow(col);
      const [re, im] = [one[at]!, one[at + TO_IMAGINARY]!];
      const [r, i] = [other[at]!, other[at + TO_IMAGINARY]!];
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
  const plane = transformed(kernels, scope, { rows, cols, fullRows, fullCols }, (k) => {
    const [row, col] = [Math.floor(k / cols) - y, (k % cols) - x];
    const from = row * cols + col;
    if (row < 0 || col < 0 || row >= rows || col >= cols || weak[k] === 0 || strong[from] === 0)
      return [0, 0];
    return [re[k]! * re[from]! + im[k]! * im[from]!, im[k]! * re[from]! - re[k]! * im[from]!];
  });
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
  const turnsX = (bin + vertex(powerAt(bin - 1, line), power, powerAt(bin + 1, line))) / fullCols;
  const turnsY = (line + vertex(powerAt(bin, line - 1), power, powerAt(bin, line + 1))) / fullRows;
  return { turnsX, turnsY };
}

/** Where a parabola through three neighbours ends. */
export function vertex(before: number, here: number, after: number): number {
  const bend = before - 2 * here + after;
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
}
