import { useEffect, useRef } from 'preact/hooks';
import type { MapPoint } from './view.ts';

/** Draws a polygon, a click a corner. */
export interface Corners {
  /** whether one is being drawn */
  readonly begun: () => boolean;
  /** @param reach map pixels from the first corner within which a click closes it */
  readonly add: (at: MapPoint, reach: number) => void;
  /** where the hand is, between two clicks */
  readonly follow: (at: MapPoint) => void;
  /** @returns whether there was something to close */
  readonly close: () => boolean;
  /** @returns whether the key was meant for it */
  readonly key: (key: string) => boolean;
}

const LEAST_CORNERS = 3;

/**
 * @param clicks whether a click is a corner; when that ends, what has been begun is gone
 * @param onMark told the corners so far, and whether they are all; none: nothing is drawn any more
 */
export function useCorners(
  clicks: boolean,
  onMark: (path: readonly MapPoint[], done: boolean) => void,
): Corners {
  const corners = useRef<MapPoint[]>([]);
  const tell = useRef(onMark);
  tell.current = onMark;
  const put = (next: MapPoint[]): void => {
    corners.current = next;
    tell.current(next, false);
  };
  const close = (): boolean => {
    const made = corners.current;
    if (made.length === 0) return false;
    corners.current = [];
    tell.current(made.length < LEAST_CORNERS ? [] : made, made.length >= LEAST_CORNERS);
    return true;
  };
  useEffect(() => {
    if (!clicks && corners.current.length > 0) put([]);
  }, [clicks]);
  return {
    begun: () => corners.current.length > 0,
    add(at, reach) {
      const [first] = corners.current;
      const last = corners.current.at(-1);
      if (first && corners.current.length >= LEAST_CORNERS && near(first, at, reach)) return void close();
      // the second press of a double click is no corner of its own
      if (!last || !near(last, at, reach / 3)) put([...corners.current, at]);
    },
    follow: (at) => tell.current([...corners.current, at], false),
    close,
    key(key) {
      if (corners.current.length === 0) return false;
      if (key === 'Enter') close();
      else if (key === 'Escape') put([]);
      else if (key === 'Backspace') put(corners.current.slice(0, -1));
      else return false;
      return true;
    },
  };
}

function near(a: MapPoint, b: MapPoint, reach: number): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) <= reach;
}
