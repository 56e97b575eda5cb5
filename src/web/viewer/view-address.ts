import { useLayoutEffect } from 'preact/hooks';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import { currentQuery, replaceQuery } from '../shell/route.ts';
import type { Line, Region } from './marks-on-map.ts';
import type { Flattening } from './use-flattened.ts';
import type { MapState } from './use-map-state.ts';
import type { MapPoint, MapView, Size } from './view.ts';
import type { ViewStore } from './view-store.ts';

/** What an address may hold at most: a browser takes some thousand characters, and nobody measures more at once. */
const MOST_MARKS = 32;
/** px; of more a mean would be no profile */
export const MOST_LINE_WIDTH = 101;
const NO_CURSORS = [0, 1] as const;
const SHOWS = ['phase', 'unwrapped', 'uncertainty'] as const;
/** After so long without a change an address is written; browsers refuse more than some hundred in half a minute. */
const REST_MS = 300;

/**
 * `?map=phase&range=-0.5,3&view=x,y,scale&z=5.02&line=x,y,x,y;…&roi=rectangle,x,y,width,height;…`
 * @param z_mm the result's own distance; null: it can't be refocused
 */
export function viewOfAddress(
  map: Size,
  z_mm: number | null,
): { readonly state: Partial<MapState>; readonly view: MapView | null } {
  const query = currentQuery();
  const chosen = query.get('map');
  const [min, max] = numbers(query.get('range')) ?? [];
  const [x, y, scale] = numbers(query.get('view')) ?? [];
  const ranges: Record<string, Limits> =
    chosen !== null && min !== undefined && max! > min ? { [chosen]: { min, max: max! } } : {};
  // of another result, or mistyped: what does not fit is left out
  const lines = parts(query.get('line'), readLine).filter(
    ({ from, to }) => holds(map, from) && holds(map, to),
  );
  const regions = parts(query.get('roi'), readRegion).filter((region) => holdsRegion(map, region));
  const [first = 0, second = 1] = numbers(query.get('cursors')) ?? [];
  const cursors = first >= 0 && second > first && second <= 1 ? ([first, second] as const) : NO_CURSORS;
  const flattened = readFlattening(query.get('flat'), map);
  const [z] = numbers(query.get('z')) ?? [];
  const [width = 1] = numbers(query.get('width')) ?? [];
  const lineWidth = Math.min(MOST_LINE_WIDTH, Math.max(1, Math.round(width)));
  const show = SHOWS.find((show) => chosen === `refocused_${show}`) ?? 'amplitude';
  const refocused = z === undefined || z_mm === null ? null : ({ shift_mm: z - z_mm, show } as const);
  return {
    state: {
      ...(chosen !== null && { chosen }),
      ...{ ranges, lines, regions, refocused, lineWidth, flattened, cursors },
    },
    view: scale !== undefined && scale > 0 ? { x: x!, y: y!, scale } : null,
  };
}

const holdsRegion = (map: Size, { x, y, width, height }: Region) =>
  x + width <= map.width && y + height <= map.height;
const holds = ({ width, height }: Size, { x, y }: MapPoint) => x < width && y < height;

