import type { Kernels } from '../../core/kernel/kernels.ts';
import type { Calibration, FoundFeature, TargetToFrame } from '../../core/rig/calibration.ts';
import {
  bandEdges,
  boxAround,
  outline,
  type Box,
  type Circle,
  type Point,
  type Shape,
} from '../../core/targets/shape.ts';
import { areaAverage } from '../preview/area-average.ts';
import { Canvas, MARK, MORE } from '../preview/canvas.ts';
import { grey, parseColour } from '../preview/colour-map.ts';
import { capHeight, drawText, labelStyle, noteStyle } from '../preview/draw-text.ts';
import { encodePng } from '../preview/png.ts';
import type { PixelRectangle } from '../preview/ring.ts';
import { robustLimits } from '../preview/robust-limits.ts';
import { drawSheet, type Sheet } from '../preview/sheet.ts';
import { scaleBarLength } from '../preview/ticks.ts';
import { drawResiduals, exaggerationOf } from './draw-residuals.ts';
import { drawLine, type At } from './line.ts';
import { valuesLine } from './values-line.ts';

/** What an overlay shows. */
export type Overlaid = Pick<
  Calibration,
  'amplitude' | 'model' | 'target_to_frame' | 'features' | 'fit' | 'quality' | 'corrections' | 'residuals'
>;

/** What a picture of a place shows where the target was not. */
export type Tried = Pick<Calibration, 'amplitude' | 'model' | 'target_to_frame' | 'features'> & {
  readonly features_found: number;
  readonly features_expected: number;
};

const LONGEST_SIDE = 1280;
const TRIED_SIDE = 512;
const BAR_SHARE = 0.3;
const BAR_HEIGHT = 6;
const GAP = 12;
/** Beside the colours of every picture: found and used, found and left out, how far off. */
const more = ['ffd23f', 'ff6b6b', '7ee787'].map(parseColour);
const FOUND = MORE;
const REJECTED = MORE + 1;
const OFF = MORE + 2;
const ARM = 4;

/**
 * The focused amplitude of a target with the features that were found and the model as it was fitted, with a legend and
 * a scale bar: what a person needs to see whether to believe a calibration. PNG, the same bytes on every machine.
 */
export function drawOverlay(kernels: Kernels, overlaid: Overlaid): Uint8Array<ArrayBuffer> {
  return encodePng(kernels, sheetOf(kernels, overlaid).canvas);
}

/** The same of several frames, one below the other. */
export function drawOverlays(kernels: Kernels, frames: readonly Overlaid[]): Uint8Array<ArrayBuffer> {
  return encodePng(kernels, below(frames.map((frame) => sheetOf(kernels, frame).canvas)));
}

/** What was looked for, and where: for a refusal, that goes into an answer and is smaller therefore. */
export function drawTried(kernels: Kernels, tried: Tried): Uint8Array<ArrayBuffer> {
  const { features_found: found, features_expected: expected } = tried;
  const title = `Not found: the best place looked at, ${found} of ${expected} features`;
  return encodePng(kernels, drawn(kernels, tried, title, TRIED_SIDE).canvas);
}

function below(canvases: readonly Canvas[]): Canvas {
  const [first] = canvases;
  if (canvases.length === 1) return first!;
  const width = Math.max(...canvases.map((one) => one.width));
  const all = new Canvas(
    width,
    canvases.reduce((sum, { height }) => sum + height, 0),
    grey,
    more,
  );
  let top = 0;
  for (const { width: own, height, pixels } of canvases) {
    for (let row = 0; row < height; row += 1)
      all.pixels.set(pixels.subarray(row * own, (row + 1) * own), (top + row) * width);
    top += height;
  }
  return all;
}

function sheetOf(kernels: Kernels, overlaid: Overlaid): Sheet {
  return drawn(kernels, overlaid, titleOf(overlaid), LONGEST_SIDE);
}

