import { useMemo } from 'preact/hooks';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { formatValue, formatWithSigma } from './format-value.ts';
import { axisOf, Plot, usePlotColours } from './plot.tsx';

const strokes = ['#0b5cad', '#c2410c', '#0f766e', '#7e22ce', '#a16207'];

/** For the legend; null: nothing is pointed at. */
const distance = (_plot: unknown, z_mm: number | null) => (z_mm === null ? '–' : `${formatValue(z_mm)} mm`);

/** How the search for the focus went: every metric over distance, each between its least and largest value. */
export function FocusPanel({ report }: { readonly report: EvidenceReport }) {
  const curves = report.focus_curves;
  const data = useMemo(() => {
    const z = [...new Set(curves.flatMap((curve) => curve.z_mm))].sort((a, b) => a - b);
    const series = curves.map((curve) => {
      const known = curve.value.filter((value) => value !== null);
      const min = Math.min(...known);
      const span = Math.max(...known) - min || 1;
      const at = new Map(curve.z_mm.map((place, i) => [place, curve.value[i] ?? null]));
      return z.map((place) => {
        const value = at.get(place) ?? null;
        return value === null ? null : (value - min) / span;
      });
    });
    return [z, ...series];
  }, [curves]);
  const colours = usePlotColours();
  const axis = axisOf(colours);
  return (
    <>
      <Plot
        kind={`focus ${colours.ink} ${curves.length}`}
        label={`Focus metrics over distance; best at ${curves.map((curve) => `${formatValue(curve.best_z_mm)} mm`).join(', ')}`}
        data={data as [number[], ...(number | null)[][]]}
        options={{
          scales: { x: { time: false } },
          series: [
            { label: 'Distance', value: distance },
            ...curves.map((curve, i) => ({
              label: curve.metric,
              stroke: i === 0 ? colours.accent : strokes[i % strokes.length]!,
              width: 1.5,
              spanGaps: true,
              value: (_: unknown, v: number | null) => (v === null ? '–' : v.toFixed(3)),
            })),
          ],
          axes: [
            { ...axis, label: 'Distance, mm' },
            { ...axis, label: 'Metric, least to largest', size: 56 },
          ],
        }}
      />
      <ul>
        {report.foci.map((focus, i) => (
          <li key={i}>
            {formatWithSigma(focus.z_mm, focus.sigma_mm, 'mm')}
            {focus.depth_of_field_mm !== null &&
              `, depth of field ${formatValue(focus.depth_of_field_mm)} mm`}
            {focus.kind && `, ${focus.kind}`}
            {i === 0 && ' (used)'}
          </li>
        ))}
      </ul>
    </>
  );
}
