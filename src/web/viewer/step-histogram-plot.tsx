import { useMemo } from 'preact/hooks';
import { formatValue, formatWithSigma } from './format-value.ts';
import type { Region } from './marks-on-map.ts';
import { axisOf, lowerAxisOf, Plot, usePlotColours } from './plot.tsx';
import { stepBetween } from './region-statistics.ts';
import type { ShownMap } from './shown-map.ts';
import { stepHistogram } from './step-histogram.ts';

interface StepHistogramPlotProps {
  readonly map: ShownMap;
  readonly region: Region;
  readonly name: string;
}

/** How often which value occurs in a region; where it has two levels, how far they are apart. */
export function StepHistogramPlot({ map, region, name }: StepHistogramPlotProps) {
  const found = useMemo(() => stepHistogram(map, region), [map, region]);
  const colours = usePlotColours();
  if (!found) return <p class="small">All values in {name} are alike.</p>;
  const { value, share, levels } = found;
  const axis = axisOf(colours);
  const percent = Array.from(share, (one) => 100 * one);
  return (
    <div data-control="step-histogram">
      <Plot
        height={140}
        kind={`histogram ${map.key} ${colours.ink}`}
        label={`How often which value occurs in ${name}`}
        data={[Array.from(value), percent]}
        options={{
          scales: { x: { time: false } },
          legend: { show: false },
          series: [
            {},
            {
              stroke: colours.accent,
              fill: `color-mix(in srgb, ${colours.accent} 25%, transparent)`,
              width: 1,
              points: { show: false },
            },
          ],
          axes: [
            { ...lowerAxisOf(colours), label: map.unit ? `${map.title}, ${map.unit}` : map.title },
            { ...axis, label: '% of pixels', size: 56 },
          ],
        }}
      />
      {levels ? (
        <p class="small">
          {`Two levels, parted at ${formatValue(levels.threshold)}: ${level(levels.low, map)} and ${level(levels.high, map)}. `}
          Step: <output>{stepWords(levels, map)}</output>
        </p>
      ) : (
        <p class="small">The values in {name} have no two levels that can be told apart.</p>
      )}
    </div>
  );
}

type Levels = NonNullable<NonNullable<ReturnType<typeof stepHistogram>>['levels']>;

function level({ mean, meanSigma, n }: Levels['low'], { unit }: ShownMap): string {
  return `${formatWithSigma(mean, meanSigma, unit)} (${n} px)`;
}

function stepWords({ low, high }: Levels, { unit }: ShownMap): string {
  const { step, sigma } = stepBetween(low, high);
  return formatWithSigma(step, sigma, unit);
}
