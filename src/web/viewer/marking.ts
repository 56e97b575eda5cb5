import { grabMark, pixelAt } from './grab-mark.ts';
import { withRegion, type DrawnMarks, type Region } from './marks-on-map.ts';
import { regionAround, regionBetween } from './region-statistics.ts';
import type { ShownMap } from './shown-map.ts';
import { NO_MARKS, type Change, type MapState, type Tool } from './use-map-state.ts';
import type { MapPoint, Size } from './view.ts';

/** With what is being drawn. */
export function allMarks({ lines, regions, draft }: MapState): DrawnMarks {
  return { lines: [...lines, ...draft.lines], regions: [...regions, ...draft.regions] };
}

/** What dragging draws with the tool in hand; null: it moves the map. */
export function marking({ tool, lines, regions }: MapState, change: Change, map: ShownMap) {
  if (tool === 'move') return null;
  return (path: readonly MapPoint[], done: boolean) => {
    if (tool === 'focus')
      return change({ focusAt: pixelAt(path[0]!, { width: map.cols, height: map.rows }), tool: 'move' });
    const made = markOf(tool, path, map);
    if (!done) return change({ draft: made });
    const all = made.regions.reduce<readonly Region[]>(withRegion, regions);
    change({ lines: [...lines, ...made.lines], regions: all, draft: NO_MARKS });
  };
}

function markOf(tool: Tool, path: readonly MapPoint[], map: ShownMap): DrawnMarks {
  if (path.length === 0) return NO_MARKS;
  const [from, to] = [path[0]!, path.at(-1)!];
  const size = { width: map.cols, height: map.rows };
  if (tool === 'line') return { lines: [{ from: pixelAt(from, size), to: pixelAt(to, size) }], regions: [] };
  if (tool === 'polygon' || tool === 'freehand')
    return { lines: [], regions: [regionAround(path.map(inside(size)), map)] };
  if (tool === 'point')
    return { lines: [], regions: [{ ...pixelAt(to, size), width: 1, height: 1, shape: 'point' }] };
  const box = regionBetween(from, to, map);
  return { lines: [], regions: [tool === 'ellipse' ? { ...box, shape: 'ellipse' } : box] };
}

/** A hand may leave the map; what it draws does not. */
function inside({ width, height }: Size) {
  return ({ x, y }: MapPoint): MapPoint => ({
    x: Math.min(width, Math.max(0, x)),
    y: Math.min(height, Math.max(0, y)),
  });
}

/** What is drawn can be moved and widened with any tool in hand. */
export function grabbing({ lines, regions }: MapState, change: Change, map: ShownMap) {
  return (at: MapPoint, reach: number) => {
    const moved = grabMark({ lines, regions }, { width: map.cols, height: map.rows }, at, reach);
    return moved && ((to: MapPoint) => change(moved(to)));
  };
}
