import { fastSize } from '../../fft/fast-size.ts';
import { fft2, ifft2 } from '../../fft/fft2.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { bytesIn, type ComplexPlane } from '../../kernel/plane.ts';
import type { FieldBeside } from './field-beside.ts';

/** How light went that came late: so many cells aside, and out of focus. */
export interface Detour {
  readonly x: number;
  readonly y: number;
  /** the wavelength times how much farther, in squared cells (of the shorter side, where they are not square) */
  readonly bend: number;
}

interface Complex {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** A part of a field, and where it goes. */
export interface Sender {
  /** what of it comes by a detour, on the field's cells, or by how much that changes with one thing of the detour */
  readonly by: (detour: Detour, slope?: keyof Detour) => Complex;
}

/** @param of 1 for the cells that send */
export function senderOf(kernels: Kernels, scope: Scope, field: FieldBeside, of: Uint8Array): Sender {
  const { rows, cols } = field;
  // what goes beyond the frame must not come in from its other side
  const apart = (count: number) => fastSize(count + (count >> 1));
  const plane = spectrumOf(kernels, scope, field, of, { rows: apart(rows), cols: apart(cols) });
  const work = scope.complex(plane.rows, plane.cols);
  return {
    by: (detour, slope) => {
      pass(kernels, plane, work, detour, field, -1);
      if (slope) slopeOf(kernels, work, slope, field);
      ifft2(kernels, work);
      const values = kernels.floats(work.ptr, floatsIn(work));
      const out = { re: new Float64Array(rows * cols), im: new Float64Array(rows * cols) };
      const places = placesOf(cols);
      for (let row = 0, k = 0; row < rows; row++)
        for (let col = 0; col < cols; col++, k++) {
          const at = row * floatsPerRow(work) + places[col]!;
          out.re[k] = values[at]!;
          out.im[k] = values[at + TO_IMAGINARY]!;
        }
      return out;
    },
  };
}

/** |Σ a(x) b*(x − s)|² over all s of a frame taken as periodic, for what comes of b out of focus. */
export interface Likeness {
  readonly rows: number;
  readonly cols: number;
  readonly out: (bend: number) => (y: number, x: number) => number;
}

/** @param sent what b is of, where it is not the same field */
export function likenessOf(
  kernels: Kernels,
  scope: Scope,
  field: FieldBeside,
  a: Uint8Array,
  b: Uint8Array,
  sent: Complex = field,
): Likeness {
  const [rows, cols] = [fastSize(field.rows), fastSize(field.cols)];
  const product = spectrumOf(kernels, scope, field, a, { rows, cols });
  const other = spectrumOf(kernels, scope, { ...field, ...sent }, b, { rows, cols });
  const places = placesOf(cols);
  const one = kernels.floats(product.ptr, floatsIn(product));
  const two = kernels.floats(other.ptr, floatsIn(other));
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const at = row * floatsPerRow(product) + places[col]!;
      const [re, im, r, i] = [one[at]!, one[at + TO_IMAGINARY]!, two[at]!, two[at + TO_IMAGINARY]!];
      one[at] = re * r + im * i;
      one[at + TO_IMAGINARY] = im * r - re * i;
    }
  const out = (bend: number) => {
    pass(kernels, product, other, { x: 0, y: 0, bend }, field, 1);
    ifft2(kernels, other);
    const [values, line] = [kernels.floats(other.ptr, floatsIn(other)), floatsPerRow(other)];
    return (y: number, x: number) => {
      const at = (y < 0 ? y + rows : y) * line + places[x < 0 ? x + cols : x]!;
      return values[at]! * values[at]! + values[at + TO_IMAGINARY]! * values[at + TO_IMAGINARY]!;
    };
  };
  return { rows, cols, out };
}

/** @param size of the plane that it is made on, at least that of the field */
export function spectrumOf(
  kernels: Kernels,
  scope: Scope,
  { re, im, rows, cols }: Pick<FieldBeside, 're' | 'im' | 'rows' | 'cols'>,
  of: Uint8Array,
  size: { readonly rows: number; readonly cols: number },
): ComplexPlane {
  const plane = scope.complex(size.rows, size.cols);
  kernels.bytes(plane.ptr, bytesIn(plane)).fill(0);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const places = placesOf(cols);
  for (let row = 0, k = 0; row < rows; row++)
    for (let col = 0; col < cols; col++, k++) {
      if (of[k] === 0) continue;
      const at = row * floatsPerRow(plane) + places[col]!;
      values[at] = re[k]!;
      values[at + TO_IMAGINARY] = im[k]!;
    }
  fft2(kernels, plane);
  return plane;
}

