import { useEffect, useState } from 'preact/hooks';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import { ColourBar } from '../viewer/colour-bar.tsx';
import { MapCanvas } from '../viewer/map-canvas.tsx';
import { valueAt } from '../viewer/read-out.tsx';
import { NOT_HERE, type ShownMap } from '../viewer/shown-map.ts';
import { useHistogram } from '../viewer/use-histogram.ts';
import { usePainted } from '../viewer/use-painted.ts';
import { useWanted } from '../viewer/use-shown.ts';
import { useStandIn } from '../viewer/use-stand-in.ts';
import { ViewStore } from '../viewer/view-store.ts';
import type { MapPoint } from '../viewer/view.ts';
import { computer } from '../worker/computer.ts';
import '../viewer/viewer.css';

export interface ComparedMapsProps {
  readonly opened: readonly [OpenedPackage, OpenedPackage];
  /** of one kind; null: a package holds none */
  readonly maps: readonly [ShownMap | null, ShownMap | null];
}

/** The same map of two results, in the same colours; of one size they move together, and are subtracted. */
export function ComparedMaps({ opened, maps: [a, b] }: ComparedMapsProps) {
  const [stores] = useState(() => {
    const one = new ViewStore();
    return [one, a && b && alike(a, b) ? one : new ViewStore()] as const;
  });
  const [point, setPoint] = useState<MapPoint | null>(null);
  const range = useCommonRange(a, b);
  const linked = a !== null && b !== null && alike(a, b);
  const looking = { range, point, setPoint, linked };
  return (
    <div class="compared-maps">
      <Pane label="A" opened={opened[0]} map={a} store={stores[0]} {...looking} />
      <Pane label="B" opened={opened[1]} map={b} store={stores[1]} {...looking} />
      {linked && <Difference {...{ a, b, point, setPoint }} store={stores[0]} />}
      {a && b && !linked && (
        <p class="small">
          The maps differ in size or in the size of their pixels, so they can’t be subtracted.
        </p>
      )}
    </div>
  );
}

/** Pixel by pixel the same places. */
function alike(a: ShownMap, b: ShownMap): boolean {
  const near = (x: number, y: number) => Math.abs(x - y) <= 1e-6 * Math.abs(y);
  const [first, second] = [a.pixelSizeUm, b.pixelSizeUm];
  return a.rows === b.rows && a.cols === b.cols && near(first.x, second.x) && near(first.y, second.y);
}

/** That of both together, so that a colour is the same value in either. */
function useCommonRange(a: ShownMap | null, b: ShownMap | null): Limits | null {
  const histograms = [
    useHistogram(a?.id ?? NOT_HERE, 'compared a'),
    useHistogram(b?.id ?? NOT_HERE, 'compared b'),
  ];
  if ((a ?? b)?.cyclic) return { min: -Math.PI, max: Math.PI };
  const found = histograms.flatMap((histogram) => histogram?.suggested ?? []);
  if (found.length < [a, b].filter(Boolean).length) return null;
  return { min: Math.min(...found.map(({ min }) => min)), max: Math.max(...found.map(({ max }) => max)) };
}

interface Looking {
  readonly store: ViewStore;
  readonly point: MapPoint | null;
  readonly setPoint: (point: MapPoint | null) => void;
}

interface PaneProps extends Looking {
  readonly label: string;
  readonly opened: OpenedPackage;
  readonly map: ShownMap | null;
  readonly range: Limits | null;
  /** a cursor in one stands for the same place in the other */
  readonly linked: boolean;
}

function Pane({ map, ...props }: PaneProps) {
  const { sequence, evidence_report_id } = props.opened.report;
  if (map === null && sequence)
    return (
      <p class="empty">
        {props.label} is a sequence: <a href={`#/sequence/${evidence_report_id}`}>play it</a> to see its
        frames.
      </p>
    );
  if (map === null) return <p class="empty">{props.label} holds no map of this kind.</p>;
  return <MapPane map={map} {...props} />;
}

