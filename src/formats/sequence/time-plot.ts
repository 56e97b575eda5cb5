import { html, type Html } from '../report/html.ts';
import { plotFrame, round, scaleOf, type PlotAxis } from '../report/plot-frame.ts';

/** One quantity of every frame. */
export interface Course {
  readonly title: string;
  readonly name: string;
  /** null interrupts the line */
  readonly values: readonly (number | null)[];
}

const WIDTH = 540;
const HEIGHT = 220;
const HEADROOM = 0.08;
/** A longer course is drawn by its least and its largest value in so many steps. */
const MOST_STEPS = 500;

/** A quantity over the frames of a sequence. */
export function timePlot({ title, name, values }: Course, interval_s: number | null): Html | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const low = known.reduce((a, b) => Math.min(a, b));
  const high = known.reduce((a, b) => Math.max(a, b));
  const room = (high - low) * HEADROOM || Math.abs(high) * HEADROOM || 1;
  const step = interval_s ?? 1;
  const x: PlotAxis = {
    limits: { min: 0, max: Math.max(1, values.length - 1) * step },
    ...{ title: interval_s === null ? 'frame' : 'time, s', from: 72, to: WIDTH - 14 },
  };
  const y: PlotAxis = {
    limits: { min: low - room, max: high + room },
    ...{ title: name, from: HEIGHT - 52, to: 14 },
  };
  const path = curve(values, (k) => scaleOf(x)(k * step), scaleOf(y));
  return html`<figure class="plot">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
      ${plotFrame(x, y)}
      <path class="curve" d="${path}" />
    </svg>
    <figcaption>${title}</figcaption>
  </figure>`;
}

function curve(
  values: readonly (number | null)[],
  x: (k: number) => number,
  y: (value: number) => number,
): string {
  const step = Math.ceil(values.length / MOST_STEPS);
  let pen = 'M';
  let path = '';
  for (let from = 0; from < values.length; from += step) {
    const some = values.slice(from, from + step).filter((value) => value !== null);
    if (some.length === 0) {
      pen = 'M';
      continue;
    }
    const ends = step === 1 ? some : [Math.min(...some), Math.max(...some)];
    for (const value of ends) {
      path += `${pen}${round(x(from))} ${round(y(value))}`;
      pen = 'L';
    }
  }
  return path;
}