/** What shares of a field's light lie at the frequencies along each side. */
export function lightAtFrequencies(kernels: Kernels, field: FieldBeside) {
  using scope = kernels.scope();
  const size = { rows: fastSize(field.rows), cols: fastSize(field.cols) };
  const plane = spectrumOf(kernels, scope, field, new Uint8Array(field.re.length).fill(1), size);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const [across, down] = [new Float64Array(size.cols), new Float64Array(size.rows)];
  const places = placesOf(size.cols);
  for (let row = 0; row < size.rows; row++)
    for (let col = 0; col < size.cols; col++) {
      const at = row * floatsPerRow(plane) + places[col]!;
      const power = values[at]! * values[at]! + values[at + TO_IMAGINARY]! * values[at + TO_IMAGINARY]!;
      across[col]! += power;
      down[row]! += power;
    }
  const all = down.reduce((sum, one) => sum + one, 0) || 1;
  return { across: across.map((one) => one / all), down: down.map((one) => one / all) };
}

/** A spectrum times exp(± πi (2 f·s + bend f²)). */
function pass(
  kernels: Kernels,
  from: ComplexPlane,
  to: ComplexPlane,
  { x, y, bend }: Detour,
  { shareX, shareY }: Pick<FieldBeside, 'shareX' | 'shareY'>,
  sign: 1 | -1,
): void {
  const { rows, cols } = from;
  const across = passAlong(kernels, cols, sign * x, sign * bend * shareX);
  const down = passAlong(kernels, rows, sign * y, sign * bend * shareY);
  const [one, two] = [from, to].map((plane) => kernels.floats(plane.ptr, floatsIn(plane)));
  for (let row = 0; row < rows; row++) {
    const line = row * floatsPerRow(from);
    passRow(one!.subarray(line), two!.subarray(line), across, down.re[row]!, down.im[row]!);
  }
}

/** A row times a + ib and a wave along it. */
function passRow(
  from: Float32Array,
  to: Float32Array,
  { re: along, im: beside }: Complex,
  a: number,
  b: number,
): void {
  for (let col = 0; col < along.length; col++) {
    const at = inRow(col);
    const wRe = a * along[col]! - b * beside[col]!;
    const wIm = a * beside[col]! + b * along[col]!;
    const re = from[at]!;
    const im = from[at + TO_IMAGINARY]!;
    to[at] = re * wRe - im * wIm;
    to[at + TO_IMAGINARY] = re * wIm + im * wRe;
  }
}

/** What light changes by at each frequency that it goes a little farther: −πi times 2 f, or f². */
function slopeOf(
  kernels: Kernels,
  plane: ComplexPlane,
  of: keyof Detour,
  { shareX, shareY }: Pick<FieldBeside, 'shareX' | 'shareY'>,
): void {
  const { rows, cols } = plane;
  const [across, down] = [frequencies(cols), frequencies(rows)];
  const along = {
    x: { across: across.map((f) => 2 * f), down: down.map(() => 0) },
    y: { across: across.map(() => 0), down: down.map((f) => 2 * f) },
    bend: { across: across.map((f) => shareX * f * f), down: down.map((f) => shareY * f * f) },
  }[of];
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const places = placesOf(cols);
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const at = row * floatsPerRow(plane) + places[col]!;
      const turn = Math.PI * (along.across[col]! + along.down[row]!);
      const re = values[at]!;
      values[at] = turn * values[at + TO_IMAGINARY]!;
      values[at + TO_IMAGINARY] = -turn * re;
    }
}

/** exp(πi (2 f s + bend f²)) for the frequencies of a line. */
function passAlong({ wasm }: Kernels, count: number, shift: number, bend: number): Complex {
  const wave = { re: new Float64Array(count), im: new Float64Array(count) };
  for (const [k, f] of frequencies(count).entries()) {
    const phase = Math.PI * f * (2 * shift + bend * f);
    wave.re[k] = wasm.cos(phase);
    wave.im[k] = wasm.sin(phase);
  }
  return wave;
}

/** Cycles per cell of an entry of a line's spectrum. */
export function cyclesPerCell(k: number, count: number): number {
  return (2 * k < count ? k : k - count) / count;
}

function frequencies(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => cyclesPerCell(k, count));
}

function placesOf(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, k) => inRow(k));
}
