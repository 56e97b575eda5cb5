import { scaleBarLength, ticks } from '../../formats/preview/ticks.ts';
import { colourStops } from '../colour/colour-maps.ts';
import { drawOnTop, type Overlay } from './draw-map.ts';
import type { Figure } from './figure-layout.ts';
import { figureSvg } from './figure-svg.ts';
import type { DrawnMarks } from './marks-on-map.ts';
import type { Shown } from './shown.ts';
import type { Picture } from './use-painted.ts';

const MARGIN = 24;
const BAR_WIDTH = 26;
const LABELS = 96;
const LEAST_SIDE = 720;
const INK = '#1a1d21';

/**
 * The whole map as a PNG at full resolution (small maps enlarged by a whole factor) with title, colour bar and scale
 * bar, and the marks on it. null: the browser has no memory for it.
 */
export async function exportPicture(shown: Shown, overlay: Overlay): Promise<Blob | null> {
  const { map, picture } = shown;
  if (!picture) return null;
  const zoom = Math.max(1, Math.floor(LEAST_SIDE / Math.max(map.cols, map.rows)));
  const width = map.cols * zoom;
  const height = map.rows * zoom;
  const font = Math.max(14, Math.round(Math.max(width, height) / 55));
  const top = MARGIN + 2 * font;
  const canvas = document.createElement('canvas');
  canvas.width = MARGIN + width + MARGIN + BAR_WIDTH + LABELS * (font / 14) + MARGIN;
  canvas.height = top + height + 3 * font + MARGIN;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.font = `${font}px system-ui, sans-serif`;
  context.fillStyle = INK;
  context.fillText(map.unit ? `${map.title}, ${map.unit}` : map.title, MARGIN, MARGIN + font);
  context.imageSmoothingEnabled = false;
  context.drawImage(picture.bitmap, MARGIN, top, width, height);
  context.save();
  context.beginPath();
  context.rect(MARGIN, top, width, height);
  context.clip();
  context.translate(MARGIN, top);
  drawOnTop(context, { width, height }, { x: map.cols / 2, y: map.rows / 2, scale: zoom }, overlay);
  context.restore();
  drawColours(context, picture, { x: MARGIN + width + MARGIN, top, height, font });
  const bar = scaleBarLength(0.3 * map.cols * map.pixelSizeUm.x);
  const length = (bar.um / map.pixelSizeUm.x) * zoom;
  context.fillStyle = INK;
  context.fillRect(MARGIN, top + height + font, length, Math.max(4, font / 4));
  context.fillText(bar.label, MARGIN + length + font, top + height + 1.5 * font);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** The same as an SVG, whose marks and text stay sharp. null: the browser has no memory for it. */
export function exportFigure(shown: Shown, marks: DrawnMarks, caption: readonly string[]): Blob | null {
  const canvas = canvasOf(shown);
  if (!canvas) return null;
  const svg = figureSvg(figureOf(shown, marks, caption), canvas.toDataURL('image/png'));
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** And as a PDF of one page, whose writer comes when it is first asked for. null: no memory, or no connection. */
export async function exportPdf(
  shown: Shown,
  marks: DrawnMarks,
  caption: readonly string[],
): Promise<Blob | null> {
  const { cols, rows } = shown.map;
  const pixels = canvasOf(shown)?.getContext('2d')?.getImageData(0, 0, cols, rows).data;
  const writer = await import('./figure-pdf.ts').catch(() => null);
  if (!pixels || !writer) return null;
  const rgb = new Uint8Array(3 * cols * rows);
  for (let i = 0; i < cols * rows; i++) rgb.set(pixels.subarray(4 * i, 4 * i + 3), 3 * i);
  const pdf = await writer.figurePdf(figureOf(shown, marks, caption), rgb);
  return new Blob([pdf], { type: 'application/pdf' });
}

function figureOf({ map, picture }: Shown, marks: DrawnMarks, caption: readonly string[]): Figure {
  const { colours, range } = picture!;
  return { map, colours, range, marks, caption };
}

/** The map in its own pixels. */
function canvasOf({ map, picture }: Shown): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [map.cols, map.rows];
  const context = canvas.getContext('2d');
  if (!context || !picture) return null;
  context.imageSmoothingEnabled = false;
  context.drawImage(picture.bitmap, 0, 0, map.cols, map.rows);
  return canvas;
}

function drawColours(
  context: CanvasRenderingContext2D,
  { colours, range }: Picture,
  {
    x,
    top,
    height,
    font,
  }: { readonly x: number; readonly top: number; readonly height: number; readonly font: number },
): void {
  const stops = colourStops(colours, 64);
  const gradient = context.createLinearGradient(0, top + height, 0, top);
  stops.forEach((colour, i) => gradient.addColorStop(i / (stops.length - 1), colour));
  context.fillStyle = gradient;
  context.fillRect(x, top, BAR_WIDTH, height);
  context.fillStyle = INK;
  for (const { value, label } of ticks(range, 8)) {
    const y = top + height * (1 - (value - range.min) / (range.max - range.min));
    context.fillRect(x + BAR_WIDTH, y - 0.5, 6, 1);
    context.fillText(label, x + BAR_WIDTH + 10, y + font * 0.35);
  }
}
