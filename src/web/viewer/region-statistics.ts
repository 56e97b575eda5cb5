import type { Region } from './marks-on-map.ts';
import type { ShownMap } from './shown-map.ts';
import type { MapPoint } from './view.ts';

/** What one region of a map holds. Lengths in the map's own unit. */
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

interface MapSize {
  readonly rows: number;
  readonly cols: number;
}

/** The whole pixels between two places, at least one, inside the map. */
export function regionBetween(a: MapPoint, b: MapPoint, map: MapSize): Region {
  const clip = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const x = clip(Math.floor(Math.min(a.x, b.x)), map.cols - 1);
  const y = clip(Math.floor(Math.min(a.y, b.y)), map.rows - 1);
  const right = clip(Math.ceil(Math.max(a.x, b.x)), map.cols);
  const bottom = clip(Math.ceil(Math.max(a.y, b.y)), map.rows);
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

/** What a hand has drawn around: the pixels whose centres lie inside. */
export function regionAround(path: readonly MapPoint[], map: MapSize): Region {
  const [xs, ys] = [path.map(({ x }) => x), path.map(({ y }) => y)];
  const corner = { x: Math.min(...xs), y: Math.min(...ys) };
  const box = regionBetween(corner, { x: Math.max(...xs), y: Math.max(...ys) }, map);
  return { ...box, shape: 'polygon', points: path };
}

/** null: the values are not here yet, or none of them is a number. */
export function regionStatistics(map: ShownMap, region: Region): RegionStatistics | null {
  const { values, sigma, commonSigma, keptByMean, cols } = map;
  if (!values) return null;
  const sums = { n: 0, sum: 0, min: Infinity, max: -Infinity, sigma: 0, sigma2: 0, common: 0 };
  eachPixel(region, cols, (at) => {
    const value = values[at]!;
    if (!Number.isFinite(value)) return;
    sums.n++;
    sums.sum += value;
    if (value < sums.min) sums.min = value;
    if (value > sums.max) sums.max = value;
    const own = sigma ? sigma(at) : NaN;
    const common = commonSigma?.(at) ?? 0;
    sums.sigma += own;
    sums.sigma2 += own * own - common * common;
    sums.common += common * common;
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
  // of a single pixel there is no mean, and what is said of it elsewhere holds
  const meanSigma =
    keptByMean === null || n === 1
      ? sums.sigma / n
      : Math.sqrt((sums.sigma2 * keptByMean(n) + sums.common) / n);
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

/** Every pixel of a region whose centre lies in it. */
export function eachPixel(region: Region, cols: number, visit: (at: number) => void): void {
  const { x, y, width, height } = region;
  for (let row = y; row < y + height; row++) {
    const [spans, middle] = [spansOf(region, row + 0.5), row * cols];
    for (const [from, to] of spans) {
      // of a pixel the centre counts
      const first = Math.max(x, Math.ceil(from - 0.5));
      const last = Math.min(x + width - 1, Math.ceil(to - 0.5) - 1);
      for (let at = middle + first; at <= middle + last; at++) visit(at);
    }
  }
}

/** Where a region lies along one row, in map pixels: from, to. */
function spansOf({ x, y, width, height, shape, points }: Region, at: number): readonly [number, number][] {
  if (shape === 'ellipse') {
    const off = (at - y - height / 2) / (height / 2);
    const half = (width / 2) * Math.sqrt(Math.max(0, 1 - off * off));
    return [[x + width / 2 - half, x + width / 2 + half]];
  }
  if (!points) return [[x, x + width]];
  const crossings = points
    .flatMap((a, i) => {
      const b = points[(i + 1) % points.length]!;
      return a.y <= at === b.y <= at ? [] : [a.x + ((at - a.y) / (b.y - a.y)) * (b.x - a.x)];
    })
    .sort((a, b) => a - b);
  return Array.from({ length: crossings.length >> 1 }, (_, i) => [crossings[2 * i]!, crossings[2 * i + 1]!]);
}

/** A table for spreadsheets: full precision, one line a region. */
export function regionsCsv(map: ShownMap, regions: readonly (readonly [string, Region])[]): string {
  const unit = map.unit || '1';
  const of = (name: string) => `${name}_${unit}`;
  const head = `region,shape,x_px,y_px,width_px,height_px,pixels,${['mean', 'sigma_of_mean', 'deviation', 'rms', 'min', 'max'].map(of).join(',')}`;
  const lines = regions.flatMap(([name, region]) => {
    const found = regionStatistics(map, region);
    if (!found) return [];
    const { n, mean, meanSigma, deviation, rms, min, max } = found;
    const { x, y, width, height, shape = 'rectangle' } = region;
    return [
      [inCsv(name), shape, x, y, width, height, n, mean, meanSigma ?? '', deviation, rms, min, max].join(','),
    ];
  });
  return `${[head, ...lines].join('\n')}\n`;
}

/** In quotes where it would end a cell, and never what a spreadsheet takes for a formula. */
function inCsv(name: string): string {
  const safe = /^[=+\-@]/.test(name) ? `'${name}` : name;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
