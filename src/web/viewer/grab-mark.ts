import {
  cornersOf,
  handlesOf,
  type DrawnMarks,
  type Handle,
  type Line,
  type Region,
} from './marks-on-map.ts';
import { regionAround } from './region-statistics.ts';
import type { MapPoint, Size } from './view.ts';

/** What dragging something that is drawn makes of the marks. */
export type Moved = (to: MapPoint) => DrawnMarks;

/**
 * What lies under a hand: an end of a line or the line itself, a handle of a region, or its edge.
 * @param reach map pixels from which it is reached
 * @returns null: nothing
 */
export function grabMark(marks: DrawnMarks, map: Size, at: MapPoint, reach: number): Moved | null {
  const near = (point: MapPoint) => Math.hypot(point.x - at.x, point.y - at.y) <= reach;
  for (const [i, line] of marks.lines.entries()) {
    const put = (line: Line): DrawnMarks => ({ ...marks, lines: marks.lines.with(i, line) });
    for (const end of ['from', 'to'] as const) {
      if (near(centre(line[end]))) return (to) => put({ ...line, [end]: pixelAt(to, map) });
    }
    if (distanceTo([centre(line.from), centre(line.to)], at) <= reach / 2)
      return (to) => put(movedLine(line, at, to, map));
  }
  for (const [i, region] of marks.regions.entries()) {
    const put = (region: Region): DrawnMarks => ({ ...marks, regions: marks.regions.with(i, region) });
    const handle = handlesOf(region).find(near);
    if (handle) return (to) => put(reshaped(region, handle, to, map));
    if (onEdge(region, at, reach / 2)) return (to) => put(movedRegion(region, at, to, map));
  }
  return null;
}

/** The pixel whose square a place is in. */
export function pixelAt({ x, y }: MapPoint, { width, height }: Size): MapPoint {
  return { x: clip(Math.floor(x), width - 1), y: clip(Math.floor(y), height - 1) };
}

const clip = (value: number, most: number) => Math.min(most, Math.max(0, value));
const centre = ({ x, y }: MapPoint) => ({ x: x + 0.5, y: y + 0.5 });

function distanceTo([a, b]: readonly [MapPoint, MapPoint], at: MapPoint): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length2 = dx * dx + dy * dy;
  const t = length2 === 0 ? 0 : clip(((at.x - a.x) * dx + (at.y - a.y) * dy) / length2, 1);
  return Math.hypot(a.x + t * dx - at.x, a.y + t * dy - at.y);
}

function movedLine({ from, to }: Line, at: MapPoint, now: MapPoint, { width, height }: Size): Line {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  const dx = Math.min(width - 1 - right, Math.max(-left, Math.round(now.x - at.x)));
  const dy = Math.min(height - 1 - bottom, Math.max(-top, Math.round(now.y - at.y)));
  const by = ({ x, y }: MapPoint) => ({ x: x + dx, y: y + dy });
  return { from: by(from), to: by(to) };
}

/** A corner of a polygon goes where the hand goes; a side of a box does not pass the one across from it. */
function reshaped(region: Region, { side, corner }: Handle, to: MapPoint, map: Size): Region {
  const { x, y, width, height, points, ...rest } = region;
  if (corner !== undefined) {
    const at = { x: clip(to.x, map.width), y: clip(to.y, map.height) };
    return { ...rest, ...regionAround(points!.with(corner, at), { rows: map.height, cols: map.width }) };
  }
  const [across, down] = side!;
  const [left, right] = stretched([x, x + width], across, Math.round(to.x), map.width);
  const [top, bottom] = stretched([y, y + height], down, Math.round(to.y), map.height);
  return { ...rest, x: left, y: top, width: right - left, height: bottom - top };
}

/** @param which end goes to the place: −1 the lower, 1 the upper, 0 none */
function stretched(
  [low, high]: readonly [number, number],
  which: -1 | 0 | 1,
  place: number,
  most: number,
): readonly [number, number] {
  if (which < 0) return [Math.min(high - 1, Math.max(0, place)), high];
  return which > 0 ? [low, Math.max(low + 1, clip(place, most))] : [low, high];
}

function movedRegion(region: Region, at: MapPoint, now: MapPoint, { width, height }: Size): Region {
  const x = clip(region.x + Math.round(now.x - at.x), width - region.width);
  const y = clip(region.y + Math.round(now.y - at.y), height - region.height);
  const points = region.points?.map((point) => ({
    x: point.x + x - region.x,
    y: point.y + y - region.y,
  }));
  return { ...region, x, y, ...(points && { points }) };
}

function onEdge(region: Region, at: MapPoint, reach: number): boolean {
  const corners = cornersOf(region);
  return corners.some((a, i) => distanceTo([a, corners[(i + 1) % corners.length]!], at) <= reach);
}
