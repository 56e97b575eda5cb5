import { useMemo } from 'preact/hooks';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { Line } from './draw-map.ts';
import { formatValue } from './format-value.ts';
import { lineProfile, profileCsv, type LineProfile } from './line-profile.ts';
import { NumberInput } from './number-field.tsx';
import type { Shown } from './shown.ts';
import { Plot, usePlotColours } from './plot.tsx';
import { saveFile } from '../shell/save-file.ts';
import type { ShownMap } from './shown-map.ts';
import type { Change, MapState } from './use-map-state.ts';

interface ProfilePanelProps {
  readonly shown: Shown;
  readonly state: MapState;
  readonly change: Change;
  readonly opened: OpenedPackage;
}

/** Values along a line over the distance in µm, with a band of one standard deviation. */
export function ProfilePanel({ shown: { map }, state, change, opened }: ProfilePanelProps) {
  const { line } = state;
  const profile = useMemo(() => line && lineProfile(map, line), [map, line]);
  const middle = { from: { x: 0, y: map.rows >> 1 }, to: { x: map.cols - 1, y: map.rows >> 1 } };
  if (!line || !profile) {
    return (
      <>
        <p>Choose “Profile” and drag a line on the map.</p>
        <button type="button" onClick={() => change({ line: middle })}>
          Profile along the middle row
        </button>
      </>
    );
  }
  const save = () => {
    const csv = new Blob([profileCsv(map, profile)], { type: 'text/csv' });
    saveFile(csv, `${opened.name.replace(/\.zip$/i, '')}-${map.key}-profile.csv`);
  };
  return (
    <>
      <ProfilePlot {...{ map, profile }} />
      <EndPoints {...{ line, map, change }} />
      <div class="panel-buttons">
        <button type="button" onClick={save} data-control="save-csv">
          Save CSV
        </button>
        <button type="button" onClick={() => change({ line: null })}>
          Remove line
        </button>
      </div>
    </>
  );
}

function ProfilePlot({ map, profile }: { readonly map: ShownMap; readonly profile: LineProfile }) {
  const data = useMemo(() => {
    const { distanceUm, value, sigma } = profile;
    const spread = (sign: number) =>
      value.map((v, i) => v + sign * (Number.isFinite(sigma[i]!) ? sigma[i]! : 0));
    return [distanceUm, value, spread(1), spread(-1)] as const;
  }, [profile]);
  const last = profile.distanceUm.at(-1)!;
  const label = `${map.title} along ${formatValue(last)} µm`;
  const colours = usePlotColours();
  const axis = {
    stroke: colours.ink,
    grid: { stroke: colours.line, width: 1 },
    ticks: { stroke: colours.line },
  };
  return (
    <Plot
      kind={`${map.key} ${colours.ink}`}
      label={label}
      data={data as unknown as [Float64Array, Float64Array, Float64Array, Float64Array]}
      options={{
        scales: { x: { time: false } },
        legend: { live: true },
        series: [
          { label: 'µm', value: (_, v) => (v === null ? '–' : formatValue(v)) },
          {
            label: map.title,
            stroke: colours.accent,
            width: 1.5,
            value: (_, v) => (v === null ? '–' : `${formatValue(v)} ${map.unit}`),
          },
          {
            label: '+1 σ',
            stroke: 'transparent',
            width: 0,
            points: { show: false },
            value: (_, v) => (v === null ? '–' : formatValue(v)),
          },
          {
            label: '−1 σ',
            stroke: 'transparent',
            width: 0,
            points: { show: false },
            value: (_, v) => (v === null ? '–' : formatValue(v)),
          },
        ],
        bands: [{ series: [2, 3], fill: `color-mix(in srgb, ${colours.accent} 28%, transparent)` }],
        axes: [
          { ...axis, label: 'Distance, µm' },
          { ...axis, label: map.unit ? `${map.title}, ${map.unit}` : map.title, size: 64 },
        ],
      }}
    />
  );
}

function EndPoints({
  line,
  map,
  change,
}: {
  readonly line: Line;
  readonly map: ShownMap;
  readonly change: Change;
}) {
  const set = (end: 'from' | 'to', axis: 'x' | 'y') => (value: number) =>
    change({ line: { ...line, [end]: { ...line[end], [axis]: value } } });
  const fields = [
    ['from', 'x', 'From x'],
    ['from', 'y', 'From y'],
    ['to', 'x', 'To x'],
    ['to', 'y', 'To y'],
  ] as const;
  return (
    <div class="number-fields">
      {fields.map(([end, axis, label]) => (
        <NumberInput
          key={label}
          {...{ label, unit: 'px', min: 0, max: (axis === 'x' ? map.cols : map.rows) - 1, step: 1 }}
          value={line[end][axis]}
          onChange={set(end, axis)}
        />
      ))}
    </div>
  );
}
