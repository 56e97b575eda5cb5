import { tileBounds } from '../../field/tile-bounds.ts';
import { normalBound } from '../../fit/normal-bound.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';

/**
 * Marks tiles with a pixel that stands out of them, too: the mean over a tile says little of what is thin. Out of what tiles without sample scatter
 * about their means, by more than chance makes once in a frame.
 * @param sample 1 for tiles that hold sample by their means
 */
export function withThinParts(
  kernels: Kernels,
  field: ComplexPlane,
  { tiles, sample }: { readonly tiles: number; readonly sample: ArrayLike<number> },
): Uint8Array {
  const { rows, cols } = field;
  const [pitch, samples] = [floatsPerRow(field), kernels.floats(field.ptr, floatsIn(field))];
  const peaks = new Float64Array(tiles * tiles);
  let [squares, beside] = [0, 0];
  for (let t = 0; t < tiles * tiles; t += 1) {
    if (sample[t]) continue;
    const down = tileBounds(Math.floor(t / tiles), tiles, rows);
    const across = tileBounds(t % tiles, tiles, cols);
    const count = (down.to - down.from) * (across.to - across.from);
    let mean = 0;
    const each = (visit: (phase: number) => void) => {
      for (let y = down.from; y < down.to; y += 1)
        for (let x = across.from; x < across.to; x += 1) visit(samples[y * pitch + inRow(x) + TO_IMAGINARY]!);
    };
    each((phase) => (mean += phase / count));
    each((phase) => {
      const off = Math.abs(phase - mean);
      squares += off * off;
      beside += 1;
      if (off > peaks[t]!) peaks[t] = off;
    });
  }
  const bound = Math.sqrt(squares / Math.max(1, beside)) * normalBound(kernels, 1 / (rows * cols));
  return Uint8Array.from(peaks, (peak, t) => (sample[t] || peak > bound ? 1 : 0));
}
