import type { Region } from './marks-on-map.ts';
import { eachPixel, regionStatistics, type RegionStatistics } from './region-statistics.ts';
import type { ShownMap } from './shown-map.ts';

/** How often which value occurs in a region, and the two levels it has, where it has two. */
export interface StepHistogram {
  /** middle of each bin, in the map's own unit */
  readonly value: Float64Array;
  /** share of the region's pixels */
  readonly share: Float64Array;
  readonly levels: StepLevels | null;
}

export interface StepLevels {
  readonly low: RegionStatistics;
  readonly high: RegionStatistics;
  /** what lies between them */
  readonly threshold: number;
}

const BINS = 128;
/**
 * Share of the variance that lies between the two classes. Values that are spread evenly have 3 / 4, a single bell of
 * them 2 / π: with clearly more there are two levels.
 */
const TWO_LEVELS = 0.8;

/** null: the region holds fewer than two different values. */
export function stepHistogram(map: ShownMap, region: Region): StepHistogram | null {
  const whole = regionStatistics(map, region);
  if (!whole || !(whole.max > whole.min)) return null;
  const { min, max, n } = whole;
  const width = (max - min) / BINS;
  const share = new Float64Array(BINS);
  eachPixel(region, map.cols, (at) => {
    const value = map.values![at]!;
    if (Number.isFinite(value)) share[Math.min(BINS - 1, Math.floor((value - min) / width))]! += 1 / n;
  });
  const value = Float64Array.from(share, (_, i) => min + (i + 0.5) * width);
  return { value, share, levels: levelsOf(map, region, { value, share }) };
}

function levelsOf(
  map: ShownMap,
  region: Region,
  { value, share }: Pick<StepHistogram, 'value' | 'share'>,
): StepLevels | null {
  const { threshold, between } = otsu(value, share);
  if (between <= TWO_LEVELS) return null;
  const part = (keep: (value: number) => boolean) =>
    regionStatistics({ ...map, values: map.values!.map((one) => (keep(one) ? one : NaN)) }, region);
  const [low, high] = [part((one) => one < threshold), part((one) => one >= threshold)];
  return low && high ? { low, high, threshold } : null;
}

/**
 * Where the values part into the two classes that are most alike within themselves (Otsu,
 * doi:10.1109/TSMC.1979.4310076), and the share of the variance that lies between them.
 */
function otsu(
  value: Float64Array,
  share: Float64Array,
): { readonly threshold: number; readonly between: number } {
  let [mean, squares] = [0, 0];
  value.forEach((one, i) => {
    mean += share[i]! * one;
    squares += share[i]! * one * one;
  });
  const variance = squares - mean * mean;
  let [below, sum, best, first, last] = [0, 0, 0, 0, 0];
  for (let i = 0; i + 1 < value.length; i++) {
    below += share[i]!;
    sum += share[i]! * value[i]!;
    if (below <= 0 || below >= 1 - 1e-12) continue;
    const between = (mean * below - sum) ** 2 / (below * (1 - below));
    if (between > best) [best, first] = [between, i];
    // empty bins part them alike: the middle of the gap is meant
    if (between === best) last = i;
  }
  return { threshold: (value[first]! + value[last + 1]!) / 2, between: variance > 0 ? best / variance : 0 };
}
