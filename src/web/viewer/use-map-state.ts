import { useState } from 'preact/hooks';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { Histogram } from '../worker/histogram.ts';
import type { ColourName } from '../colour/colour-maps.ts';
import type { Line, Region } from './draw-map.ts';
import type { ShownMap } from './shown-map.ts';

/** What dragging on a map does. */
export type Tool = 'move' | 'profile' | 'region-a' | 'region-b';

/** What a person has set while looking. Colours and ranges are remembered for each map. */
export interface MapState {
  readonly chosen: string;
  readonly tool: Tool;
  readonly line: Line | null;
  readonly regions: readonly [Region | null, Region | null];
  readonly colours: Readonly<Record<string, ColourName>>;
  readonly ranges: Readonly<Record<string, Limits>>;
}

export type Change = (change: Partial<MapState>) => void;

export function useMapState(first: string): readonly [MapState, Change] {
  const [state, setState] = useState<MapState>({
    ...{ chosen: first, tool: 'move', line: null, regions: [null, null], colours: {}, ranges: {} },
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
  const { min, max } = histogram.suggested;
  if (map.colours !== 'diverging') return { min, max };
  const most = Math.max(Math.abs(min), Math.abs(max));
  return { min: -most, max: most };
}
