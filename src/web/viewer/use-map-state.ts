import { colourLimits } from './colour-limits.ts';
import { useState } from 'preact/hooks';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { Histogram } from '../worker/histogram.ts';
import type { ColourName } from '../colour/colour-maps.ts';
import type { RefocusShow } from './refocused-map.ts';
import type { DrawnMarks } from './marks-on-map.ts';
import type { ShownMap } from './shown-map.ts';
import type { MapPoint } from './view.ts';
import type { Flattening } from './use-flattened.ts';

/** What dragging on a map does. */
export type Tool = 'move' | 'line' | 'rectangle' | 'ellipse' | 'polygon' | 'freehand' | 'point' | 'focus';

/** What a person has set while looking. Colours and ranges are remembered for each map. */
export interface MapState extends DrawnMarks {
  readonly chosen: string;
  readonly tool: Tool;
  /** how far beyond the result's own distance it is looked at, and as what; null: nobody has refocused */
  readonly refocused: { readonly shift_mm: number; readonly show: RefocusShow } | null;
  /** what was clicked to be brought into focus, map pixels; null: nothing yet */
  readonly focusAt: MapPoint | null;
  /** what is taken out of a map; null: nothing */
  readonly flattened: Flattening | null;
  /** px across a line over which a profile is a mean */
  readonly lineWidth: number;
  /** whether four maps are seen at once */
  readonly linked: boolean;
  /** whether what is not trusted fades */
  readonly fades: boolean;
  /** shares of a profile's length between which widths are taken */
  readonly cursors: readonly [number, number];
  /** what is being drawn, and is not yet a line or a region */
  readonly draft: DrawnMarks;
  readonly colours: Readonly<Record<string, ColourName>>;
  readonly ranges: Readonly<Record<string, Limits>>;
}

export type Change = (change: Partial<MapState>) => void;

export const NO_MARKS: DrawnMarks = { lines: [], regions: [] };

/** @param initial what an address says */
export function useMapState(first: string, initial: Partial<MapState>): readonly [MapState, Change] {
  const [state, setState] = useState<MapState>({
    ...{
      chosen: first,
      tool: 'move',
      ...NO_MARKS,
      draft: NO_MARKS,
      fades: true,
      linked: false,
      lineWidth: 1,
      cursors: [0, 1],
      refocused: null,
      flattened: null,
      focusAt: null,
      colours: {},
      ranges: {},
    },
    ...initial,
  });
  return [state, (change) => setState((before) => ({ ...before, ...change }))];
}

const WHOLE_TURN: Limits = { min: -Math.PI, max: Math.PI };

/** What the colours of a map span until a person says otherwise; null: its values have not been counted yet. */
export function rangeOf(state: MapState, map: ShownMap, histogram: Histogram | null): Limits | null {
  const set = state.ranges[map.key];
  if (set) return set;
  if (map.cyclic) return WHOLE_TURN;
  if (!histogram) return null;
  const { min, max } = colourLimits(map.key, histogram.suggested, histogram.median);
  if (map.colours !== 'diverging') return { min, max };
  const most = Math.max(Math.abs(min), Math.abs(max));
  return { min: -most, max: most };
}
