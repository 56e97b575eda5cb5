import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useCorners, type Corners } from './use-corners.ts';
import { useKeyMarks, type KeyMarks, type KeyTarget } from './use-key-marks.ts';
import { panView, toMap, zoomView, type MapPoint, type Size, type MapView } from './view.ts';
import type { ViewStore } from './view-store.ts';

/** The map on a canvas, and what it tells of the hands on it. */
export interface CanvasTarget extends KeyTarget {
  readonly map: Size;
  /** where the pointer is, in map pixels; null: it left */
  readonly onPoint: (at: MapPoint | null) => void;
  /** a tool is in hand: dragging marks instead of moving. The way of the hand, in map pixels, from where it began */
  readonly onMark: ((path: readonly MapPoint[], done: boolean) => void) | null;
  /** what a click is, where dragging moves the map: a corner of what is drawn, or all of it */
  readonly clicks?: 'corner' | 'point' | null;
  /** takes hold of what is drawn there already; null: of nothing */
  readonly onGrab: (at: MapPoint, reach: number) => ((to: MapPoint) => void) | null;
}

interface Inputs {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly size: { readonly current: Size };
  readonly store: ViewStore;
  readonly props: { readonly current: CanvasTarget };
  readonly view: () => MapView;
}

const KEY_PAN_PX = 60;
const KEY_ZOOM = 1.25;
/** CSS px around what is drawn where a hand takes hold of it */
const REACH_PX = 9;
/** CSS px that a hand moves at least to draw something: a click is no line */
const LEAST_MARK_PX = 4;
/** a notch of a wheel (100 px) zooms by about a fifth */
const WHEEL_ZOOM = 0.0018;

type Handlers = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onPointerLeave',
  (event: PointerEvent) => void
> & { readonly onKeyDown: (event: KeyboardEvent) => void; readonly onDblClick: () => void };

/** What hands do on a map: drag, wheel, pinch, keys. */
export function useCanvasInput(inputs: Inputs): Handlers {
  const { canvas, size, store, props, view } = inputs;
  const held = useRef(new Map<number, MapPoint>());
  const marked = useRef<Marking | null>(null);
  const grabbed = useRef<((to: MapPoint) => void) | null>(null);
  const corners = useCorners(props.current.clicks === 'corner', (path, done) =>
    props.current.onMark?.(path, done),
  );
  const keys = useKeyMarks(props);
  const { zoom, pan } = movesOf(inputs);
  const inMap = (event: PointerEvent) => toMap(view(), size.current, { x: event.offsetX, y: event.offsetY });

  useWheel(inputs);
  const release = (event: PointerEvent) => {
    held.current.delete(event.pointerId);
    const { clicks } = props.current;
    if (clicks && marked.current && !marked.current.drawn) {
      if (clicks === 'corner') corners.add(inMap(event), REACH_PX / view().scale);
      else props.current.onMark?.([inMap(event)], true);
    } else if (marked.current?.drawn && !clicks) props.current.onMark?.(marked.current.path, true);
    marked.current = null;
    grabbed.current = null;
  };
  return {
    onPointerDown(event) {
      canvas.current!.setPointerCapture(event.pointerId);
      const at = { x: event.offsetX, y: event.offsetY };
      held.current.set(event.pointerId, at);
      const [place, alone] = [inMap(event), held.current.size === 1];
      grabbed.current =
        alone && !corners.begun() ? props.current.onGrab(place, REACH_PX / view().scale) : null;
      const marks = props.current.onMark && alone && !grabbed.current;
      marked.current = marks ? { path: [place], at, drawn: false } : null;
      // a finger that taps does not move
      props.current.onPoint(place);
    },
    onPointerMove(event) {
      const at = { x: event.offsetX, y: event.offsetY };
      const before = held.current.get(event.pointerId);
      props.current.onPoint(inMap(event));
      if (corners.begun() && !before) corners.follow(inMap(event));
      if (!before) return;
      if (held.current.size === 2) pinch(held.current, event.pointerId, at, zoom, pan);
      else if (grabbed.current) grabbed.current(inMap(event));
      else if (marked.current && !props.current.clicks)
        mark(marked.current, at, inMap(event), props.current.onMark);
      else if (!marked.current || far(marked.current, at)) pan(at.x - before.x, at.y - before.y);
      held.current.set(event.pointerId, at);
    },
    onPointerUp: release,
    onPointerCancel: release,
    // a finger that is lifted leaves too: what it tapped stays to be read
    onPointerLeave: ({ pointerType }) => {
      if (pointerType === 'mouse') props.current.onPoint(null);
    },
    onDblClick: () => corners.close() || store.set(null),
    onKeyDown: (event) => drawByKey(event, corners, keys, view()) || moveByKey(event, inputs, keys),
  };
}

