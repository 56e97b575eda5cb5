import type { NativeField } from '../../demodulate/demodulate.ts';
import { cubicShare } from '../../field/cubic-share.ts';
import { tileBounds } from '../../field/tile-bounds.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { fieldBeside, waveAlong, type FieldBeside } from './field-beside.ts';
import type { WeakCopy } from './weak-copy.ts';

/**
 * Takes a weak copy out of a flattened field, and gives it back the phase and the modulus that the beam's own copy took. With v for what the
 * field is beside the beam, and a copy of share a, what was flattened is 1 + (v + a v(x − s)) / (1 + a).
 * @param field changed
 */
export function takeCopy(kernels: Kernels, field: NativeField, copy: WeakCopy): void {
  const { plane, rows, cols } = field;
  const all = fieldBeside(kernels, field, 0, 1);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const share = shareAt(kernels, copy, field);
  const once = displaced(all, copy.x, copy.y);
  const twice = displaced(all, 2 * copy.x, 2 * copy.y);
  // what the copy is of the field where it itself is shown again
  const turn = 2 * Math.PI * (copy.turnsX * copy.x + copy.turnsY * copy.y);
  const [c, s] = [kernels.wasm.cos(turn), -kernels.wasm.sin(turn)];
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const k = row * cols + col;
      const at = row * floatsPerRow(plane) + inRow(col);
      const [a, b] = share(row, col);
      const [again, beside] = [(a * a - b * b) * c - 2 * a * b * s, (a * a - b * b) * s + 2 * a * b * c];
      const [r1, i1, r2, i2] = [once.re[k]!, once.im[k]!, twice.re[k]!, twice.im[k]!];
      const r = all.re[k]! - (a * r1 - b * i1) + (again * r2 - beside * i2);
      const i = all.im[k]! - (a * i1 + b * r1) + (again * i2 + beside * r2);
      values[at] = 1 + (1 + a) * r - b * i;
      values[at + TO_IMAGINARY] = (1 + a) * i + b * r;
    }
}

/** What a copy is of the field, at each sample. */
function shareAt(
  { wasm }: Kernels,
  { re, im, turnsX, turnsY }: WeakCopy,
  { rows, cols }: Pick<NativeField, 'rows' | 'cols'>,
) {
  const [across, down] = [waveAlong(wasm, cols, turnsX), waveAlong(wasm, rows, turnsY)];
  return (row: number, col: number): readonly [number, number] => {
    const c = across.cos[col]! * down.cos[row]! - across.sin[col]! * down.sin[row]!;
    const s = across.cos[col]! * down.sin[row]! + across.sin[col]! * down.cos[row]!;
    return [re * c - im * s, re * s + im * c];
  };
}

/** The field so far aside, by cubic interpolation; beyond the frame there is nothing beside the beam. */
function displaced({ re, im, rows, cols }: FieldBeside, x: number, y: number) {
  const out = { re: new Float64Array(re.length), im: new Float64Array(im.length) };
  const across = tapsAt(-x);
  const down = tapsAt(-y);
  for (let row = 0; row < rows; row++) {
    const top = row + down.first;
    if (top < 0 || top + 3 >= rows) continue;
    for (let col = 0; col < cols; col++) {
      const left = col + across.first;
      if (left < 0 || left + 3 >= cols) continue;
      let [sumRe, sumIm] = [0, 0];
      for (let j = 0; j < 4; j++)
        for (let i = 0; i < 4; i++) {
          const at = (top + j) * cols + left + i;
          const weight = down.taps[j]! * across.taps[i]!;
          sumRe += weight * re[at]!;
          sumIm += weight * im[at]!;
        }
      out.re[row * cols + col] = sumRe;
      out.im[row * cols + col] = sumIm;
    }
  }
  return out;
}

function tapsAt(offset: number): { readonly first: number; readonly taps: readonly number[] } {
  const whole = Math.floor(offset);
  return { first: whole - 1, taps: [-1, 0, 1, 2].map((k) => cubicShare(k, offset - whole)) };
}

/**
 * rad² per tile of a `places × places` grid over the frame: where what the copy shows lay beyond the frame, nothing tells what it was of, if
 * not a sample as there is in the frame.
 */
export function doubtOfCopy(
  kernels: Kernels,
  field: NativeField,
  { x, y, re, im }: WeakCopy,
  places: number,
): Float64Array {
  const all = fieldBeside(kernels, field, 0, 1);
  const square = all.re.reduce((sum, r, k) => sum + r * r + all.im[k]! * all.im[k]!, 0) / all.re.length;
  const beyond = (count: number, off: number) =>
    Float64Array.from({ length: places }, (_, place) => {
      const { from, to } = tileBounds(place, places, count);
      let lost = 0;
      for (let k = from; k < to; k++) if (k - off < 0 || k - off > count - 1) lost++;
      return lost / (to - from);
    });
  const [across, down] = [beyond(field.cols, x), beyond(field.rows, y)];
  return Float64Array.from({ length: places * places }, (_, t) => {
    const inside = (1 - across[t % places]!) * (1 - down[Math.floor(t / places)]!);
    return ((1 - inside) * (re * re + im * im) * square) / 2;
  });
}
