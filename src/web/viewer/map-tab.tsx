import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { OpenedPackage, Part } from '../package/opened-package.ts';
import { ColourBar } from './colour-bar.tsx';
import { Compared, useComparison, type Comparison } from './compare.tsx';
import { Coming } from './coming.tsx';
import { Dock } from './dock.tsx';
import { LinkedViews } from './linked-views.tsx';
import { MapCanvas } from './map-canvas.tsx';
import { MapStrip } from './map-strip.tsx';
import type { PanelsProps } from './panels.tsx';
import { nmPerRadOf } from './optical-path.ts';
import { ReadOut } from './read-out.tsx';
import { NOT_HERE, type ShownMap } from './shown-map.ts';
import { refocusStart } from './refocus-optics.ts';
import { ToolSheet } from './tool-sheet.tsx';
import { fillScreen, toolOfKey } from './toolbar.tsx';
import { NO_MARKS, useMapState, type Change, type MapState, type Tool } from './use-map-state.ts';
import { useStandIn } from './use-stand-in.ts';
import { useFlattened } from './use-flattened.ts';
import { useRefocus } from './use-refocus.ts';
import { whereFrom } from './uncertainty-words.ts';
import { useShown, useWanted } from './use-shown.ts';
import type { MapPoint } from './view.ts';
import { ViewStore } from './view-store.ts';
import { allMarks, grabbing, marking } from './marking.ts';
import type { Shown } from './shown.ts';
import type { Region } from './marks-on-map.ts';
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
  const made = [
    ...own,
    ...(refocus.map ? [refocus.map] : []),
    ...(comparison.difference ? [comparison.difference] : []),
  ];
  const flat = useFlattened(made, state.flattened);
  const maps = flat ? [...made, flat] : made;
  const map = maps.find(({ key }) => key === state.chosen) ?? maps[0]!;
  useForgetMarks(map, change, store);
  const shown = useShown({ opened, map, state, refocus });
  useWanted(opened, map);
  return (
    <div class="workbench" onKeyDown={(event) => chooseByKey(event, maps, state, change)}>
      <div class="map-area">
        <Stage {...{ opened, map, shown, state, change, store, comparison, point, setPoint, remarked }} />
        {state.linked && <LinkedViews {...{ opened, maps: own, state, store, point, setPoint }} />}
        {opened.parts && map.id === NOT_HERE && (
          <p class="read-out" role="status">
            <Coming parts={opened.parts} part={map.key as Part} what="the values" />
          </p>
        )}
        <ReadOut
          {...{ map, point, other: comparison.beside, nmPerRad: nmPerRadOf(opened, map) }}
          parts={opened.parts}
          from={(at) => whereFrom(opened, map, at)}
        />
        <Dock {...{ opened, shown, state, change }} />
      </div>
      <ToolSheet {...{ store, opened, maps, shown, state, change, comparison, refocus, onTry }} />
      <MapStrip
        {...{ opened, maps, state }}
        chosen={map.key}
        onChoose={(key) => change({ chosen: key, linked: false })}
        onLinked={() => change({ linked: !state.linked })}
      />
    </div>
  );
}

/** What two places make. */
const SPANNED: readonly Tool[] = ['line', 'rectangle', 'ellipse'];

/** What a click is, with the tool in hand. */
function clicksOf({ tool }: MapState): 'corner' | 'point' | null {
  if (tool === 'polygon') return 'corner';
  return tool === 'point' || tool === 'focus' ? 'point' : null;
}

interface StageProps {
  readonly opened: OpenedPackage;
  readonly map: ShownMap;
  readonly shown: Shown;
  readonly state: MapState;
  readonly change: Change;
  readonly store: ViewStore;
  readonly comparison: Comparison;
  readonly point: MapPoint | null;
  readonly setPoint: (point: MapPoint | null) => void;
  readonly remarked: string | null;
}

/** One map large, with its colours; beside it that of another result. */
function Stage(props: StageProps) {
  const { opened, map, shown, state, change, store, comparison, point, setPoint, remarked } = props;
  const { range, colours, picture } = shown;
  const standIn = useStandIn(opened, map);
  const bitmap = picture?.bitmap ?? standIn;
  const { beside } = comparison;
  return (
    <div
      class={`map-stage${beside ? ' two' : ''}`}
      data-painted={picture ? map.key : ''}
      data-pictured={bitmap ? map.key : ''}
      data-values={map.values ? map.key : ''}
      hidden={state.linked}
    >
      <MapCanvas
        label={`${map.title} of ${opened.name}`}
        {...{ bitmap, covers: picture?.covers, store, pixelSizeUm: map.pixelSizeUm.x }}
        map={{ width: map.cols, height: map.rows }}
        overlay={{ ...allMarks(state), places: placesOf(opened, remarked, map) }}
        onPoint={setPoint}
        onMark={marking(state, change, map)}
        clicks={clicksOf(state)}
        spans={SPANNED.includes(state.tool)}
        onGrab={grabbing(state, change, map)}
      />
      {beside && <Compared map={beside} {...{ store, range, colours, point, setPoint }} />}
      {picture && (
        <ColourBar title={map.title} unit={map.unit} colours={picture.colours} range={picture.range} />
      )}
    </div>
  );
}

/** Letters are tools, numbers are maps, F fills the screen, G shows four at once: on the map, not in fields. */
function chooseByKey(
  event: KeyboardEvent,
  maps: readonly ShownMap[],
  { linked }: MapState,
  change: Change,
): void {
  const onMap = event.target instanceof HTMLCanvasElement && event.target.matches('.map-canvas');
  if (!onMap || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.toLowerCase() === 'g') return change({ linked: !linked });
  if (event.key.toLowerCase() === 'f') return void fillScreen(event.currentTarget as HTMLElement);
  const tool = toolOfKey(event.key);
  const numbered = maps[Number(event.key) - 1];
  if (tool === null && !numbered) return;
  event.preventDefault();
  change(tool === null ? { chosen: numbered!.key, linked: false } : { tool });
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
    change({ ...NO_MARKS, draft: NO_MARKS, flattened: null });
    store.set(null);
  }, [rows, cols]);
}