type Drawn = Pick<Overlaid, 'amplitude' | 'model' | 'target_to_frame' | 'features'> &
  Partial<Pick<Overlaid, 'corrections' | 'residuals'>>;

function drawn(kernels: Kernels, overlaid: Drawn, title: string, longest: number): Sheet {
  const { amplitude, target_to_frame: toFrame, features, corrections, residuals = [] } = overlaid;
  const zoom = zoomOf(amplitude, longest);
  const [rows, cols] = [amplitude.rows, amplitude.cols].map((side) => Math.max(1, Math.round(side * zoom)));
  const picture = areaAverage(kernels, amplitude, rows!, cols!);
  const times = exaggerationOf(residuals, Math.min(amplitude.rows, amplitude.cols));
  const legend = legendOf(features, times);
  const values = corrections ? valuesLine(corrections) : null;
  const sheet = drawSheet(kernels, picture, {
    title,
    ...{ map: grey, limits: robustLimits(picture.data), barTitle: 'amplitude', more },
    notes: ['', ...legend.map(({ text }) => `      ${text}`), ...(values === null ? [] : [values])],
    scaleBarWidth: 1,
  });
  const { canvas } = sheet;
  // a camera pixel's centre to canvas pixels
  const onCanvas = ({ x, y }: At): At => ({
    x: sheet.x + (x + 0.5) * zoom - 0.5,
    y: sheet.y + (y + 0.5) * zoom - 0.5,
  });
  drawModel(canvas, overlaid, onCanvas, sheet);
  // those that were left out last, so that none of them is hidden
  const sorted = features.toSorted((a, b) => Number(a.rejected) - Number(b.rejected));
  for (const feature of sorted) drawFeature(canvas, onCanvas(feature.found_px), feature.rejected, sheet);
  if (times !== null) drawResiduals(canvas, residuals, times, onCanvas, OFF, sheet);
  drawScaleBar(sheet, micrometresPerPixel(toFrame) / zoom);
  legend.forEach(({ draw }, line) => draw(sheet, sheet.footerY + (line + 1) * sheet.lineHeight));
  return sheet;
}

function zoomOf({ rows, cols }: Calibration['amplitude'], most: number): number {
  const longest = Math.max(rows, cols);
  if (longest > most) return 1 / Math.ceil(longest / most);
  return Math.max(1, Math.floor(most / longest));
}

function titleOf({ fit, quality }: Overlaid): string {
  const found = `${fit.features_found} of ${fit.features_expected} features`;
  const doubt = quality === 'good' ? '' : ', needs review';
  return `Calibration: ${found}, residual ${fit.residual_px.toFixed(3)} px${doubt}`;
}

interface LegendLine {
  readonly text: string;
  draw(sheet: Sheet, y: number): void;
}

function legendOf(features: readonly FoundFeature[], times: number | null): LegendLine[] {
  const middle = (y: number) => y + Math.round(capHeight(noteStyle) / 2);
  const cross = (rejected: boolean) => (sheet: Sheet, y: number) =>
    drawFeature(sheet.canvas, { x: sheet.x + GAP, y: middle(y) }, rejected, whole(sheet.canvas));
  const rejected = features.filter((feature) => feature.rejected).length;
  const used = features.length - rejected;
  const line = (text: string, colour: number): LegendLine => ({
    text,
    draw: ({ canvas, x }, y) =>
      drawLine(canvas, { x, y: middle(y) }, { x: x + 2 * GAP, y: middle(y) }, colour, whole(canvas)),
  });
  return [
    line('the target as it was fitted', MARK),
    { text: `found (${used})`, draw: cross(false) },
    ...(rejected > 0 ? [{ text: `found and left out of the fit (${rejected})`, draw: cross(true) }] : []),
    ...(times === null ? [] : [line(`how far parts lie from the fit, ${times} times as long`, OFF)]),
  ];
}

function whole({ width, height }: Canvas): PixelRectangle {
  return { x: 0, y: 0, width, height };
}

