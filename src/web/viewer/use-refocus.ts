import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { RegionPx } from '../../core/reconstruction/reconstruction.ts';
import type { FocusHere } from '../worker/protocol.ts';
import { computer } from '../worker/computer.ts';
import { Latest } from '../worker/latest.ts';
import type { ColourName } from '../colour/colour-maps.ts';
import { refocusStart, type RefocusStart } from './refocus-optics.ts';
import { noiseRefocused } from './map-noise.ts';
import { keptByMean, NOT_HERE, type ShownMap } from './shown-map.ts';

export type RefocusShow = 'amplitude' | 'phase';

/** The hand rests when nothing has been asked for this long: then the values follow the picture. */
const REST_MS = 120;

interface Frame {
  readonly shift_mm: number;
  readonly show: RefocusShow;
  readonly colours: ColourName;
  readonly range: Limits;
}

export interface RefocusState {
  readonly possible: boolean;
  readonly start: RefocusStart | null;
  /** the refocused map once there is one; its values follow when the hand rests */
  readonly map: ShownMap | null;
  /** the latest picture, while its values are not here yet */
  readonly picture: ImageBitmap | null;
  /** frames a second over the last second of moving; null: none yet */
  readonly rate: number | null;
  readonly ask: (frame: Frame) => void;
  /** where the field, or what lies in a region of it, is sharpest */
  readonly find: (region: RegionPx | null, reach_mm: number) => Promise<FocusHere>;
  readonly save: (shift_mm: number) => Promise<Blob | null>;
}

/** Takes a package's field to other distances, as fast as the worker can. */
export function useRefocus(opened: OpenedPackage): RefocusState {
  const start = useMemo(() => refocusStart(opened.report, opened.pixelSizeUm), [opened]);
  const [map, setMap] = useState<ShownMap | null>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [rate, setRate] = useState<number | null>(null);
  const times = useRef<number[]>([]);
  const resting = useRef(0);
  const latest = useRef<Latest<Frame> | null>(null);
  const field = opened.field?.id ?? null;
  // what lies open may change while the hand is on the slider
  const now = useRef({ opened, field, start });
  now.current = { opened, field, start };

  latest.current ??= new Latest<Frame>(async (frame) => {
    const { opened, field, start } = now.current;
    if (field === null || !start) return;
    const bitmap = await computer()
      .call('refocus', { field, optics: start.optics, ...frame })
      .catch(() => null);
    if (!bitmap) return;
    setRate(framesPerSecond(times.current));
    setPicture(bitmap);
    setMap((before) => before ?? refocusedMap(opened, frame.show, null));
    clearTimeout(resting.current);
    resting.current = window.setTimeout(() => void settle(frame), REST_MS);
  });

  const settle = async ({ show, shift_mm }: Frame) => {
    const { opened, field, start } = now.current;
    const kept = await computer()
      .call('keepRefocused', { field: field!, optics: start!.optics, show, shift_mm })
      .catch(() => null);
    if (!kept) return;
    setMap((before) => {
      if (before?.values) void computer().call('release', { ids: [before.id] });
      return refocusedMap(opened, show, { ...kept, shift_mm });
    });
  };

  useEffect(() => () => picture?.close(), [picture]);
  useEffect(() => () => clearTimeout(resting.current), []);
  return {
    ...{
      possible: (field !== null || opened.parts?.holdsField === true) && start !== null,
      start,
      map,
      picture,
      rate,
    },
    ask: (frame) => latest.current!.ask(frame),
    find: (region, reach_mm) =>
      computer().call('findFocus', { field: field!, optics: start!.optics, region, reach_mm }),
    save: (shift_mm) =>
      field === null || !start
        ? Promise.resolve(null)
        : computer().call('refocusedFile', { field, optics: start.optics, shift_mm }),
  };
}

interface Kept {
  readonly id: number;
  readonly values: Float32Array;
  readonly amplitude: Float32Array;
  readonly shift_mm: number;
}

/** Until the values are here the map stands for the package's own of that kind. */
function refocusedMap(opened: OpenedPackage, show: RefocusShow, kept: Kept | null): ShownMap {
  const { rows, cols, pixelSizeUm, maps } = opened;
  const stand = (show === 'phase' ? maps.phase_wrapped : maps.amplitude) ?? Object.values(maps)[0];
  return {
    ...{ key: `refocused_${show}`, rows, cols, pixelSizeUm, keptByMean: keptByMean(opened) },
    ...noiseRefocused(opened, show, kept?.amplitude ?? null, kept?.shift_mm ?? 0),
    title: show === 'phase' ? 'Refocused phase, wrapped' : 'Refocused amplitude',
    unit: show === 'phase' ? 'rad' : '',
    // the field may be here before any map is
    id: kept?.id ?? stand?.id ?? NOT_HERE,
    values: kept?.values ?? null,
    colours: show === 'phase' ? 'cyclic' : 'grey',
    cyclic: show === 'phase',
  };
}

/** Counts this frame, and says how many there were in the second before it. */
function framesPerSecond(times: number[]): number | null {
  const now = performance.now();
  times.push(now);
  while (times[0]! < now - 1000) times.shift();
  return times.length < 3 ? null : ((times.length - 1) * 1000) / (now - times[0]!);
}
