import type { EvidenceReport } from './evidence-report.ts';
import { html, type Html } from './html.ts';
import { valueText } from './named-value.ts';
import { plotFrame, round, scaleOf, type PlotAxis } from './plot-frame.ts';

type FocusCurve = EvidenceReport['focus_curves'][number];

const WIDTH = 540;
const HEIGHT = 270;
const HEADROOM = 0.08;
const LABEL_ROOM = 110;

/** One focus metric against distance, the distance that was taken marked. */
export function focusPlot(curve: FocusCurve): Html {
  const values = curve.value.filter((value) => value !== null);
  const [low, high] = [minimum(values), -minimum(values.map((value) => -value))];
  const room = (high - low) * HEADROOM || 1;
  const [first, last] = [minimum(curve.z_mm), -minimum(curve.z_mm.map((z) => -z))];
  const x: PlotAxis = {
    limits: { min: first, max: last > first ? last : first + 1 },
    ...{ title: 'distance z, mm', from: 72, to: WIDTH - 14 },
  };
  const y: PlotAxis = {
    limits: { min: low - room, max: high + room },
    ...{ title: curve.metric, from: HEIGHT - 52, to: 14 },
  };
  const best = scaleOf(x)(curve.best_z_mm);
  const left = best > x.to - LABEL_ROOM;
  const sense = curve.extremum === 'min' ? 'smallest' : 'largest';
  return html`<figure class="plot">
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      role="img"
      aria-label="Focus curve: ${curve.metric} against distance"
    >
      ${plotFrame(x, y)}
      <path class="best" d="M${round(best)} ${y.to}V${y.from}" />
      <path class="curve" d="${curvePath(curve, scaleOf(x), scaleOf(y))}" />
      <text
        class="best-label"
        x="${round(best + (left ? -7 : 7))}"
        y="${y.to + 16}"
        text-anchor="${left ? 'end' : 'start'}"
      >
        ${valueText(curve.best_z_mm)} mm
      </text>
    </svg>
    <figcaption>
      Focus by ${curve.metric}: taken where it is ${sense}, at ${valueText(curve.best_z_mm)} mm.
    </figcaption>
  </figure>`;
}

/** Values that are missing interrupt the line. */
function curvePath(curve: FocusCurve, x: (z: number) => number, y: (value: number) => number): string {
  let pen = 'M';
  let path = '';
  curve.value.forEach((value, index) => {
    const z = curve.z_mm[index];
    if (value === null || z === undefined) {
      pen = 'M';
      return;
    }
    path += `${pen}${round(x(z))} ${round(y(value))}`;
    pen = 'L';
  });
  return path;
}

function minimum(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), values[0] ?? 0);
}
