import { scaleBarLength, ticks } from '../../formats/preview/ticks.ts';
import { colourStops, type ColourName } from './colour-maps.ts';

const MARGIN = 24;
const BAR_WIDTH = 26;
const LABELS = 96;
const LEAST_SIDE = 720;
const INK = '#1a1d21';

/** A map in its own pixels, and what a person needs to read it. */
export interface PictureOfMap {
  /** with its unit */
  readonly title: string;
  readonly image: CanvasImageSource;
  readonly rows: number;
  readonly cols: number;
  readonly colours: ColourName;
  readonly range: { readonly min: number; readonly max: number };
  readonly pixelSizeUm: { readonly x: number };
}

/** Where the map lies on the picture. */
export interface PlaceOnPicture {
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
}

/**
 * A whole map at full resolution (small maps enlarged by a whole factor) with title, colour bar and scale bar. null: the
 * browser has no memory for it.
 * @param drawOver draws on the map alone, from its upper left corner
 */
export function pictureWithBars(
  of: PictureOfMap,
  drawOver: (context: CanvasRenderingContext2D, place: PlaceOnPicture) => void = () => {},
): HTMLCanvasElement | null {
  const { title, image, rows, cols, pixelSizeUm } = of;
  const zoom = Math.max(1, Math.floor(LEAST_SIDE / Math.max(cols, rows)));
  const [width, height] = [cols * zoom, rows * zoom];
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
  context.fillText(title, MARGIN, MARGIN + font);
  context.imageSmoothingEnabled = false;
  context.drawImage(image, MARGIN, top, width, height);
  context.save();
  context.beginPath();
  context.rect(MARGIN, top, width, height);
  context.clip();
  context.translate(MARGIN, top);
  drawOver(context, { width, height, zoom });
  context.restore();
  drawColours(context, of, { x: MARGIN + width + MARGIN, top, height, font });
  const bar = scaleBarLength(0.3 * cols * pixelSizeUm.x);
  const length = (bar.um / pixelSizeUm.x) * zoom;
  context.fillStyle = INK;
  context.fillRect(MARGIN, top + height + font, length, Math.max(4, font / 4));
  context.fillText(bar.label, MARGIN + length + font, top + height + 1.5 * font);
  return canvas;
}

interface BarPlace {
  readonly x: number;
  readonly top: number;
  readonly height: number;
  readonly font: number;
}

function drawColours(
  context: CanvasRenderingContext2D,
  { colours, range }: PictureOfMap,
  { x, top, height, font }: BarPlace,
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
