import type { Kernels } from '../../core/kernel/kernels.ts';
import { Canvas, MAP_LEVELS, NO_VALUE } from './canvas.ts';
import type { Colour, ColourMap } from './colour-map.ts';
import { capHeight, drawText, labelStyle, noteStyle, textWidth, titleStyle } from './draw-text.ts';
import type { Grid } from './area-average.ts';
import type { Limits } from './robust-limits.ts';
import { ticks, type Tick } from './ticks.ts';

const MARGIN = 26;
const TITLE_GAP = 20;
const BAR_GAP = 26;
const BAR_WIDTH = 24;
const TICK_LENGTH = 7;
const TICK_GAP = 8;
const LEAST_BAR_HEIGHT = 180;
const TICK_SPACING = 90;
const LINE_GAP = 14;
/** Labels of usual width get the same room, so that the pictures of one result come out alike. */
const LEAST_BAR_ROOM = 120;

export interface SheetOptions {
  readonly title: string;
  readonly map: ColourMap;
  readonly limits: Limits;
  /** unit or name of the values, above the colour bar */
  readonly barTitle: string;
  /** room for axis labels to the left of and below the picture, px */
  readonly axes?: { readonly left: number; readonly below: number };
  /** lines of small print under the picture; the first may share its line with a scale bar */
  readonly notes: readonly string[];
  /** colours beside the usual ones */
  readonly more?: readonly Colour[];
  /** room kept free for the scale bar to the left of the first note, px */
  readonly scaleBarWidth?: number;
}

/** A picture on white paper with its title, colour bar and notes; the caller adds a scale bar or axes. */
export interface Sheet {
  readonly canvas: Canvas;
  /** where the picture lies */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** top of the line for a scale bar */
  readonly footerY: number;
  /** from there to the next line of small print */
  readonly lineHeight: number;
}

/** Where a picture without axes begins on its sheet. */
export function sheetCorner(): { readonly x: number; readonly y: number } {
  return { x: MARGIN, y: MARGIN + capHeight(titleStyle) + TITLE_GAP };
}

export function drawSheet(kernels: Kernels, picture: Grid, options: SheetOptions): Sheet {
  const { title, map, limits, barTitle, axes = { left: 0, below: 0 }, notes, scaleBarWidth = 0 } = options;
  const barHeight = Math.max(picture.rows, LEAST_BAR_HEIGHT);
  const barTicks = ticks(limits, Math.max(2, Math.floor(barHeight / TICK_SPACING)));
  const noteLines = arrangeNotes(notes, scaleBarWidth, picture.cols);
  const corner = sheetCorner();
  const [x, y] = [corner.x + axes.left, corner.y];
  const widest = Math.max(
    picture.cols,
    textWidth(title, titleStyle) - axes.left + BAR_GAP,
    ...noteLines.map(({ text, indent }) => indent + textWidth(text, noteStyle)),
  );
  const barX = x + widest + BAR_GAP;
  const barRoom = Math.max(LEAST_BAR_ROOM, barLabelRoom(barTicks), textWidth(barTitle, labelStyle));
  const footerY = y + barHeight + axes.below + 20;
  const lineHeight = capHeight(noteStyle) + LINE_GAP;
  const canvas = new Canvas(
    barX + barRoom + MARGIN,
    footerY + noteLines.length * lineHeight + MARGIN - 8,
    map,
    options.more,
  );

  drawText(canvas, title, MARGIN, MARGIN, titleStyle);
  paint(kernels, canvas, picture, limits, x, y);
  canvas.frame(x, y, picture.cols, picture.rows);
  drawText(canvas, barTitle, barX, MARGIN + capHeight(titleStyle) - capHeight(labelStyle), labelStyle);
  drawBar(canvas, barX, y, barHeight, limits, barTicks);
  noteLines.forEach(({ text, indent }, line) => {
    drawText(canvas, text, x + indent, footerY + line * lineHeight, noteStyle);
  });
  return { canvas, x, y, width: picture.cols, height: picture.rows, footerY, lineHeight };
}

/** The first note goes to the right end of the scale bar's line where it fits, else below it. */
function arrangeNotes(notes: readonly string[], scaleBarWidth: number, width: number) {
  if (scaleBarWidth === 0) return notes.map((text) => ({ text, indent: 0 }));
  const [first = '', ...others] = notes;
  const indent = width - textWidth(first, noteStyle);
  const lines =
    indent >= scaleBarWidth
      ? [{ text: first, indent }]
      : [
          { text: '', indent: 0 },
          { text: first, indent: 0 },
        ];
  return [...lines, ...others.map((text) => ({ text, indent: 0 }))];
}

function barLabelRoom(barTicks: readonly Tick[]): number {
  const labels = barTicks.map(({ label }) => textWidth(label, labelStyle));
  return BAR_WIDTH + TICK_LENGTH + TICK_GAP + Math.max(0, ...labels);
}

function paint(
  kernels: Kernels,
  { pixels, width }: Canvas,
  { data, rows, cols }: Grid,
  { min, max }: Limits,
  left: number,
  top: number,
): void {
  using scope = kernels.scope();
  const [from, to] = [scope.floats(data.length), scope.bytes(data.length)];
  kernels.floats(from, data.length).set(data);
  const scale = (MAP_LEVELS - 1) / (max - min);
  kernels.wasm.paintLevels(from, to, {
    ...{ count: data.length, lowest: min, scale, levels: MAP_LEVELS, none: NO_VALUE },
  });
  const painted = kernels.bytes(to, data.length);
  for (let row = 0; row < rows; row++)
    pixels.set(painted.subarray(row * cols, (row + 1) * cols), (top + row) * width + left);
}

function drawBar(
  canvas: Canvas,
  x: number,
  y: number,
  height: number,
  limits: Limits,
  barTicks: readonly Tick[],
) {
  for (let row = 0; row < height; row++) {
    const level = Math.round((1 - row / (height - 1)) * (MAP_LEVELS - 1));
    canvas.fill(x, y + row, BAR_WIDTH, 1, level);
  }
  canvas.frame(x, y, BAR_WIDTH, height);
  for (const { value, label } of barTicks) {
    const at = y + Math.round((1 - (value - limits.min) / (limits.max - limits.min)) * (height - 1));
    canvas.inkRectangle(x + BAR_WIDTH + 1, at - 1, TICK_LENGTH, 2);
    const labelX = x + BAR_WIDTH + TICK_LENGTH + TICK_GAP;
    drawText(canvas, label, labelX, at - Math.round(capHeight(labelStyle) / 2), labelStyle);
  }
}
