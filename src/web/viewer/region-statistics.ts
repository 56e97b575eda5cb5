import type { Region } from './draw-map.ts';
import type { ShownMap } from './shown-map.ts';
import type { MapPoint } from './view.ts';

/** What one rectangle of a map holds. Lengths in the map's own unit. */
export interface RegionStatistics {
  /** finite values */
  readonly n: number;
  readonly mean: number;
  /** standard deviation of the values about their mean */
  readonly deviation: number;
  /** root of the mean square */
  readonly rms: number;
  readonly min: number;
  readonly max: number;
  /** one standard deviation of the mean, from the map's uncertainty; null: that is not known */
  readonly meanSigma: number | null;
}

/** The whole pixels between two places, at least one, inside the map. */
export function regionBetween(
  a: MapPoint,
  b: MapPoint,
  map: { readonly rows: number; readonly cols: number },
): Region {
  const clip = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const x = clip(Math.floor(Math.min(a.x, b.x)), map.cols - 1);
  const y = clip(Math.floor(Math.min(a.y, b.y)), map.rows - 1);
  const right = clip(Math.ceil(Math.max(a.x, b.x)), map.cols);
  const bottom = clip(Math.ceil(Math.max(a.y, b.y)), map.rows);
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

/** null: the values are not here yet, or none of them is a number. */
export function regionStatistics(map: ShownMap, region: Region): RegionStatistics | null {
  const { values, sigma, keptByMean, cols } = map;
  if (!values) return null;
  const sums = { n: 0, sum: 0, min: Infinity, max: -Infinity, sigma: 0, sigma2: 0 };
  eachPixel(region, cols, (at) => {
    const value = values[at]!;
    if (!Number.isFinite(value)) return;
    sums.n++;
    sums.sum += value;
    if (value < sums.min) sums.min = value;
    if (value > sums.max) sums.max = value;
    const own = sigma ? sigma(at) : NaN;
    sums.sigma += own;
    sums.sigma2 += own * own;
  });
  const { n, min, max } = sums;
  if (n === 0) return null;
  const mean = sums.sum / n;
  let squares = 0;
  eachPixel(region, cols, (at) => {
    const off = values[at]! - mean;
    if (Number.isFinite(off)) squares += off * off;
  });
  const deviation = n > 1 ? Math.sqrt(squares / (n - 1)) : 0;
  const rms = Math.sqrt(squares / n + mean * mean);
  const meanSigma = keptByMean === null ? sums.sigma / n : Math.sqrt((sums.sigma2 / n) * keptByMean(n));
  return { n, mean, deviation, rms, min, max, meanSigma: Number.isFinite(meanSigma) ? meanSigma : null };
}

/** Mean of B less mean of A, with the uncertainty of both. */
export function stepBetween(
  a: RegionStatistics,
  b: RegionStatistics,
): { readonly step: number; readonly sigma: number | null } {
  const sigma = a.meanSigma === null || b.meanSigma === null ? null : Math.hypot(a.meanSigma, b.meanSigma);
  return { step: b.mean - a.mean, sigma };
}

function eachPixel({ x, y, width, height }: Region, cols: number, visit: (at: number) => void): void {
  for (let row = y; row < y + height; row++) {
    for (let at = row * cols + x; at < row * cols + x + width; at++) visit(at);
  }
}
