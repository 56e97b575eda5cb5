import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { UNKNOWN } from '../../light/full-pixels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { forTilePixels, frameTiles } from '../optics/frame-tiles.ts';
import type { MatchedFrame } from './exposure.ts';
import type { RetrievalLevel } from './retrieval-level.ts';

/** Of one frame, by row and column: recorded less explained amplitude A − |P x|; NaN where nothing was measured, or it is as bright as it must be at least. */
export function restAt(
  kernels: Kernels,
  { amplitude, estimate }: Pick<MatchedFrame, 'amplitude' | 'estimate'>,
): (y: number, x: number) => number {
  const recorded = kernels.floats(amplitude.ptr, amplitude.rows * amplitude.pitch);
  const explained = kernels.floats(estimate.ptr, floatsIn(estimate));
  const pitch = floatsPerRow(estimate);
  return (y, x) => {
    const here = recorded[y * amplitude.pitch + x]!;
    if (here === UNKNOWN) return NaN;
    const at = y * pitch + inRow(x);
    const [re, im] = [explained[at]!, explained[at + TO_IMAGINARY]!];
    const modulus = Math.sqrt(re * re + im * im);
    if (here >= 0) return here - modulus;
    const least = UNKNOWN - here;
    return modulus < least ? least - modulus : NaN;
  };
}

/** What a solution leaves of each frame: recorded less explained amplitude A − |P x|, its mean over each tile. */
export function unexplainedRest(
  kernels: Kernels,
  { sensor, optics }: Pick<RetrievalLevel, 'sensor' | 'optics'>,
): readonly Float64Array[] {
  const tiles = frameTiles(optics);
  return sensor.matched.map((frame) => {
    const [sums, counts] = [new Float64Array(tiles * tiles), new Float64Array(tiles * tiles)];
    const left = restAt(kernels, frame);
    forTilePixels(optics, tiles, (y, x, t) => {
      const here = left(y, x);
      if (Number.isNaN(here)) return;
      sums[t]! += here;
      counts[t]! += 1;
    });
    return sums.map((sum, t) => (counts[t]! > 0 ? sum / counts[t]! : 0));
  });
}
