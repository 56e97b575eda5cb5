import type { Limits } from '../preview/robust-limits.ts';
import { ticks } from '../preview/ticks.ts';
import { html, type Html } from './html.ts';

export interface PlotAxis {
  readonly limits: Limits;
  readonly title: string;
  /** where the axis starts and ends in the drawing */
  readonly from: number;
  readonly to: number;
}

const TICK_LENGTH = 5;
const TICK_SPACING = 55;

/** From values to places in the drawing. */
export function scaleOf({ limits, from, to }: PlotAxis): (value: number) => number {
  return (value) => from + ((value - limits.min) / (limits.max - limits.min)) * (to - from);
}

/** Frame, grid, ticks and titles of a plot. */
export function plotFrame(x: PlotAxis, y: PlotAxis): Html {
  const xAt = scaleOf(x);
  const yAt = scaleOf(y);
  const [top, bottom] = [Math.min(y.from, y.to), Math.max(y.from, y.to)];
  const most = (axis: PlotAxis): number =>
    Math.max(2, Math.floor(Math.abs(axis.to - axis.from) / TICK_SPACING));
  const middle = (axis: PlotAxis): number => (axis.from + axis.to) / 2;
  return html`
    ${ticks(x.limits, most(x)).map(
      ({ value, label }) =>
        html`<path class="grid" d="M${round(xAt(value))} ${top}V${bottom + TICK_LENGTH}" />
          <text x="${round(xAt(value))}" y="${bottom + 20}" text-anchor="middle">${label}</text>`,
    )}
    ${ticks(y.limits, most(y)).map(
      ({ value, label }) =>
        html`<path class="grid" d="M${x.from - TICK_LENGTH} ${round(yAt(value))}H${x.to}" />
          <text x="${x.from - 9}" y="${round(yAt(value) + 4)}" text-anchor="end">${label}</text>`,
    )}
    <path class="frame" d="M${x.from} ${top}H${x.to}V${bottom}H${x.from}Z" />
    <text x="${middle(x)}" y="${bottom + 40}" text-anchor="middle">${x.title}</text>
    <text transform="translate(14 ${middle(y)}) rotate(-90)" text-anchor="middle">${y.title}</text>
  `;
}

/** A place in a drawing to a tenth of its unit. */
export function round(place: number): string {
  return place.toFixed(1);
}
