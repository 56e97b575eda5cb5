import type { Line } from './marks-on-map.ts';
import type { ShownMap } from './shown-map.ts';

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
 */
export function lineProfile(map: ShownMap, { from, to }: Line): LineProfile | null {
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
    profile.value[i] = read(map, x, y, (at) => map.values![at]!);
    profile.sigma[i] = sigma ? read(map, x, y, sigma) : NaN;
  }
  return profile;
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
