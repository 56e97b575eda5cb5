import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { RegionPx } from '../../core/reconstruction/reconstruction.ts';
import type { FocusHere } from '../worker/protocol.ts';
import { computer } from '../worker/computer.ts';
import { Latest } from '../worker/latest.ts';
import { awaiting, keep, look, refocusedMap, type RefocusFrame } from './refocused-map.ts';
import { refocusStart, type RefocusStart } from './refocus-optics.ts';
import type { Picture } from './use-painted.ts';
import type { ShownMap } from './shown-map.ts';

/** The hand rests when nothing has been asked for this long: then the values follow the picture. */
const REST_MS = 200;
/** The rate is told no more often: its words need a layout of the page. */
const TELL_MS = 250;

export interface RefocusState {
  readonly possible: boolean;
  readonly start: RefocusStart | null;
  /** the refocused map once there is one; its values follow when the hand rests */
  readonly map: ShownMap | null;
  /** of fewer samples, while a hand moves and until the values are painted */
  readonly picture: Picture | null;
  /** frames a second over the last second of moving; null: none yet */
  readonly rate: number | null;
  readonly ask: (frame: RefocusFrame) => void;
  /** where the field, or what lies in a region of it, is sharpest */
  readonly find: (region: RegionPx | null, reach_mm: number) => Promise<FocusHere>;
  readonly save: (shift_mm: number) => Promise<Blob | null>;
}

/** Takes a package's field to other distances, as fast as the worker can. */
export function useRefocus(opened: OpenedPackage): RefocusState {
  const start = useMemo(() => refocusStart(opened.report, opened.pixelSizeUm), [opened]);
  const [map, setMap] = useState<ShownMap | null>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [rate, countPicture] = useRate();
  const resting = useRef(0);
  /** in the worker: what was kept last, 0: nothing */
  const held = useRef(0);
  const asked = useRef<RefocusFrame | null>(null);
  const latest = useRef<Latest<RefocusFrame> | null>(null);
  const field = opened.field?.id ?? null;
  // what lies open may change while the hand is on the slider
  const place = field === null || !start ? null : { field, optics: start.optics };
  const now = useRef({ opened, place });
  now.current = { opened, place };

  latest.current ??= new Latest<RefocusFrame>(async (frame) => {
    const { opened, place } = now.current;
    const seen = place && (await look(place, frame).catch(() => null));
    if (!seen) return;
    countPicture();
    setPicture(seen);
    // the values of the distance before are none of this one
    setMap((before) => awaiting(before, opened, frame.show));
    asked.current = null;
    clearTimeout(resting.current);
    // of a place that was asked for meanwhile the picture comes first
    if (latest.current!.isWaiting) return;
    resting.current = window.setTimeout(() => void settle(frame), REST_MS);
  });

  const settle = async (frame: RefocusFrame) => {
    const { opened, place } = now.current;
    asked.current = frame;
    const kept = await keep(opened, place!, frame).catch(() => null);
    if (!kept) return;
    // a hand has moved on meanwhile
    const late = asked.current !== frame;
    void computer().call('release', { ids: [late ? kept.id : held.current] });
    if (late) return;
    held.current = kept.id;
    setMap(refocusedMap(opened, frame.show, kept, null));
  };

  useGivenBack(picture, () => {
    clearTimeout(resting.current);
    void computer().call('release', { ids: [held.current] });
  });
  return {
    possible: (field !== null || opened.parts?.holdsField === true) && start !== null,
    ...{ start, map, picture, rate },
    ask: (frame) => {
      // the values of every sample keep the worker busy for longer than a hand waits: not while it moves
      clearTimeout(resting.current);
      latest.current!.ask(frame);
    },
    find: (region, reach_mm) => computer().call('findFocus', { ...place!, region, reach_mm }),
    save: async (shift_mm) => place && computer().call('refocusedFile', { ...place, shift_mm }),
  };
}

/** A picture when another takes its place, and everything when the page is left. */
function useGivenBack(picture: Picture | null, all: () => void): void {
  useEffect(() => () => picture?.bitmap.close(), [picture]);
  useEffect(() => all, []);
}

/** Pictures a second over the last one, and what counts another. */
function useRate(): readonly [number | null, () => void] {
  const [rate, setRate] = useState<number | null>(null);
  const times = useRef<number[]>([]);
  const told = useRef(0);
  const count = (): void => {
    const counted = framesPerSecond(times.current);
    if (performance.now() - told.current < TELL_MS) return;
    told.current = performance.now();
    setRate(counted);
  };
  return [rate, count];
}

/** Counts this frame, and says how many there were in the second before it. */
function framesPerSecond(times: number[]): number | null {
  const now = performance.now();
  times.push(now);
  while (times[0]! < now - 1000) times.shift();
  return times.length < 3 ? null : ((times.length - 1) * 1000) / (now - times[0]!);
}