/** The address says what is looked at, so that a copy of it shows the same. */
export function useViewAddress(
  addressed: boolean,
  state: MapState,
  store: ViewStore,
  z_mm: number | null,
): void {
  // ended at once, not after the next picture: what follows in this place has the address for itself
  useLayoutEffect(() => {
    if (!addressed) return;
    let timer = 0;
    const place = placeNow();
    // who has just left goes elsewhere with an address of its own
    const write = () => placeNow() === place && replaceQuery(queryOf(state, store.view, z_mm));
    const later = () => {
      clearTimeout(timer);
      timer = window.setTimeout(write, REST_MS);
    };
    later();
    const forget = store.listen(later);
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, [
    addressed,
    state.chosen,
    state.ranges,
    state.lines,
    state.lineWidth,
    state.regions,
    state.refocused,
    state.flattened,
    state.cursors,
    store,
  ]);
}

function placeNow(): string {
  return location.hash.split('?')[0]!;
}

function queryOf(
  { chosen, ranges, lines, lineWidth, regions, refocused, flattened, cursors }: MapState,
  view: MapView | null,
  z_mm: number | null,
): URLSearchParams {
  const query = new URLSearchParams();
  const range = ranges[chosen];
  const looked = range || view || lines.length > 0 || regions.length > 0;
  if (looked || chosen !== 'phase') query.set('map', chosen);
  if (range) query.set('range', [range.min, range.max].map(short).join());
  if (view) query.set('view', [view.x, view.y, view.scale].map(short).join());
  if (refocused && z_mm !== null) query.set('z', String(Number((z_mm + refocused.shift_mm).toPrecision(9))));
  if (lines.length > 0)
    query.set('line', lines.map(({ from, to }) => [from.x, from.y, to.x, to.y].join()).join(';'));
  const [from, to] = cursors;
  if (lines.length > 0 && (from > 0 || to < 1)) query.set('cursors', [from, to].map(short).join());
  if (lines.length > 0 && lineWidth > 1) query.set('width', String(lineWidth));
  if (regions.length > 0) query.set('roi', regions.map(writeRegion).join(';'));
  if (flattened) query.set('flat', [flattened.of, flattened.how, writeRegion(flattened.region)].join(':'));
  return query;
}

/** `phase:plane:rectangle~A,x,y,width,height` */
function readFlattening(text: string | null, map: Size): Flattening | null {
  const [of = '', how, ...rest] = text?.split(':') ?? [];
  const region = readRegion(rest.join(':'));
  if ((how !== 'level' && how !== 'plane') || !region || !holdsRegion(map, region)) return null;
  return { of, how, region };
}

const short = (value: number) => Number(value.toPrecision(6));

function writeRegion({ x, y, width, height, shape, points, name }: Region): string {
  const path = points ? thinned(points).flatMap(({ x, y }) => [short(x), short(y)]) : [x, y, width, height];
  const called = name === undefined ? '' : `~${encodeURIComponent(name)}`;
  return [(shape ?? 'rectangle') + called, ...path].join();
}

/** A hand leaves a place every pixel or two: so many are not needed to find its way again. */
function thinned(points: readonly MapPoint[]): readonly MapPoint[] {
  const step = Math.ceil(points.length / 64);
  return points.filter((_, i) => i % step === 0);
}

/** null: not all of them are numbers */
function numbers(text: string | null): number[] | null {
  const found = text?.split(',').map(Number) ?? [];
  return found.length > 0 && found.every(Number.isFinite) ? found : null;
}

function parts<T>(text: string | null, read: (part: string) => T | null): T[] {
  const found = text?.split(';').slice(0, MOST_MARKS).map(read) ?? [];
  return found.filter((one) => one !== null);
}

function readLine(part: string): Line | null {
  const found = numbers(part);
  if (found?.length !== 4 || !found.every((value) => value >= 0)) return null;
  const [x1, y1, x2, y2] = found.map(Math.round) as [number, number, number, number];
  return { from: { x: x1, y: y1 }, to: { x: x2, y: y2 } };
}

function readRegion(part: string): Region | null {
  const [called = '', ...rest] = part.split(',');
  const [shape, ...names] = called.split('~');
  const name = nameIn(names.join('~'));
  const found = numbers(rest.join());
  if (!found || !found.every((value) => value >= 0)) return null;
  if (shape === 'polygon') return found.length < 6 ? null : { ...polygon(found), ...name };
  if (found.length !== 4 || (shape !== 'rectangle' && shape !== 'ellipse' && shape !== 'point')) return null;
  const [x, y, width, height] = found.map(Math.round) as [number, number, number, number];
  if (width === 0 || height === 0) return null;
  return { x, y, width, height, ...(shape !== 'rectangle' && { shape }), ...name };
}

/** Longer ones are no names. */
export const MOST_NAME = 40;

function nameIn(text: string): Pick<Region, 'name'> {
  try {
    const name = decodeURIComponent(text).slice(0, MOST_NAME).trim();
    return name === '' ? {} : { name };
  } catch {
    return {};
  }
}

function polygon(found: readonly number[]): Region {
  const points = Array.from({ length: found.length >> 1 }, (_, i) => ({
    x: found[2 * i]!,
    y: found[2 * i + 1]!,
  }));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
  const [right, bottom] = [Math.ceil(Math.max(...xs)), Math.ceil(Math.max(...ys))];
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y), shape: 'polygon', points };
}
