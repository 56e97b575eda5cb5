import type { Line } from './marks-on-map.ts';
import type { ShownMap } from './shown-map.ts';
import type { MapPoint } from './view.ts';

export interface LineProfile {
  /** µm along the line, from its first pixel's centre */
  readonly distanceUm: Float64Array;
  /** map pixels, of each sample */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly value: Float64Array;
  /** one standard deviation, NaN where it is not known */
  readonly sigma: Float64Array;
}

/**
 * Values along a line between two pixel centres, a sample a pixel of its longer side: interpolated linearly between
 * the four pixels around, or, where values repeat (a wrapped phase), those of the nearest one.
 * @param width px across the line over which a mean is taken; values that repeat have none
 */
export function lineProfile(map: ShownMap, { from, to }: Line, width = 1): LineProfile | null {
  if (!map.values) return null;
  const count = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1) + 1;
  const samples = Math.round(count);
  const make = () => new Float64Array(samples);
  const profile = { distanceUm: make(), x: make(), y: make(), value: make(), sigma: make() };
  const { x: sizeX, y: sizeY } = map.pixelSizeUm;
  const sigma = map.sigma;
  const read = map.cyclic ? nearest : bilinear;
  for (let i = 0; i < samples; i++) {
    // the product first: along rows and columns the places are whole numbers, and the values the pixels' own
    const x = from.x + (i * (to.x - from.x)) / (samples - 1);
    const y = from.y + (i * (to.y - from.y)) / (samples - 1);
    profile.x[i] = x;
    profile.y[i] = y;
    profile.distanceUm[i] = Math.hypot((x - from.x) * sizeX, (y - from.y) * sizeY);
    const across = map.cyclic ? [{ x, y }] : placesAcross(map, { from, to }, { x, y }, width);
    const mean = (at: (index: number) => number) =>
      across.reduce((sum, place) => sum + read(map, place.x, place.y, at), 0) / across.length;
    profile.value[i] = mean((at) => map.values![at]!);
    profile.sigma[i] = sigma ? sigmaOfMean(map, mean, across.length) : NaN;
  }
  return profile;
}

/** Places a pixel apart across the line, those of them that lie on the map. */
function placesAcross({ rows, cols }: ShownMap, { from, to }: Line, at: MapPoint, width: number): MapPoint[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (width <= 1 || length === 0) return [at];
  const [nx, ny] = [-(to.y - from.y) / length, (to.x - from.x) / length];
  const places = Array.from({ length: Math.round(width) }, (_, k) => {
    const off = k - (Math.round(width) - 1) / 2;
    return { x: at.x + off * nx, y: at.y + off * ny };
  });
  return places.filter(({ x, y }) => x >= 0 && y >= 0 && x <= cols - 1 && y <= rows - 1);
}

/** As of a region of so many pixels: what neighbours err alike, or was taken out of all, is not lost in a mean. */
function sigmaOfMean(
  { sigma, commonSigma, keptByMean }: ShownMap,
  mean: (at: (index: number) => number) => number,
  count: number,
): number {
  if (count === 1) return mean(sigma!);
  if (keptByMean === null) return mean(sigma!);
  const common = commonSigma ? mean((at) => commonSigma(at) ** 2) : 0;
  return Math.sqrt((mean((at) => sigma!(at) ** 2) - common) * keptByMean(count) + common);
}

/** How long a line is on the sample, and which way it goes: from the rows, anticlockwise as seen. */
export function measureLine(
  { from, to }: Line,
  { x, y }: ShownMap['pixelSizeUm'],
): { readonly lengthUm: number; readonly angleDeg: number } {
  const [dx, dy] = [(to.x - from.x) * x, (to.y - from.y) * y];
  return { lengthUm: Math.hypot(dx, dy), angleDeg: (Math.atan2(-dy, dx) * 180) / Math.PI };
}

/** Between two lines, 0 to 90°: they have no direction. */
export function angleBetween(a: Line, b: Line, pixelSizeUm: ShownMap['pixelSizeUm']): number {
  const between = Math.abs(measureLine(a, pixelSizeUm).angleDeg - measureLine(b, pixelSizeUm).angleDeg) % 180;
  return Math.min(between, 180 - between);
}

/** The part of a profile between two places along it, µm. */
export function between(profile: LineProfile, fromUm: number, toUm: number): LineProfile {
  // the ends of the whole are not lost to rounding
  const slack = 1e-9 * (profile.distanceUm.at(-1) ?? 0);
  const inside = (_: number, i: number) =>
    profile.distanceUm[i]! >= fromUm - slack && profile.distanceUm[i]! <= toUm + slack;
  const { distanceUm, x, y, value, sigma } = profile;
  return {
    ...{ distanceUm: distanceUm.filter(inside), x: x.filter(inside), y: y.filter(inside) },
    ...{ value: value.filter(inside), sigma: sigma.filter(inside) },
  };
}

/**
 * µm between the places on both sides of the largest value where it has fallen half of the way to the lower of the two
 * ends; null: it does not fall so far on both sides.
 */
export function widthAtHalfHeight({ value, distanceUm }: LineProfile): number | null {
  let top = 0;
  value.forEach((one, i) => (top = one > value[top]! ? i : top));
  const base = Math.min(value[0]!, value.at(-1)!);
  const half = (value[top]! + base) / 2;
  const crossing = (step: -1 | 1): number | null => {
    for (let i = top; value[i + step] !== undefined; i += step) {
      const [a, b] = [value[i]!, value[i + step]!];
      if (b > half) continue;
      return distanceUm[i]! + ((a - half) / (a - b || 1)) * (distanceUm[i + step]! - distanceUm[i]!);
    }
    return null;
  };
  const [left, right] = [crossing(-1), crossing(1)];
  return left === null || right === null || !(value[top]! > base) ? null : right - left;
}

type Read = (map: ShownMap, x: number, y: number, at: (index: number) => number) => number;

const nearest: Read = ({ rows, cols }, x, y, at) =>
  at(Math.min(rows - 1, Math.round(y)) * cols + Math.min(cols - 1, Math.round(x)));

const bilinear: Read = ({ rows, cols }, x, y, at) => {
  const left = Math.min(cols - 1, Math.max(0, Math.floor(x)));
  const top = Math.min(rows - 1, Math.max(0, Math.floor(y)));
  const right = Math.min(cols - 1, left + 1);
  const bottom = Math.min(rows - 1, top + 1);
  const [u, v] = [x - left, y - top];
  const upper = at(top * cols + left) * (1 - u) + (u === 0 ? 0 : at(top * cols + right) * u);
  if (v === 0) return upper;
  const lower = at(bottom * cols + left) * (1 - u) + (u === 0 ? 0 : at(bottom * cols + right) * u);
  return upper * (1 - v) + lower * v;
};

/** A table for spreadsheets: full precision, one line a sample; of several profiles each has its number in front. */
export function profilesCsv(map: ShownMap, profiles: readonly LineProfile[]): string {
  const unit = map.unit || '1';
  const several = profiles.length > 1;
  const head = `${several ? 'profile,' : ''}distance_um,x_px,y_px,${map.key}_${unit},sigma_${unit}`;
  const lines = profiles.flatMap((profile, index) =>
    Array.from(profile.value, (value, i) =>
      [
        ...(several ? [index + 1] : []),
        ...[profile.distanceUm[i], profile.x[i], profile.y[i], value, profile.sigma[i]],
      ]
        .map((number) => (Number.isFinite(number) ? String(number) : ''))
        .join(','),
    ),
  );
  return `${[head, ...lines].join('\n')}\n`;
}
