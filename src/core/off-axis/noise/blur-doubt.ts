import { NOISE_TILES } from '../../demodulate/demodulate-pair.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import type { SmoothedBy } from '../../field/camera.ts';
import type { Frequency } from '../../field/frequency.ts';
import { tileBounds } from '../../field/tile-bounds.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { BlurSettings } from '../../spectrum/frame-blur.ts';
import { refined } from '../../uncertainty/phase-sigma.ts';
import { strayPlaces } from '../../uncertainty/stray-light.ts';

/**
 * What a bell whose width is not known does to a field, E|n|² per tile relative to its own light. Over what it passes of the carrier's
 * frequency c, a bell passes exp(−2π²δ(2 c·g + g²)) of detail of frequency g, δ the square of its width: in the plane of the frame
 * −2πi δ c·∇u − δ ∇²u / 2 is missing, to first order.
 * @param field flat, of modulus 1 where there is no sample
 * @returns null where nothing was smoothed
 */
export function doubtOfBlur(
  kernels: Kernels,
  { plane, rows, cols, stepX, stepY }: NativeField,
  carrier: Frequency,
  blur: SmoothedBy | undefined,
  { knownTo }: Pick<BlurSettings, 'knownTo'>,
): Float64Array | null {
  if (!blur) return null;
  const width = blur.px * blur.px * (blur.isUndone ? knownTo : 1);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  const part = (x: number, y: number, of: number) => values[y * pitch + inRow(x) + of]!;
  const missing = (x: number, y: number) => {
    const [re, im] = [0, TO_IMAGINARY].map((of) => {
      const here = part(x, y, of);
      const [left, right] = [part(x - 1, y, of), part(x + 1, y, of)];
      const [above, below] = [part(x, y - 1, of), part(x, y + 1, of)];
      return {
        along:
          2 *
          Math.PI *
          ((carrier.x * (right - left)) / (2 * stepX) + (carrier.y * (below - above)) / (2 * stepY)),
        bent: (right + left - 2 * here) / (stepX * stepX) + (above + below - 2 * here) / (stepY * stepY),
      };
    });
    const [real, imaginary] = [im!.along - re!.bent / 2, -re!.along - im!.bent / 2];
    return width * width * (real * real + imaginary * imaginary);
  };
  const tiles = NOISE_TILES * Math.max(1, Math.floor(strayPlaces({ rows, cols }) / NOISE_TILES));
  return Float64Array.from({ length: tiles * tiles }, (_, t) => {
    const down = tileBounds(Math.floor(t / tiles), tiles, rows);
    const across = tileBounds(t % tiles, tiles, cols);
    let [sum, count] = [0, 0];
    for (let y = Math.max(1, down.from); y < Math.min(rows - 1, down.to); y++)
      for (let x = Math.max(1, across.from); x < Math.min(cols - 1, across.to); x++) {
        sum += missing(x, y);
        count++;
      }
    return count > 0 ? sum / count : 0;
  });
}

/** Both, on the finer grid of the two. */
export function withBlur(detail: Float64Array | null, blur: Float64Array | null): Float64Array | null {
  if (!detail || !blur) return blur ?? detail;
  const side = (map: Float64Array) => Math.round(Math.sqrt(map.length));
  const tiles = Math.max(side(detail), side(blur));
  const [one, other] = [refined(detail, side(detail), tiles), refined(blur, side(blur), tiles)];
  return one.map((v, t) => v + other[t]!);
}
