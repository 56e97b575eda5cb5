import { barWidth } from '../targets/bar-width.ts';
import { paintRectangle, type Rectangle } from './paint-rectangle.ts';
import type { ObjectSpec } from './simulation-spec.ts';
import { shorterSide, type ThinObject } from './thin-object.ts';

/** One element of the chart: three upright bars (`vertical`) and right of them three lying ones (`horizontal`). */
export interface ChartElement {
  readonly group: number;
  /** 1 to 6 */
  readonly element: number;
  /** half the period, µm */
  readonly bar_um: number;
  readonly vertical: readonly Rectangle[];
  readonly horizontal: readonly Rectangle[];
}

const MARGIN_SHARE = 0.12;
const WIDEST_SHARE = 0.034;
const NARROWEST_PX = 1.5;
const LARGEST_GROUP = 12;

/**
 * Where the bars of the chart lie: elements from the widest that `widest_um` allows down to 1.5 px, in rows, in the
 * central part of the frame. A layout of its own, not the spiral of the printed target; widths and periods are its.
 */
export function chartElements(object: ThinObject, widest_um: number | null): ChartElement[] {
  const side = shorterSide(object);
  const margin = {
    x: object.cols * object.pitch_um * MARGIN_SHARE,
    y: object.rows * object.pitch_um * MARGIN_SHARE,
  };
  const end = { x: object.cols * object.pitch_um - margin.x, y: object.rows * object.pitch_um - margin.y };
  const widest = widest_um ?? WIDEST_SHARE * side;
  const elements: ChartElement[] = [];
  let x = margin.x;
  let y = margin.y;
  let rowHeight = 0;
  for (let step = -LARGEST_GROUP * 6; step <= LARGEST_GROUP * 6; step += 1) {
    const group = Math.floor(step / 6);
    const element = step - group * 6 + 1;
    const bar = barWidth(group, element);
    if (bar > widest) continue;
    if (bar < NARROWEST_PX * object.pitch_um) break;
    if (x + 11 * bar > end.x) {
      x = margin.x;
      y += rowHeight;
      rowHeight = 0;
    }
    if (y + 5 * bar > end.y) break;
    elements.push({ group, element, bar_um: bar, ...bars(x, y, bar) });
    rowHeight = Math.max(rowHeight, 7 * bar);
    x += 13 * bar;
  }
  return elements;
}

/** Bars are five times as long as wide and one width apart; the lying set starts one width right of the upright. */
function bars(x: number, y: number, bar: number): Pick<ChartElement, 'vertical' | 'horizontal'> {
  const offsets = [0, 2 * bar, 4 * bar];
  return {
    vertical: offsets.map((at) => ({ x_um: x + at, y_um: y, width_um: bar, height_um: 5 * bar })),
    horizontal: offsets.map((at) => ({ x_um: x + 6 * bar, y_um: y + at, width_um: 5 * bar, height_um: bar })),
  };
}

/** Paints the chart's bars; `size_um` is the widest bar that may appear (default 0.034 of the shorter side). */
export function paintChart(object: ThinObject, spec: ObjectSpec): void {
  for (const { vertical, horizontal } of chartElements(object, spec.size_um)) {
    for (const bar of [...vertical, ...horizontal]) paintRectangle(object, bar, spec);
  }
}
