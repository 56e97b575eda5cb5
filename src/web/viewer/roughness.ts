import type { Region } from './marks-on-map.ts';
import { heightOf, planeOf } from './region-plane.ts';
import { eachPixel } from './region-statistics.ts';
import type { ShownMap } from './shown-map.ts';

/** Height parameters of ISO 25178-2, in the map's own unit. */
export interface Roughness {
  /** arithmetic mean height */
  readonly sa: number;
  /** root mean square height */
  readonly sq: number;
  /** largest peak height and largest pit depth together */
  readonly sz: number;
}

/** What was done to the surface before, in words that belong beside the numbers. */
export const ROUGHNESS_FILTER =
  'F-operator: the least-squares plane of the region is taken out; no S- and no L-filter beyond what the optics resolve and how large the region is.';

/** Of the values in a region about their least-squares plane. null: fewer than four of them are numbers. */
export function roughness(map: ShownMap, region: Region): Roughness | null {
  const { values, cols } = map;
  const plane = planeOf(map, region);
  if (!values || !plane) return null;
  let [n, absolute, squares, low, high] = [0, 0, 0, 0, 0];
  eachPixel(region, cols, (at) => {
    const off = values[at]! - heightOf(plane, at % cols, Math.floor(at / cols));
    if (!Number.isFinite(off)) return;
    n++;
    absolute += Math.abs(off);
    squares += off * off;
    low = Math.min(low, off);
    high = Math.max(high, off);
  });
  return { sa: absolute / n, sq: Math.sqrt(squares / n), sz: high - low };
}
