import { pictureWithBars } from '../colour/picture-with-bars.ts';
import { drawOnTop, type Overlay } from './draw-map.ts';
import type { Figure } from './figure-layout.ts';
import { figureSvg } from './figure-svg.ts';
import type { DrawnMarks } from './marks-on-map.ts';
import type { Shown } from './shown.ts';

/**
 * The whole map as a PNG at full resolution (small maps enlarged by a whole factor) with title, colour bar and scale
 * bar, and the marks on it. null: the browser has no memory for it.
 */
export async function exportPicture({ map, picture }: Shown, overlay: Overlay): Promise<Blob | null> {
  if (!picture) return null;
  const { rows, cols, pixelSizeUm } = map;
  const title = map.unit ? `${map.title}, ${map.unit}` : map.title;
  const { bitmap: image, colours, range } = picture;
  const of = { title, image, rows, cols, colours, range, pixelSizeUm };
  const canvas = pictureWithBars(of, (context, { width, height, zoom }) =>
    drawOnTop(context, { width, height }, { x: cols / 2, y: rows / 2, scale: zoom }, overlay),
  );
  return canvas && new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
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
