import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { Region } from './draw-map.ts';
import { ColourBar } from './colour-bar.tsx';
import { Compared, useComparison } from './compare.tsx';
import { MapCanvas } from './map-canvas.tsx';
import { Panels } from './panels.tsx';
import { ReadOut } from './read-out.tsx';
import type { ShownMap } from './shown-map.ts';
import { Toolbar } from './toolbar.tsx';
import { useHistogram } from './use-histogram.ts';
import { rangeOf, useMapState, type Change, type MapState } from './use-map-state.ts';
import { usePainted } from './use-painted.ts';
import { useRefocus } from './use-refocus.ts';
import type { MapPoint } from './view.ts';
import { ViewStore } from './view-store.ts';
import { regionBetween } from './region-statistics.ts';

interface MapTabProps {
  readonly opened: OpenedPackage;
  readonly maps: readonly ShownMap[];
  /** code of the remark whose places are shown; null: none */
  readonly remarked: string | null;
}

/** The maps of a result: one of them large, what to measure with beside it. */
export function MapTab({ opened, maps: own, remarked }: MapTabProps) {
  const [state, change] = useMapState(own[0]!.key);
  const [point, setPoint] = useState<MapPoint | null>(null);
  const store = useMemo(() => new ViewStore(), []);
  const comparison = useComparison(own, state.chosen);
  const refocus = useRefocus(opened);
  const maps = [
    ...own,
    ...(refocus.map ? [refocus.map] : []),
    ...(comparison.difference ? [comparison.difference] : []),
  ];
  const map = maps.find(({ key }) => key === state.chosen) ?? maps[0]!;
  useForgetMarks(map, change, store);
  // of one's own computations the newest takes the place of the one before, without a flicker
  const series = opened.origin === 'page' ? `${opened.name} ${map.key}` : String(map.id);
  const histogram = useHistogram(map.id, series);
  const range = rangeOf(state, map, histogram);
  const colours = state.colours[map.key] ?? map.colours;
  const live = map === refocus.map ? refocus.picture : null;
  const painted = usePainted({ id: map.id, series }, colours, live ? null : range);
  const picture = live && range ? { bitmap: live, colours, range } : painted;
  const bitmap = picture?.bitmap ?? null;
  const places = placesOf(opened, remarked, map);
  const shown = { map, range, colours, histogram, picture };
  return (
    <div>
      <Toolbar {...{ maps, state, change, store, shown, name: opened.name }} />
      <div class="map-and-panels">
        <div class="map-area">
          <div
            class={`map-stage${comparison.beside ? ' two' : ''}`}
            data-painted={bitmap ? map.key : ''}
            data-values={map.values ? map.key : ''}
          >
            <MapCanvas
              label={`${map.title} of ${opened.name}`}
              {...{ bitmap, store, pixelSizeUm: map.pixelSizeUm.x }}
              map={{ width: map.cols, height: map.rows }}
              overlay={{ line: state.line, regions: state.regions, places }}
              onPoint={setPoint}
              onMark={marking(state, change, map)}
            />
            {comparison.beside && (
              <Compared map={comparison.beside} {...{ store, range, colours, point, setPoint }} />
            )}
            {picture && (
              <ColourBar title={map.title} unit={map.unit} colours={picture.colours} range={picture.range} />
            )}
          </div>
          <ReadOut {...{ map, point, other: comparison.beside }} />
        </div>
        <Panels {...{ opened, maps, shown, state, change, comparison, refocus }} />
      </div>
    </div>
  );
}

/** The places of a remark, which are pixels of the used part of the frame, in pixels of a map. */
function placesOf({ report }: OpenedPackage, remarked: string | null, map: ShownMap): Region[] {
  if (remarked === null) return [];
  const { width, height } = report.input.crop_px;
  const [x, y] = [map.cols / width, map.rows / height];
  return report.quality.flags
    .filter(({ code }) => code === remarked)
    .flatMap(({ regions_px = [] }) => regions_px)
    .map((place) => ({ x: x * place.x, y: y * place.y, width: x * place.width, height: y * place.height }));
}

/** Marks are in a map's own pixels: on a map of another size they would lie elsewhere. */
function useForgetMarks({ rows, cols }: ShownMap, change: Change, store: ViewStore): void {
  const size = useRef(`${rows} ${cols}`);
  useEffect(() => {
    if (size.current === `${rows} ${cols}`) return;
    size.current = `${rows} ${cols}`;
    change({ line: null, regions: [null, null] });
    store.set(null);
  }, [rows, cols]);
}

/** What dragging draws with the tool in hand; null: it moves the map. */
function marking(state: MapState, change: Change, map: ShownMap) {
  const { tool, regions } = state;
  if (tool === 'move') return null;
  return (from: MapPoint, to: MapPoint) => {
    if (tool === 'profile') {
      // the pixel whose square the hand is on
      const pixel = ({ x, y }: MapPoint) => ({
        x: Math.min(map.cols - 1, Math.max(0, Math.floor(x))),
        y: Math.min(map.rows - 1, Math.max(0, Math.floor(y))),
      });
      return change({ line: { from: pixel(from), to: pixel(to) } });
    }
    const region = regionBetween(from, to, map);
    change({ regions: tool === 'region-a' ? [region, regions[1]] : [regions[0], region] });
  };
}
