import type { DrawnMarks, Line, Region } from './marks-on-map.ts';
import type { MapPoint, Size } from './view.ts';

/** What dragging something that is drawn makes of the marks. */
export type Moved = (to: MapPoint) => DrawnMarks;

/**
 * What lies under a hand: an end of a line or the line itself, the corner that widens a region, or its edge.
 * @param reach map pixels from which it is reached
 * @returns null: nothing
 */
export function grabMark(marks: DrawnMarks, map: Size, at: MapPoint, reach: number): Moved | null {
  const near = (point: MapPoint, more = 1) => Math.hypot(point.x - at.x, point.y - at.y) <= more * reach;
  for (const [i, line] of marks.lines.entries()) {
    const put = (line: Line): DrawnMarks => ({ ...marks, lines: marks.lines.with(i, line) });
    for (const end of ['from', 'to'] as const) {
      if (near(centre(line[end]))) return (to) => put({ ...line, [end]: pixelAt(to, map) });
    }
    if (distanceTo(line, at) <= reach / 2) return (to) => put(movedLine(line, at, to, map));
  }
  for (const [i, region] of marks.regions.entries()) {
    const put = (region: Region): DrawnMarks => ({ ...marks, regions: marks.regions.with(i, region) });
    const corner = { x: region.x + region.width, y: region.y + region.height };
    if (!region.points && near(corner)) return (to) => put(widened(region, to, map));
    if (onEdge(region, at, reach)) return (to) => put(movedRegion(region, at, to, map));
  }
  return null;
}

/** The pixel whose square a place is in. */
export function pixelAt({ x, y }: MapPoint, { width, height }: Size): MapPoint {
  return { x: clip(Math.floor(x), width - 1), y: clip(Math.floor(y), height - 1) };
}

const clip = (value: number, most: number) => Math.min(most, Math.max(0, value));
const centre = ({ x, y }: MapPoint) => ({ x: x + 0.5, y: y + 0.5 });

function distanceTo({ from, to }: Line, at: MapPoint): number {
  const [a, b] = [centre(from), centre(to)];
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

function widened(region: Region, { x, y }: MapPoint, { width, height }: Size): Region {
  return {
    ...region,
    width: Math.max(1, clip(Math.round(x), width) - region.x),
    height: Math.max(1, clip(Math.round(y), height) - region.y),
  };
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

function onEdge({ x, y, width, height }: Region, at: MapPoint, reach: number): boolean {
  const [dx, dy] = [at.x - x, at.y - y];
  const within = dx >= -reach && dy >= -reach && dx <= width + reach && dy <= height + reach;
  const edge = Math.min(Math.abs(dx), Math.abs(dy), Math.abs(dx - width), Math.abs(dy - height));
  return within && edge <= reach / 2;
}
