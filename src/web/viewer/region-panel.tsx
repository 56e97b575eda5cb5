import { useMemo } from 'preact/hooks';
import type { Region } from './draw-map.ts';
import { formatValue, formatWithSigma } from './format-value.ts';
import { NumberInput } from './number-field.tsx';
import type { Shown } from './shown.ts';
import { regionStatistics, stepBetween, type RegionStatistics } from './region-statistics.ts';
import type { ShownMap } from './shown-map.ts';
import type { Change, MapState } from './use-map-state.ts';

interface RegionPanelProps {
  readonly shown: Shown;
  readonly state: MapState;
  readonly change: Change;
}

const names = ['A', 'B'] as const;

/** Two rectangles: what each holds, and how far the second lies above the first. */
export function RegionPanel({ shown: { map }, state, change }: RegionPanelProps) {
  const [a, b] = state.regions;
  const statistics = useMemo(
    () => [a, b].map((region) => region && regionStatistics(map, region)),
    [map, a, b],
  );
  const set = (index: 0 | 1, region: Region | null) =>
    change({ regions: index === 0 ? [region, b] : [a, region] });
  const [first, second] = statistics;
  return (
    <>
      {!a && !b && (
        <p>Choose “Region A” and drag a rectangle on the map; “Region B” for a step between two.</p>
      )}
      {names.map((name, index) => (
        <RegionFields
          key={name}
          {...{ name, map }}
          region={state.regions[index]!}
          onChange={(region) => set(index as 0 | 1, region)}
        />
      ))}
      {(first || second) && <StatisticsTable {...{ map }} first={first ?? null} second={second ?? null} />}
      {first && second && !map.cyclic && <Step {...{ map, first, second }} />}
      {(first || second) && map.sigma && (
        <p class="small">
          {map.keptByMean === null
            ? '± is one standard deviation; errors of this reconstruction are alike over a region, so that a mean is no surer than its pixels.'
            : '± is one standard deviation; how far neighbouring pixels err alike is accounted for, part by part of the uncertainty.'}
        </p>
      )}
    </>
  );
}

interface RegionFieldsProps {
  readonly name: 'A' | 'B';
  readonly map: ShownMap;
  readonly region: Region | null;
  readonly onChange: (region: Region | null) => void;
}

function RegionFields({ name, map, region, onChange }: RegionFieldsProps) {
  const { rows, cols } = map;
  const start = {
    x: name === 'A' ? 0 : cols >> 1,
    y: 0,
    width: Math.max(1, cols >> 2),
    height: Math.max(1, rows >> 2),
  };
  if (!region) {
    return (
      <button type="button" onClick={() => onChange(start)} data-control={`add-region-${name.toLowerCase()}`}>
        Add region {name}
      </button>
    );
  }
  const most = {
    x: cols - region.width,
    y: rows - region.height,
    width: cols - region.x,
    height: rows - region.y,
  };
  return (
    <fieldset class="number-fields">
      <legend>Region {name}</legend>
      {(['x', 'y', 'width', 'height'] as const).map((field) => (
        <NumberInput
          key={field}
          label={field}
          unit="px"
          value={region[field]}
          min={field === 'x' || field === 'y' ? 0 : 1}
          max={most[field]}
          step={1}
          onChange={(value) => onChange({ ...region, [field]: Math.round(value) })}
        />
      ))}
      <button type="button" onClick={() => onChange(null)}>
        Remove {name}
      </button>
    </fieldset>
  );
}

interface PairProps {
  readonly map: ShownMap;
  readonly first: RegionStatistics | null;
  readonly second: RegionStatistics | null;
}

function StatisticsTable({ map, first, second }: PairProps) {
  const unit = map.unit ? `, ${map.unit}` : '';
  const rows: readonly (readonly [string, (region: RegionStatistics) => string])[] = [
    [`Mean${unit}`, (r) => formatWithSigma(r.mean, r.meanSigma, '')],
    [`Standard deviation${unit}`, (r) => formatValue(r.deviation)],
    [`RMS${unit}`, (r) => formatValue(r.rms)],
    [`Least${unit}`, (r) => formatValue(r.min)],
    [`Largest${unit}`, (r) => formatValue(r.max)],
    ['Pixels', (r) => String(r.n)],
  ];
  const cell = (region: RegionStatistics | null, show: (region: RegionStatistics) => string) => (
    <td>{region ? show(region) : '–'}</td>
  );
  return (
    <table class="statistics">
      <thead>
        <tr>
          <th scope="col">{map.title}</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([title, show]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            {cell(first, show)}
            {cell(second, show)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Step({
  map,
  first,
  second,
}: {
  readonly map: ShownMap;
  readonly first: RegionStatistics;
  readonly second: RegionStatistics;
}) {
  const { step, sigma } = stepBetween(first, second);
  return (
    <p class="step-height">
      Step from A to B: <output>{formatWithSigma(step, sigma, map.unit)}</output>
    </p>
  );
}
