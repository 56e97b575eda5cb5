import type { Kernels } from '../../core/kernel/kernels.ts';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { areaAverage } from './area-average.ts';
import type { Canvas } from './canvas.ts';
import type { ColourMap } from './colour-map.ts';
import { capHeight, drawText, labelStyle, textWidth } from './draw-text.ts';
import { robustLimits, LOWER_PERCENT, UPPER_PERCENT, type Limits } from './robust-limits.ts';
import { drawSheet } from './sheet.ts';
import { scaleBarLength } from './ticks.ts';

const LONGEST_SIDE = 1024;
const ENLARGED_SIDE = 720;
const SCALE_BAR_SHARE = 0.3;
const SCALE_BAR_HEIGHT = 6;
const LABEL_GAP = 12;

export const limitsNote = `colour scale: ${LOWER_PERCENT} to ${UPPER_PERCENT} % of the pixels`;

export interface MapPictureOptions {
  readonly title: string;
  readonly unit: string;
  readonly map: ColourMap;
  readonly pixelSizeUm: { readonly x: number; readonly y: number };
}

/** What the colours of a map's picture span, without drawing it. */
export function pictureLimits(
  kernels: Kernels,
  source: RealMap,
  pixelSizeUm: MapPictureOptions['pixelSizeUm'],
): Limits {
  const { rows, cols } = pictureSize(source, pixelSizeUm);
  return robustLimits(areaAverage(kernels, source, rows, cols).data);
}

/** A map of values as a picture with colour bar and scale bar, and the limits its colours span. */
export function drawMapPicture(
  kernels: Kernels,
  source: RealMap,
  options: MapPictureOptions,
): { canvas: Canvas; limits: Limits } {
  const { rows, cols, umPerPx } = pictureSize(source, options.pixelSizeUm);
  const picture = areaAverage(kernels, source, rows, cols);
  const limits = robustLimits(picture.data);
  const bar = scaleBarLength(SCALE_BAR_SHARE * cols * umPerPx);
  const barWidth = Math.max(1, Math.round(bar.um / umPerPx));
  const { canvas, x, footerY } = drawSheet(kernels, picture, {
    title: options.title,
    map: options.map,
    limits,
    barTitle: options.unit,
    notes: [limitsNote],
    scaleBarWidth: barWidth + LABEL_GAP + textWidth(bar.label, labelStyle) + 2 * LABEL_GAP,
  });
  canvas.inkRectangle(
    x,
    footerY + Math.round((capHeight(labelStyle) - SCALE_BAR_HEIGHT) / 2),
    barWidth,
    SCALE_BAR_HEIGHT,
  );
  drawText(canvas, bar.label, x + barWidth + LABEL_GAP, footerY, labelStyle);
  return { canvas, limits };
}

/** Square picture pixels: whole blocks of map pixels where the map is large, whole multiples where it is small. */
export function pictureSize(
  { rows, cols }: Pick<RealMap, 'rows' | 'cols'>,
  pixel: { readonly x: number; readonly y: number },
) {
  const squareRows = (rows * pixel.y) / pixel.x;
  const longest = Math.max(cols, squareRows);
  const zoom =
    longest > LONGEST_SIDE
      ? 1 / Math.ceil(longest / LONGEST_SIDE)
      : Math.max(1, Math.floor(ENLARGED_SIDE / longest));
  const pictureCols = Math.max(1, Math.round(cols * zoom));
  const pictureRows = Math.max(1, Math.round(squareRows * zoom));
  return { rows: pictureRows, cols: pictureCols, umPerPx: (cols * pixel.x) / pictureCols };
}
