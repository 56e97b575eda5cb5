import { useMemo, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import type { OpenedPackage } from '../package/opened-package.ts';
import { formatValue } from './format-value.ts';
import { lineProfile, profilesCsv, type LineProfile } from './line-profile.ts';
import { colourOf, type Line } from './marks-on-map.ts';
import { NumberInput } from './number-field.tsx';
import type { Shown } from './shown.ts';
import { axisOf, lowerAxisOf, Plot, usePlotColours } from './plot.tsx';
import { saveFile } from '../shell/save-file.ts';
import type { ShownMap } from './shown-map.ts';
import type { Change, MapState } from './use-map-state.ts';
import { ProfileCursors, type PlotArea } from './profile-cursors.tsx';
import { ProfileLengths } from './profile-lengths.tsx';
import { MOST_LINE_WIDTH } from './view-address.ts';

interface ProfilePanelProps {
  readonly shown: Shown;
  readonly state: MapState;
  readonly change: Change;
  readonly opened: OpenedPackage;
}

/** Values along lines over the distance in µm, each with a band of two standard deviations. */
export function ProfilePanel({ shown: { map }, state, change, opened }: ProfilePanelProps) {
  const lines = [...state.lines, ...state.draft.lines];
  const profiles = useMemo(
    () => lines.map((line) => lineProfile(map, line, state.lineWidth)).filter((profile) => profile !== null),
    [map, state.lines, state.draft.lines, state.lineWidth],
  );
  const middle = { from: { x: 0, y: map.rows >> 1 }, to: { x: map.cols - 1, y: map.rows >> 1 } };
  if (profiles.length === 0) {
    return (
      <>
        <p>Choose “Profile” and drag a line on the map; a second line is drawn into the same plot.</p>
        <button type="button" onClick={() => change({ lines: [middle] })}>
          Profile along the middle row
        </button>
      </>
    );
  }
  const lengthUm = Math.max(...profiles.map(({ distanceUm }) => distanceUm.at(-1)!));
  const [from, to] = state.cursors;
  const setCursors = (cursors: MapState['cursors']) => change({ cursors });
  const save = () => {
    const csv = new Blob([profilesCsv(map, profiles)], { type: 'text/csv' });
    saveFile(csv, `${opened.name.replace(/\.zip$/i, '')}-${map.key}-profile.csv`);
  };
  const put = (index: number, line: Line | null) =>
    change({ lines: line ? state.lines.with(index, line) : state.lines.toSpliced(index, 1) });
  return (
    <>
      <ProfilePlot {...{ map, profiles, lengthUm }} cursors={state.cursors} onCursors={setCursors} />
      {map.sigma && <p class="small">The bands are ±2 standard deviations of the total uncertainty.</p>}
      <ProfileLengths {...{ map, lines, profiles }} cursors={[from * lengthUm, to * lengthUm]} />
      {!map.cyclic && (
        <div class="number-fields">
          <NumberInput
            {...{ label: 'Mean across', unit: 'px', min: 1, max: MOST_LINE_WIDTH, step: 1 }}
            value={state.lineWidth}
            onChange={(width) => change({ lineWidth: Math.round(width) })}
          />
        </div>
      )}
      {state.lines.map((line, index) => (
        <EndPoints
          key={index}
          {...{ line, map }}
          number={state.lines.length > 1 ? index + 1 : null}
          onChange={(line) => put(index, line)}
        />
      ))}
      <div class="panel-buttons">
        <button type="button" onClick={save} data-control="save-csv">
          Save CSV
        </button>
      </div>
    </>
  );
}

interface ProfilePlotProps {
  readonly map: ShownMap;
  readonly profiles: readonly LineProfile[];
  /** of the longest */
  readonly lengthUm: number;
  readonly cursors: MapState['cursors'];
  readonly onCursors: (cursors: MapState['cursors']) => void;
}

function ProfilePlot({ map, profiles, lengthUm, cursors, onCursors }: ProfilePlotProps) {
  const [area, setArea] = useState<PlotArea | null>(null);
  const data = useMemo(() => plotted(profiles), [profiles]);
  const lengths = profiles.map(({ distanceUm }) => `${formatValue(distanceUm.at(-1)!)} µm`).join(' and ');
  const measure = ({ over }: uPlot) =>
    setArea({
      ...{ left: over.offsetLeft, top: over.offsetTop },
      ...{ width: over.offsetWidth, height: over.offsetHeight },
    });
  const colours = usePlotColours();
  const axis = axisOf(colours);
  // one line has the page's own colour; several have those that they have on the map
  const strokes = profiles.map((_, i) => (profiles.length === 1 ? colours.accent : colourOf(i)));
  return (
    <div class="plot-with-cursors">
      {area && <ProfileCursors {...{ area, cursors, lengthUm }} set={onCursors} />}
      <Plot
        height={170}
        kind={`${map.key} ${colours.ink} ${profiles.length}`}
        label={`${map.title} along ${lengths}`}
        data={data as [number[], ...(number | null)[][]]}
        options={{
          scales: { x: { time: false } },
          hooks: { ready: [measure], setSize: [measure] },
          legend: { live: true },
          series: [
            { label: 'µm', value: (_, v) => (v === null ? '–' : formatValue(v)) },
            ...strokes.flatMap((stroke, i) => [
              {
                label: profiles.length === 1 ? map.title : `${map.title} ${i + 1}`,
                ...{ stroke, width: 1.5, spanGaps: true },
                value: (_: unknown, v: number | null) => (v === null ? '–' : `${formatValue(v)} ${map.unit}`),
              },
              ...['+2 σ', '−2 σ'].map((label) => ({
                ...{ label, stroke: 'transparent', width: 0, points: { show: false }, spanGaps: true },
                value: (_: unknown, v: number | null) => (v === null ? '–' : formatValue(v)),
              })),
            ]),
          ],
          bands: strokes.map((stroke, i) => ({
            series: [3 * i + 2, 3 * i + 3],
            fill: `color-mix(in srgb, ${stroke} 28%, transparent)`,
          })),
          axes: [
            { ...lowerAxisOf(colours), label: 'Distance, µm' },
            { ...axis, label: map.unit || 'relative', size: 64 },
          ],
        }}
      />
    </div>
  );
}

/** One column of distances for all profiles; where one has no sample there is a gap, which is drawn over. */
function plotted(profiles: readonly LineProfile[]): (readonly (number | null)[])[] {
  const distances = [...new Set(profiles.flatMap(({ distanceUm }) => [...distanceUm]))].sort((a, b) => a - b);
  const place = new Map(distances.map((distance, i) => [distance, i]));
  const columns = profiles.flatMap(({ distanceUm, value, sigma }) =>
    [0, 2, -2].map((times) => {
      const column: (number | null)[] = Array.from({ length: distances.length }, () => null);
      value.forEach((v, i) => {
        const off = Number.isFinite(sigma[i]!) ? times * sigma[i]! : 0;
        column[place.get(distanceUm[i]!)!] = v + off;
      });
      return column;
    }),
  );
  return [distances, ...columns];
}

interface EndPointsProps {
  readonly line: Line;
  readonly map: ShownMap;
  /** null: it is the only one */
  readonly number: number | null;
  /** null: it goes */
  readonly onChange: (line: Line | null) => void;
}

function EndPoints({ line, map, number, onChange }: EndPointsProps) {
  const set = (end: 'from' | 'to', axis: 'x' | 'y') => (value: number) =>
    onChange({ ...line, [end]: { ...line[end], [axis]: value } });
  const fields = [
    ['from', 'x', 'From x'],
    ['from', 'y', 'From y'],
    ['to', 'x', 'To x'],
    ['to', 'y', 'To y'],
  ] as const;
  return (
    <fieldset class="number-fields">
      <legend>{number === null ? 'Line' : `Line ${number}`}</legend>
      {fields.map(([end, axis, label]) => (
        <NumberInput
          key={label}
          {...{ label, unit: 'px', min: 0, max: (axis === 'x' ? map.cols : map.rows) - 1, step: 1 }}
          value={line[end][axis]}
          onChange={set(end, axis)}
        />
      ))}
      <button type="button" onClick={() => onChange(null)}>
        Remove line{number === null ? '' : ` ${number}`}
      </button>
    </fieldset>
  );
}
