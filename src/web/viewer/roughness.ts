import type { Region } from './marks-on-map.ts';
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
  if (!values) return null;
  const plane = planeOf(values, cols, region);
  if (!plane) return null;
  let [n, absolute, squares, low, high] = [0, 0, 0, 0, 0];
  eachPixel(region, cols, (at) => {
    const off = values[at]! - plane(at % cols, Math.floor(at / cols));
    if (!Number.isFinite(off)) return;
    n++;
    absolute += Math.abs(off);
    squares += off * off;
    low = Math.min(low, off);
    high = Math.max(high, off);
  });
  return { sa: absolute / n, sq: Math.sqrt(squares / n), sz: high - low };
}

/** Least squares about the middle of the pixels that count. */
function planeOf(
  values: Float32Array,
  cols: number,
  region: Region,
): ((x: number, y: number) => number) | null {
  const each = (visit: (x: number, y: number, value: number) => void) =>
    eachPixel(region, cols, (at) => {
      const value = values[at]!;
      if (Number.isFinite(value)) visit(at % cols, Math.floor(at / cols), value);
    });
  let [n, sumX, sumY, sum] = [0, 0, 0, 0];
  each((x, y, value) => {
    n++;
    sumX += x;
    sumY += y;
    sum += value;
  });
  if (n < 4) return null;
  const [midX, midY, mean] = [sumX / n, sumY / n, sum / n];
  let [xx, xy, yy, xv, yv] = [0, 0, 0, 0, 0];
  each((x, y, value) => {
    const [u, v, w] = [x - midX, y - midY, value - mean];
    xx += u * u;
    xy += u * v;
    yy += v * v;
    xv += u * w;
    yv += v * w;
  });
  const determinant = xx * yy - xy * xy;
  // all in one line: only along it there is a slope
  if (determinant <= 1e-9 * xx * yy || determinant === 0) return null;
  const [a, b] = [(xv * yy - yv * xy) / determinant, (yv * xx - xv * xy) / determinant];
  return (x, y) => mean + a * (x - midX) + b * (y - midY);
}