/** + where a feature was used, × where it was left out: colour alone would not do. */
function drawFeature(canvas: Canvas, { x, y }: At, rejected: boolean, clip: PixelRectangle): void {
  const colour = rejected ? REJECTED : FOUND;
  const arms = rejected
    ? [
        [ARM, ARM],
        [ARM, -ARM],
      ]
    : [
        [ARM, 0],
        [0, ARM],
      ];
  for (const [dx, dy] of arms as [number, number][]) {
    drawLine(canvas, { x: x - dx, y: y - dy }, { x: x + dx, y: y + dy }, colour, clip);
  }
}

function drawModel(
  canvas: Canvas,
  { amplitude, model, target_to_frame }: Pick<Overlaid, 'amplitude' | 'model' | 'target_to_frame'>,
  onCanvas: (at: At) => At,
  clip: PixelRectangle,
): void {
  const window = windowOf(amplitude, target_to_frame);
  const [a, b, c, d, e, f] = target_to_frame;
  const place = ({ x_um, y_um }: Point): At =>
    onCanvas({ x: a * x_um + b * y_um + c, y: d * x_um + e * y_um + f });
  for (const { shape, cuts = [] } of model.areas(window)) {
    for (const part of [shape, ...cuts]) {
      for (const [from, to] of linesOf(part, window)) {
        drawLine(canvas, place(from), place(to), MARK, clip, false);
      }
    }
  }
}

/** What of the target the frame shows, µm on the target. */
function windowOf({ rows, cols }: Calibration['amplitude'], [a, b, c, d, e, f]: TargetToFrame): Box {
  const determinant = a * e - b * d;
  const corners = [
    [0, 0],
    [cols, 0],
    [0, rows],
    [cols, rows],
  ] as const;
  return boxAround(
    corners.map(([x, y]) => ({
      x_um: (e * (x - c) - b * (y - f)) / determinant,
      y_um: (a * (y - f) - d * (x - c)) / determinant,
    })),
  );
}

function micrometresPerPixel([a, b, , d, e]: TargetToFrame): number {
  return 1 / Math.sqrt(Math.abs(a * e - b * d));
}

function linesOf(shape: Shape, window: Box): [Point, Point][] {
  if (shape.kind === 'band') return bandEdges(shape, window);
  const corners = shape.kind === 'circle' ? around(shape) : outline(shape, window);
  return corners.map((corner, k) => [corner, corners[(k + 1) % corners.length]!]);
}

const CHORDS = 24;

/** A circle as chords, through points ((1 − t²) / (1 + t²), 2t / (1 + t²)): no sine is needed. */
function around({ centre, radius_um }: Circle): Point[] {
  const quarter = Array.from({ length: CHORDS }, (_, k) => {
    const t = k / CHORDS;
    return [(1 - t * t) / (1 + t * t), (2 * t) / (1 + t * t)] as const;
  });
  const turns = [
    [1, 0, 0, 1],
    [0, -1, 1, 0],
    [-1, 0, 0, -1],
    [0, 1, -1, 0],
  ] as const;
  return turns.flatMap(([xx, xy, yx, yy]) =>
    quarter.map(([x, y]) => ({
      x_um: centre.x_um + radius_um * (xx * x + xy * y),
      y_um: centre.y_um + radius_um * (yx * x + yy * y),
    })),
  );
}

function drawScaleBar({ canvas, x, width, footerY }: Sheet, umPerPx: number): void {
  const bar = scaleBarLength(BAR_SHARE * width * umPerPx);
  const length = Math.max(1, Math.round(bar.um / umPerPx));
  const y = footerY + Math.round((capHeight(labelStyle) - BAR_HEIGHT) / 2);
  canvas.inkRectangle(x, y, length, BAR_HEIGHT);
  drawText(canvas, bar.label, x + length + GAP, footerY, labelStyle);
}
