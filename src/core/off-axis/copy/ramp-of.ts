import { fastSize } from '../../fft/fast-size.ts';
import { parabolaTop } from '../../fit/parabola-top.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { spectrumOf } from './detours.ts';
import type { FieldBeside } from './field-beside.ts';

/** Half turns over the frame that the copy may be turned by. */
const MOST_BINS = 8;

/** Turns from one cell to the next: a reference that is bent has another slope where it comes from elsewhere. */
export interface Ramp {
  readonly turnsX: number;
  readonly turnsY: number;
}

/** By how much what the marked cells are of what is sent there turns over the frame. */
export function rampOf(
  kernels: Kernels,
  { re, im, rows, cols }: Pick<FieldBeside, 're' | 'im' | 'rows' | 'cols'>,
  marked: Uint8Array,
  sent: Pick<FieldBeside, 're' | 'im'>,
): Ramp {
  using scope = kernels.scope();
  const share = {
    re: re.map((r, k) => r * sent.re[k]! + im[k]! * sent.im[k]!),
    im: im.map((i, k) => i * sent.re[k]! - re[k]! * sent.im[k]!),
  };
  const [fullRows, fullCols] = [fastSize(2 * rows), fastSize(2 * cols)];
  const plane = spectrumOf(kernels, scope, { ...share, rows, cols }, marked, {
    rows: fullRows,
    cols: fullCols,
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
  const turnsX = (bin + parabolaTop(powerAt(bin - 1, line), power, powerAt(bin + 1, line), 0.5)) / fullCols;
  const turnsY = (line + parabolaTop(powerAt(bin, line - 1), power, powerAt(bin, line + 1), 0.5)) / fullRows;
  return { turnsX, turnsY };
}
