import { useEffect } from 'preact/hooks';
import type { OpenedPackage, Part } from '../package/opened-package.ts';
import { NOT_HERE, type ShownMap } from './shown-map.ts';
import type { Shown } from './shown.ts';
import { FLAT } from './use-flattened.ts';
import { useHistogram } from './use-histogram.ts';
import { rangeOf, type MapState } from './use-map-state.ts';
import { usePainted } from './use-painted.ts';
import type { RefocusState } from './use-refocus.ts';

export interface Showing {
  readonly opened: OpenedPackage;
  readonly map: ShownMap;
  readonly state: MapState;
  /** null: nobody refocuses this one */
  readonly refocus: RefocusState | null;
}

/** The map in sight with its colours, as it is painted or is being refocused. */
export function useShown({ opened, map, state, refocus }: Showing): Shown {
  // of one's own computations the newest takes the place of the one before, without a flicker
  const follows = opened.origin === 'page' || opened.parts;
  const series = follows ? `${opened.name} ${map.key}` : String(map.id);
  const histogram = useHistogram(map.id, series);
  const range = rangeOf(state, map, histogram);
  const colours = state.colours[map.key] ?? map.colours;
  const live = refocus && map === refocus.map ? refocus.picture : null;
  // a hand that moves is followed at once, and what it sees stays until the values are painted
  const moving = live !== null && map.values === null;
  const painted = usePainted(
    { id: map.id, series, faded: fadedBy(opened, map, state) },
    colours,
    moving ? null : range,
  );
  const picture = moving ? live : (painted ?? live);
  return { map, range, colours, histogram, picture };
}

/** Phases, and what follows from them, fade where their uncertainty says that nothing is known. */
function fadedBy({ maps }: OpenedPackage, { key }: ShownMap, { fades }: MapState): number | null {
  const of = key.startsWith(FLAT) ? key.slice(FLAT.length) : key;
  const ofPhase = of === 'phase' || of === 'height' || of === 'phase_wrapped';
  return fades && ofPhase ? (maps.phase_uncertainty?.id ?? null) : null;
}

/** What is looked at is fetched. */
export function useWanted({ parts }: OpenedPackage, { id, key }: ShownMap): void {
  useEffect(() => {
    const isOfPackage = parts?.absent.some(({ name }) => name === key);
    if (id === NOT_HERE && isOfPackage) parts!.want(key as Part);
  }, [parts, id, key]);
}
