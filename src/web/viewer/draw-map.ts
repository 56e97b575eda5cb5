import { scaleBarLength } from '../../formats/preview/ticks.ts';
import { drawMarks, type DrawnMarks, type Region } from './marks-on-map.ts';
import type { Covers } from '../worker/protocol.ts';
import { fitView, toCanvas, type MapPoint, type Size, type MapView } from './view.ts';
import type { ViewStore } from './view-store.ts';

/** What is drawn on top of a map. */
export interface Overlay extends DrawnMarks {
  /** what a remark on the result is about */
  readonly places?: readonly Region[];
  /** of views that share one, where a hand points in any of them */
  readonly cursor?: MapPoint | null;
}

export interface Drawing {
  readonly bitmap: ImageBitmap | null;
  /** absent: the whole map */
  readonly covers?: Covers | undefined;
  readonly map: Size;
  readonly pixelSizeUm: number;
  readonly store: ViewStore;
  readonly overlay: Overlay;
}

const SCALE_BAR_SHARE = 0.3;

/** Draws a map where its store looks. The canvas gets as many pixels as the screen has. */
export function drawMap(canvas: HTMLCanvasElement, size: Size, drawing: Drawing): void {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(size.width * ratio));
  const height = Math.max(1, Math.round(size.height * ratio));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  const view = drawing.store.view ?? fitView(drawing.map, size);
  drawBitmap(context, size, view, drawing, ratio);
  drawOnTop(context, size, view, drawing.overlay);
  drawScaleBar(context, size, view, drawing.pixelSizeUm);
}

function drawBitmap(
  context: CanvasRenderingContext2D,
  size: Size,
  view: MapView,
  { bitmap, covers, map }: Drawing,
  ratio: number,
): void {
  if (!bitmap) return;
  const { x, y, width, height } = covers ?? { x: 0, y: 0, ...map };
  const from = toCanvas(view, size, { x, y });
  // a pixel that is larger than one of the screen shows its own colour and no mixture
  context.imageSmoothingEnabled = view.scale * ratio < 1 || bitmap.width < map.width;
  // a picture of fewer samples is seen for a moment, while others follow it
  context.imageSmoothingQuality = bitmap.width < map.width ? 'low' : 'medium';
  context.drawImage(bitmap, from.x, from.y, width * view.scale, height * view.scale);
}

/** Everything on top of a map. */
export function drawOnTop(
  context: CanvasRenderingContext2D,
  size: Size,
  view: MapView,
  overlay: Overlay,
): void {
  drawPlaces(context, size, view, overlay.places ?? []);
  drawMarks(context, size, view, overlay);
  if (overlay.cursor) drawCursor(context, size, toCanvas(view, size, overlay.cursor));
}

function drawCursor(context: CanvasRenderingContext2D, size: Size, { x, y }: MapPoint): void {
  for (const [style, width] of [
    ['#06131a', 3],
    ['#fff', 1],
  ] as const) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, size.height);
    context.moveTo(0, y);
    context.lineTo(size.width, y);
    context.stroke();
  }
}

/** Dashed and in another colour than what a person has drawn; small ones are widened, to be seen at all. */
function drawPlaces(
  context: CanvasRenderingContext2D,
  size: Size,
  view: MapView,
  places: readonly Region[],
): void {
  for (const { x, y, width, height } of places) {
    const corner = toCanvas(view, size, { x, y });
    const [w, h] = [Math.max(8, width * view.scale), Math.max(8, height * view.scale)];
    for (const [style, line, dash] of [
      ['#06131a', 4, []],
      ['#ffc24b', 2, [6, 4]],
    ] as [string, number, number[]][]) {
      context.strokeStyle = style;
      context.lineWidth = line;
      context.setLineDash(dash);
      context.strokeRect(corner.x, corner.y, w, h);
    }
  }
  context.setLineDash([]);
}

function drawScaleBar(
  context: CanvasRenderingContext2D,
  size: Size,
  view: MapView,
  pixelSizeUm: number,
): void {
  const bar = scaleBarLength((SCALE_BAR_SHARE * Math.min(size.width, 480) * pixelSizeUm) / view.scale);
  const length = (bar.um / pixelSizeUm) * view.scale;
  const x = 14;
  const y = size.height - 16;
  context.font = '600 13px system-ui, sans-serif';
  const text = context.measureText(bar.label).width;
  context.fillStyle = 'rgb(6 19 26 / 72%)';
  context.beginPath();
  context.roundRect(x - 8, y - 24, Math.max(length, text) + 16, 34, 4);
  context.fill();
  context.fillStyle = '#fff';
  context.fillRect(x, y, length, 4);
  context.fillText(bar.label, x, y - 7);
}
