import type { NativeField } from '../../demodulate/demodulate.ts';
import { tileBounds } from '../../field/tile-bounds.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { cyclesPerCell, senderOf, lightAtFrequencies } from './detours.ts';
import { fieldBeside, type FieldBeside } from './field-beside.ts';
import { turned, type WeakCopy } from './fit-copy.ts';

/**
 * Takes a weak copy out of a flattened field, and gives it back the phase and the modulus that the beam's own copy took.
 * @param field changed
 */
export function takeCopy(kernels: Kernels, field: NativeField, copy: WeakCopy): void {
  const { plane, rows, cols } = field;
  const all = fieldBeside(kernels, field, 0, 1);
  const share = shareOver(kernels, all, copy);
  const { re, im } = times({ re: share.re.map((a) => 1 + a), im: share.im }, withoutCopy(kernels, all, copy));
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  for (let row = 0, k = 0; row < rows; row++)
    for (let col = 0; col < cols; col++, k++) {
      const at = row * floatsPerRow(plane) + inRow(col);
      values[at] = 1 + re[k]!;
      values[at + TO_IMAGINARY] = im[k]!;
    }
}

/**
 * A field without a copy. With v for what it is beside the beam, and a copy of share a, what was flattened is
 * 1 + (v + a v(x − s)) / (1 + a), and what comes is v / (1 + a); of what a copy shows of the copy itself the first is enough.
 */
export function withoutCopy(kernels: Kernels, field: FieldBeside, copy: WeakCopy): FieldBeside {
  const share = shareOver(kernels, field, copy);
  const once = times(share, sentBy(kernels, field, copy));
  const twice = times(share, sentBy(kernels, { ...field, ...once }, copy));
  const re = field.re.map((r, k) => r - once.re[k]! + twice.re[k]!);
  const im = field.im.map((i, k) => i - once.im[k]! + twice.im[k]!);
  return { ...field, re, im };
}

function shareOver(kernels: Kernels, field: FieldBeside, copy: WeakCopy): Complex {
  const count = field.re.length;
  const even = { re: new Float64Array(count).fill(copy.re), im: new Float64Array(count).fill(copy.im) };
  return turned(kernels, field, even, copy);
}

type Complex = Pick<FieldBeside, 're' | 'im'>;

function sentBy(kernels: Kernels, field: FieldBeside, copy: WeakCopy): Complex {
  using scope = kernels.scope();
  return senderOf(kernels, scope, field, new Uint8Array(field.re.length).fill(1)).by(copy);
}

function times(one: Complex, other: Complex): Complex {
  return {
    re: one.re.map((r, k) => r * other.re[k]! - one.im[k]! * other.im[k]!),
    im: one.re.map((r, k) => r * other.im[k]! + one.im[k]! * other.re[k]!),
  };
}

/**
 * rad² per tile of a `places × places` grid over the frame: where what the copy shows lay beyond the frame, nothing tells what it was of, if
 * not a sample as there is in the frame.
 */
export function doubtOfCopy(
  kernels: Kernels,
  field: NativeField,
  { x, y, bend, re, im }: WeakCopy,
  places: number,
): Float64Array {
  const all = fieldBeside(kernels, field, 0, 1);
  const square = all.re.reduce((sum, r, k) => sum + r * r + all.im[k]! * all.im[k]!, 0) / all.re.length;
  const spread = lightAtFrequencies(kernels, all);
  const beyond = (count: number, off: number, light: Float64Array, share: number) =>
    Float64Array.from({ length: places }, (_, place) => {
      const { from, to } = tileBounds(place, places, count);
      let lost = 0;
      for (const [n, part] of light.entries()) {
        const by = off + bend * share * cyclesPerCell(n, light.length);
        for (let k = from; k < to; k++) if (k - by < 0 || k - by > count - 1) lost += part;
      }
      return lost / (to - from);
    });
  const across = beyond(field.cols, x, spread.across, all.shareX);
  const down = beyond(field.rows, y, spread.down, all.shareY);
  return Float64Array.from({ length: places * places }, (_, t) => {
    const inside = (1 - across[t % places]!) * (1 - down[Math.floor(t / places)]!);
    return ((1 - inside) * (re * re + im * im) * square) / 2;
  });
}
