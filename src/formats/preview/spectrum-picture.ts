import type { Kernels } from '../../core/kernel/kernels.ts';
import type { SpectrumPicture } from '../../core/reconstruction/reconstruction.ts';
import { areaAverage } from './area-average.ts';
import type { Canvas } from './canvas.ts';
import { magma } from './colour-map.ts';
import { capHeight, drawText, labelStyle, textWidth } from './draw-text.ts';
import { limitsNote } from './map-picture.ts';
import { drawCross, drawRing } from './ring.ts';
import { robustLimits } from './robust-limits.ts';
import { drawSheet, type Sheet } from './sheet.ts';
import { ticks, withMinus } from './ticks.ts';

const LONGEST_SIDE = 720;
const AXES = { left: 74, below: 62 };
const TICKS = 8;
const TICK_LENGTH = 7;
const DECIMALS = 3;

/** Places of the spectrum in a sheet: frequencies in cycles per µm to canvas pixels. */
interface Frame {
  readonly sheet: Sheet;
  readonly column: (fx: number) => number;
  readonly row: (fy: number) => number;
  readonly halfSpan: { readonly x: number; readonly y: number };
}

/**
 * The hologram's spectrum with axes in cycles per µm, equal along both, the sideband used as a ring with a cross at
 * the carrier, and its twin dashed. Like the image, fy points down.
 * @param pitchUm object-space size of a camera pixel
 */
export function drawSpectrumPicture(kernels: Kernels, spectrum: SpectrumPicture, pitchUm: number): Canvas {
  const spanX = spectrum.cols * spectrum.step_cycles_per_px.x;
  const spanY = spectrum.rows * spectrum.step_cycles_per_px.y;
  const zoom = LONGEST_SIDE / Math.max(spanX, spanY);
  const picture = areaAverage(kernels, spectrum, Math.round(spanY * zoom), Math.round(spanX * zoom));
  const sheet = drawSheet(kernels, picture, {
    title: 'Spectrum of the hologram',
    map: magma,
    limits: robustLimits(picture.data),
    barTitle: 'log10 |F|',
    axes: AXES,
    notes: [...sidebandNotes(spectrum, pitchUm), limitsNote],
  });
  const place = (f: number, step: number, count: number, pixels: number): number =>
    (((f * pitchUm) / step + (count >> 1) + 0.5) * pixels) / count - 0.5;
  const frame: Frame = {
    sheet,
    column: (fx) => sheet.x + place(fx, spectrum.step_cycles_per_px.x, spectrum.cols, sheet.width),
    row: (fy) => sheet.y + place(fy, spectrum.step_cycles_per_px.y, spectrum.rows, sheet.height),
    halfSpan: { x: spanX / 2 / pitchUm, y: spanY / 2 / pitchUm },
  };
  drawSideband(frame, spectrum, pitchUm);
  drawAxes(frame);
  return sheet.canvas;
}

function sidebandNotes(spectrum: SpectrumPicture, pitchUm: number): string[] {
  const { carrier_cycles_per_px: carrier, filter_radius_cycles_per_px: radius } = spectrum;
  if (!carrier) return [];
  const number = (cyclesPerPx: number): string => withMinus((cyclesPerPx / pitchUm).toFixed(DECIMALS));
  const size = radius === null ? '' : `, radius ${number(radius)}`;
  return [
    `ring: sideband used, carrier (${number(carrier.x)}, ${number(carrier.y)})${size} cycles/µm; dashed: its twin`,
  ];
}

function drawSideband({ sheet, column, row }: Frame, spectrum: SpectrumPicture, pitchUm: number): void {
  const { carrier_cycles_per_px: carrier, filter_radius_cycles_per_px: filterRadius } = spectrum;
  if (!carrier) return;
  const [fx, fy] = [carrier.x / pitchUm, carrier.y / pitchUm];
  if (filterRadius !== null) {
    const radius = column(filterRadius / pitchUm) - column(0);
    drawRing(sheet.canvas, column(-fx), row(-fy), radius, true, sheet);
    drawRing(sheet.canvas, column(fx), row(fy), radius, false, sheet);
  }
  drawCross(sheet.canvas, column(fx), row(fy), sheet);
}

function drawAxes({ sheet, column, row, halfSpan }: Frame): void {
  const { canvas, x, y, width, height } = sheet;
  const labelHeight = capHeight(labelStyle);
  const bottom = y + height;
  for (const { value, label } of ticks({ min: -halfSpan.x, max: halfSpan.x }, TICKS)) {
    const at = Math.round(column(value));
    canvas.inkRectangle(at - 1, bottom + 1, 2, TICK_LENGTH);
    drawText(canvas, label, at - textWidth(label, labelStyle) / 2, bottom + TICK_LENGTH + 8, labelStyle);
  }
  for (const { value, label } of ticks({ min: -halfSpan.y, max: halfSpan.y }, TICKS)) {
    const at = Math.round(row(value));
    canvas.inkRectangle(x - 1 - TICK_LENGTH, at - 1, TICK_LENGTH, 2);
    drawText(
      canvas,
      label,
      x - TICK_LENGTH - 8 - textWidth(label, labelStyle),
      at - labelHeight / 2,
      labelStyle,
    );
  }
  const name = 'fx (right) and fy (down), cycles/µm';
  const nameX = x + (width - textWidth(name, labelStyle)) / 2;
  drawText(canvas, name, nameX, bottom + TICK_LENGTH + 8 + labelHeight + 14, labelStyle);
}
