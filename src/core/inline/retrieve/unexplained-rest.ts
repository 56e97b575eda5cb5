import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { forTilePixels, frameTiles } from '../optics/frame-tiles.ts';
import type { RetrievalLevel } from './retrieval-level.ts';

/** What a solution leaves of each frame: recorded less explained amplitude A − |P x|, its mean over each tile. */
export function unexplainedRest(
  kernels: Kernels,
  { sensor, optics }: Pick<RetrievalLevel, 'sensor' | 'optics'>,
): readonly Float64Array[] {
  const tiles = frameTiles(optics);
  return sensor.matched.map(({ amplitude, estimate }) => {
    const [sums, counts] = [new Float64Array(tiles * tiles), new Float64Array(tiles * tiles)];
    const recorded = kernels.floats(amplitude.ptr, optics.rows * amplitude.pitch);
    const explained = kernels.floats(estimate.ptr, floatsIn(estimate));
    const pitch = floatsPerRow(estimate);
    forTilePixels(optics, tiles, (y, x, t) => {
      const here = recorded[y * amplitude.pitch + x]!;
      // nothing was measured there
      if (!(here >= 0)) return;
      const at = y * pitch + inRow(x);
      const [re, im] = [explained[at]!, explained[at + TO_IMAGINARY]!];
      sums[t]! += here - Math.sqrt(re * re + im * im);
      counts[t]! += 1;
    });
    return sums.map((sum, t) => (counts[t]! > 0 ? sum / counts[t]! : 0));
  });
}
