import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { OpenedPackage } from '../package/opened-package.ts';
import { ColourBar } from './colour-bar.tsx';
import { Compared, useComparison } from './compare.tsx';
import { MapCanvas } from './map-canvas.tsx';
import { MapStrip } from './map-strip.tsx';
import { Panels, type PanelsProps } from './panels.tsx';
import { ReadOut } from './read-out.tsx';
import type { ShownMap } from './shown-map.ts';
import { refocusStart } from './refocus-optics.ts';
import { Toolbar, toolOfKey } from './toolbar.tsx';
import { useHistogram } from './use-histogram.ts';
import { NO_MARKS, rangeOf, useMapState, type Change, type MapState } from './use-map-state.ts';
import { usePainted } from './use-painted.ts';
import { useRefocus, type RefocusState } from './use-refocus.ts';
import type { MapPoint } from './view.ts';
import { ViewStore } from './view-store.ts';
import { allMarks, grabbing, marking } from './marking.ts';
import type { Region } from './marks-on-map.ts';
import type { Shown } from './shown.ts';
import { useViewAddress, viewOfAddress } from './view-address.ts';

interface MapTabProps {
  readonly opened: OpenedPackage;
  readonly maps: readonly ShownMap[];
  /** code of the remark whose places are shown; null: none */
  readonly remarked: string | null;
  readonly onTry: PanelsProps['onTry'];
}

/** The maps of a result: one of them large, what to measure with beside it. */
export function MapTab({ opened, maps: own, remarked, onTry }: MapTabProps) {
  const addressed = opened.origin === 'package';
  const own_z_mm = useMemo(() => refocusStart(opened.report, opened.pixelSizeUm)?.z_mm ?? null, [opened]);
  const asked = useMemo(
    () => (addressed ? viewOfAddress({ width: own[0]!.cols, height: own[0]!.rows }, own_z_mm) : null),
    [],
  );
  const [state, change] = useMapState(own[0]!.key, asked?.state ?? {});
  const [point, setPoint] = useState<MapPoint | null>(null);
  const store = useMemo(() => new ViewStore(asked?.view ?? null), []);
  useViewAddress(addressed, state, store, own_z_mm);
  const comparison = useComparison(own, state.chosen);
  const refocus = useRefocus(opened);
  const maps = [
    ...own,
    ...(refocus.map ? [refocus.map] : []),
    ...(comparison.difference ? [comparison.difference] : []),
  ];
  const map = maps.find(({ key }) => key === state.chosen) ?? maps[0]!;
  useForgetMarks(map, change, store);
  const shown = useShown({ opened, map, state, refocus });
  const { range, colours, picture } = shown;
  const bitmap = picture?.bitmap ?? null;
  const places = placesOf(opened, remarked, map);
  return (
    <div>
      <Toolbar {...{ maps, state, change, store, shown, name: opened.name }} />
      <div class="map-and-panels">
        <div class="map-area">
          <div
            onKeyDown={(event) => chooseByKey(event, maps, change)}
            class={`map-stage${comparison.beside ? ' two' : ''}`}
            data-painted={bitmap ? map.key : ''}
            data-values={map.values ? map.key : ''}
          >
            <MapCanvas
              label={`${map.title} of ${opened.name}`}
              {...{ bitmap, store, pixelSizeUm: map.pixelSizeUm.x }}
              map={{ width: map.cols, height: map.rows }}
              overlay={{ ...allMarks(state), places }}
              onPoint={setPoint}
              onMark={marking(state, change, map)}
              onGrab={grabbing(state, change, map)}
            />
            {comparison.beside && (
              <Compared map={comparison.beside} {...{ store, range, colours, point, setPoint }} />
            )}
            {picture && (
              <ColourBar title={map.title} unit={map.unit} colours={picture.colours} range={picture.range} />
            )}
          </div>
          <ReadOut {...{ map, point, other: comparison.beside, nmPerRad: opticalPath(opened, map) }} />
          <MapStrip maps={maps} chosen={map.key} onChoose={(key) => change({ chosen: key })} />
        </div>
        <Panels {...{ opened, maps, shown, state, change, comparison, refocus, onTry }} />
      </div>
    </div>
  );
}

/** Letters are tools, numbers are maps, F fills the screen. */
function chooseByKey(event: KeyboardEvent, maps: readonly ShownMap[], change: Change): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.toLowerCase() === 'f') return void fillScreen(event.currentTarget as HTMLElement);
  const tool = toolOfKey(event.key);
  const numbered = maps[Number(event.key) - 1];
  if (tool === null && !numbered) return;
  event.preventDefault();
  change(tool === null ? { chosen: numbered!.key } : { tool });
}

/** Or gives it back; some browsers, and pages within pages, can't. */
function fillScreen(within: HTMLElement): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : within.closest<HTMLElement>('.viewer')!.requestFullscreen();
  change.catch(() => undefined);
}

interface Showing {
  readonly opened: OpenedPackage;
  readonly map: ShownMap;
  readonly state: MapState;
  readonly refocus: RefocusState;
}

/** The map in sight with its colours, as it is painted or is being refocused. */
function useShown({ opened, map, state, refocus }: Showing): Shown {
  // of one's own computations the newest takes the place of the one before, without a flicker
  const series = opened.origin === 'page' ? `${opened.name} ${map.key}` : String(map.id);
  const histogram = useHistogram(map.id, series);
  const range = rangeOf(state, map, histogram);
  const colours = state.colours[map.key] ?? map.colours;
  const live = map === refocus.map ? refocus.picture : null;
  const painted = usePainted(
    { id: map.id, series, faded: fadedBy(opened, map, state) },
    colours,
    live ? null : range,
  );
  const picture = live && range ? { bitmap: live, colours, range } : painted;
  return { map, range, colours, histogram, picture };
}

/** Of an unwrapped phase: the light's wavelength in vacuum is a turn. */
function opticalPath({ report }: OpenedPackage, { key }: ShownMap): number | null {
  const { recipe } = report.parameters.used as { readonly recipe?: { readonly wavelength_um?: number } };
  const um = recipe?.wavelength_um;
  return key === 'phase' && um !== undefined && um > 0 ? (1000 * um) / (2 * Math.PI) : null;
}

/** Phases, and what follows from them, fade where their uncertainty says that nothing is known. */
function fadedBy({ maps }: OpenedPackage, { key }: ShownMap, { fades }: MapState): number | null {
  const ofPhase = key === 'phase' || key === 'height' || key === 'phase_wrapped';
  return fades && ofPhase ? (maps.phase_uncertainty?.id ?? null) : null;
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
    change({ ...NO_MARKS, draft: NO_MARKS });
    store.set(null);
  }, [rows, cols]);
}