function MapPane({ label, opened, map, range, linked, ...looking }: PaneProps & { readonly map: ShownMap }) {
  const picture = usePainted({ id: map.id, series: `compared ${label}` }, map.colours, range);
  const standIn = useStandIn(opened, map);
  const [own, setOwn] = useState<MapPoint | null>(null);
  useWanted(opened, map);
  const mine = linked ? looking : { ...looking, point: own, setPoint: setOwn };
  return <View {...{ label, map, ...mine }} bitmap={picture?.bitmap ?? standIn} range={range} />;
}

interface ViewProps extends Looking {
  readonly label: string;
  readonly map: ShownMap;
  readonly bitmap: ImageBitmap | null;
  readonly range: Limits | null;
  /** what is to be said of all of it */
  readonly note?: string;
}

function View({ label, note = '', map, bitmap, range, store, point, setPoint }: ViewProps) {
  const { title, colours, unit } = map;
  return (
    <figure data-compared={bitmap ? label : ''}>
      <figcaption>
        {label}
        {note && `: ${note}`} <output>{point ? valueUnder(map, point) : ''}</output>
      </figcaption>
      <div class="compared-map">
        <MapCanvas
          label={`${title}, ${label}`}
          {...{ bitmap, store, pixelSizeUm: map.pixelSizeUm.x }}
          map={{ width: map.cols, height: map.rows }}
          overlay={{ lines: [], regions: [], cursor: point }}
          onPoint={setPoint}
          onMark={null}
          onGrab={() => null}
        />
        {range && <ColourBar {...{ colours, range, unit, title }} />}
      </div>
    </figure>
  );
}

function valueUnder(map: ShownMap, point: MapPoint): string {
  const [x, y] = [Math.floor(point.x), Math.floor(point.y)];
  return x < 0 || y < 0 || x >= map.cols || y >= map.rows ? '' : valueAt(map, x, y);
}

interface DifferenceProps extends Looking {
  readonly a: ShownMap;
  readonly b: ShownMap;
}

function Difference({ a, b, ...looking }: DifferenceProps) {
  const map = useDifference(a, b);
  const histogram = useHistogram(map?.id ?? NOT_HERE, 'compared difference');
  const most = histogram && Math.max(Math.abs(histogram.suggested.min), Math.abs(histogram.suggested.max));
  const isSame = histogram?.extent.min === 0 && histogram.extent.max === 0;
  const range = most === null ? null : isSame ? { min: -1, max: 1 } : { min: -most, max: most };
  const picture = usePainted({ id: map?.id ?? NOT_HERE, series: 'compared difference' }, 'diverging', range);
  if (!map) return null;
  const note = isSame ? 'nothing: they are the same to the last bit' : '';
  return <View label="A less B" {...{ note, map, range, ...looking }} bitmap={picture?.bitmap ?? null} />;
}

/** Made in the worker once both are here, and given back. */
function useDifference(a: ShownMap, b: ShownMap): ShownMap | null {
  const [made, setMade] = useState<{ readonly id: number; readonly values: Float32Array } | null>(null);
  useEffect(() => {
    if (a.id === NOT_HERE || b.id === NOT_HERE) return;
    let gone = false;
    let id: number | null = null;
    const release = (): void => void (id !== null && computer().call('release', { ids: [id] }));
    computer()
      .call('difference', { a: a.id, b: b.id, wrap: a.cyclic })
      .then((difference) => {
        id = difference.id;
        if (gone) release();
        else setMade(difference);
      })
      // one of them was closed meanwhile
      .catch(() => undefined);
    return () => {
      gone = true;
      setMade(null);
      release();
    };
  }, [a.id, b.id]);
  const [first, second] = [a.sigma, b.sigma];
  return (
    made && {
      ...a,
      ...{
        key: 'difference',
        title: `Difference of ${a.title.toLowerCase()}`,
        id: made.id,
        values: made.values,
      },
      ...{ colours: 'diverging', cyclic: false },
      sigma: first && second ? (at) => Math.hypot(first(at), second(at)) : null,
    }
  );
}
