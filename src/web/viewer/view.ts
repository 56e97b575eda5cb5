/** What part of a map is seen: the map pixel in the middle of the canvas, and CSS pixels per map pixel. */
export interface MapView {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

const MOST_SCALE = 64;
/** share of the canvas that a whole map fills */
const FIT = 0.98;

/** The whole map in the middle of the canvas. `map` in its pixels, drawn square. */
export function fitView(map: Size, canvas: Size): MapView {
  const scale = FIT * Math.min(canvas.width / map.width, canvas.height / map.height);
  return { x: map.width / 2, y: map.height / 2, scale: scale > 0 ? Math.min(scale, MOST_SCALE) : 1 };
}

/** Canvas (CSS px from its upper left) to map: pixel (0, 0) covers 0 to 1 in both directions. */
export function toMap(view: MapView, canvas: Size, at: MapPoint): MapPoint {
  return {
    x: view.x + (at.x - canvas.width / 2) / view.scale,
    y: view.y + (at.y - canvas.height / 2) / view.scale,
  };
}

export function toCanvas(view: MapView, canvas: Size, at: MapPoint): MapPoint {
  return {
    x: (at.x - view.x) * view.scale + canvas.width / 2,
    y: (at.y - view.y) * view.scale + canvas.height / 2,
  };
}

/** Zooms by a factor; what lies under `at` (CSS px) stays there. */
export function zoomView(view: MapView, map: Size, canvas: Size, factor: number, at: MapPoint): MapView {
  const least = fitView(map, canvas).scale / 4;
  const scale = Math.min(MOST_SCALE, Math.max(least, view.scale * factor));
  const fixed = toMap(view, canvas, at);
  const x = fixed.x - (at.x - canvas.width / 2) / scale;
  const y = fixed.y - (at.y - canvas.height / 2) / scale;
  return keepInside({ x, y, scale }, map);
}

/** Moves by CSS pixels. */
export function panView(view: MapView, map: Size, dx: number, dy: number): MapView {
  return keepInside({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale }, map);
}

/** The middle of the canvas never leaves the map. */
function keepInside(view: MapView, map: Size): MapView {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return { ...view, x: within(view.x, map.width), y: within(view.y, map.height) };
}
