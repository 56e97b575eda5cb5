import type { Kernels } from '../../core/kernel/kernels.ts';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { areaAverage } from '../../formats/preview/area-average.ts';

/** Area means on at most `most` samples a side, with the sides in proportion. */
export function reduceMap(kernels: Kernels, map: RealMap, most: number): RealMap {
  const factor = Math.max(1, map.rows / most, map.cols / most);
  return areaAverage(
    kernels,
    map,
    Math.max(2, Math.round(map.rows / factor)),
    Math.max(2, Math.round(map.cols / factor)),
  );
}
