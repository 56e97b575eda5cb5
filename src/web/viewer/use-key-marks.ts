import { useRef } from 'preact/hooks';
import type { MapPoint } from './view.ts';

/** What is told of keys that draw. */
export interface KeyTarget {
  readonly onMark: ((path: readonly MapPoint[], done: boolean) => void) | null;
  readonly clicks?: 'corner' | 'point' | null;
  /** whether two places make what the tool in hand draws */
  readonly spans?: boolean;
}

export interface KeyMarks {
  /** @param middle of what is seen @returns whether the key was meant for it */
  readonly key: (key: string, middle: MapPoint) => boolean;
  /** the middle has moved */
  readonly follow: (middle: MapPoint) => void;
}

/** Draws without a pointer: Enter begins in the middle of what is seen, arrows go on, Enter ends, Escape leaves it. */
export function useKeyMarks(target: { readonly current: KeyTarget }): KeyMarks {
  const from = useRef<MapPoint | null>(null);
  return {
    key(key, middle) {
      const { onMark, clicks, spans } = target.current;
      if (!onMark || (clicks !== 'point' && !spans)) return false;
      if (key === 'Escape' && from.current) {
        from.current = null;
        onMark([], false);
        return true;
      }
      if (key !== 'Enter') return false;
      if (clicks === 'point') onMark([middle], true);
      else if (from.current) onMark([from.current, middle], true);
      from.current = clicks === 'point' || from.current ? null : middle;
      if (from.current) onMark([from.current, middle], false);
      return true;
    },
    follow(middle) {
      if (from.current) target.current.onMark?.([from.current, middle], false);
    },
  };
}