function useWheel(inputs: Inputs): void {
  const { canvas, store } = inputs;
  const { zoom } = movesOf(inputs);
  useEffect(() => {
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * WHEEL_ZOOM), { x: event.offsetX, y: event.offsetY });
    };
    const element = canvas.current!;
    // the page itself must not scroll, which only a listener that is not passive can say
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [store]);
}

/** What is being drawn. */
interface Marking {
  /** map pixels */
  readonly path: MapPoint[];
  /** CSS px where it began */
  readonly at: MapPoint;
  /** whether the hand has moved enough to mean it */
  drawn: boolean;
}

/** Whether a hand has moved enough to mean it, now or before. */
function far(mine: Marking, at: MapPoint): boolean {
  return (mine.drawn ||= Math.hypot(at.x - mine.at.x, at.y - mine.at.y) >= LEAST_MARK_PX);
}

function drawByKey(event: KeyboardEvent, corners: Corners, keys: KeyMarks, { x, y }: MapView): boolean {
  if (!corners.key(event.key) && !keys.key(event.key, { x, y })) return false;
  event.preventDefault();
  return true;
}

function mark(mine: Marking, at: MapPoint, place: MapPoint, onMark: CanvasTarget['onMark']): void {
  if (!far(mine, at)) return;
  mine.path.push(place);
  onMark?.(mine.path, false);
}

function movesOf({ size, store, props, view }: Inputs) {
  return {
    zoom: (factor: number, at: MapPoint) =>
      store.set(zoomView(view(), props.current.map, size.current, factor, at)),
    pan: (dx: number, dy: number) => store.set(panView(view(), props.current.map, dx, dy)),
  };
}

/** Without a pointer the read-out tells what lies in the middle. */
function moveByKey(event: KeyboardEvent, inputs: Inputs, keys: KeyMarks): void {
  const { size, store, props, view } = inputs;
  const { zoom, pan } = movesOf(inputs);
  const middle = { x: size.current.width / 2, y: size.current.height / 2 };
  const actions: Record<string, () => void> = {
    ArrowLeft: () => pan(KEY_PAN_PX, 0),
    ArrowRight: () => pan(-KEY_PAN_PX, 0),
    ArrowUp: () => pan(0, KEY_PAN_PX),
    ArrowDown: () => pan(0, -KEY_PAN_PX),
    '+': () => zoom(KEY_ZOOM, middle),
    '=': () => zoom(KEY_ZOOM, middle),
    '-': () => zoom(1 / KEY_ZOOM, middle),
    '0': () => store.set(null),
  };
  const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
  const { x, y } = view();
  props.current.onPoint({ x, y });
  keys.follow({ x, y });
}

/** Two fingers: zooms by how far they part, around the one that rests, and moves with their middle. */
function pinch(
  held: ReadonlyMap<number, MapPoint>,
  moved: number,
  at: MapPoint,
  zoom: (factor: number, at: MapPoint) => void,
  pan: (dx: number, dy: number) => void,
): void {
  const before = held.get(moved)!;
  const [, resting] = [...held].find(([id]) => id !== moved)!;
  const apart = (a: MapPoint) => Math.hypot(a.x - resting.x, a.y - resting.y);
  if (apart(before) > 0) zoom(apart(at) / apart(before), resting);
  pan((at.x - before.x) / 2, (at.y - before.y) / 2);
}
