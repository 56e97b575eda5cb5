import type { Region } from './marks-on-map.ts';
import { eachPixel } from './region-statistics.ts';
import type { ShownMap } from './shown-map.ts';

/** The least-squares plane of a region's values, about the middle of the pixels that count. */
export interface RegionPlane {
  /** pixels that hold numbers */
  readonly n: number;
  readonly midX: number;
  readonly midY: number;
  readonly mean: number;
  /** per pixel along x and y; 0 where only the mean was asked for */
  readonly slopeX: number;
  readonly slopeY: number;
  /**
   * How much less sure the plane is at a place than its mean: times the variance of the mean, for errors that do not
   * hang together over more than a small part of the region.
   */
  readonly leverage: (x: number, y: number) => number;
}

type Values = Pick<ShownMap, 'values' | 'cols'>;

/** null: fewer than four of the values are numbers, or all of them lie in one line. */
export function planeOf({ values, cols }: Values, region: Region): RegionPlane | null {
  const level = levelOf({ values, cols }, region);
  if (!level || level.n < 4) return null;
  const { n, midX, midY, mean } = level;
  let [xx, xy, yy, xv, yv] = [0, 0, 0, 0, 0];
  eachValue({ values, cols }, region, (x, y, value) => {
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
  return {
    ...level,
    slopeX: (xv * yy - yv * xy) / determinant,
    slopeY: (yv * xx - xv * xy) / determinant,
    leverage(x, y) {
      const [u, v] = [x - midX, y - midY];
      return 1 + (n * (yy * u * u - 2 * xy * u * v + xx * v * v)) / determinant;
    },
  };
}

/** The mean alone. null: none of the values is a number */
export function levelOf({ values, cols }: Values, region: Region): RegionPlane | null {
  let [n, sumX, sumY, sum] = [0, 0, 0, 0];
  eachValue({ values, cols }, region, (x, y, value) => {
    n++;
    sumX += x;
    sumY += y;
    sum += value;
  });
  if (n === 0) return null;
  const middle = { midX: sumX / n, midY: sumY / n, mean: sum / n };
  return { n, ...middle, slopeX: 0, slopeY: 0, leverage: () => 1 };
}

export function heightOf({ mean, midX, midY, slopeX, slopeY }: RegionPlane, x: number, y: number): number {
  return mean + slopeX * (x - midX) + slopeY * (y - midY);
}

function eachValue(
  { values, cols }: Values,
  region: Region,
  visit: (x: number, y: number, value: number) => void,
): void {
  if (!values) return;
  eachPixel(region, cols, (at) => {
    const value = values[at]!;
    if (Number.isFinite(value)) visit(at % cols, Math.floor(at / cols), value);
  });
}
