import { useMemo } from 'preact/hooks';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { Values } from '../fields/fields.ts';
import { saveFile } from '../shell/save-file.ts';
import { backgroundFields } from './background-region.ts';
import { formatValue, formatWithSigma } from './format-value.ts';
import { imagejRois } from './imagej-rois.ts';
import { regionName, type Region } from './marks-on-map.ts';
import { NumberInput } from './number-field.tsx';
import type { Shown } from './shown.ts';
import { regionsCsv, regionStatistics, stepBetween, type RegionStatistics } from './region-statistics.ts';
import { DerivedTable } from './derived-table.tsx';
import type { ShownMap } from './shown-map.ts';
import type { Change, MapState } from './use-map-state.ts';
import { askAgain } from './verdict.ts';

interface RegionPanelProps {
  readonly shown: Shown;
  readonly state: MapState;
  readonly change: Change;
  readonly opened: OpenedPackage;
  readonly onTry: ((fields: Values) => void) | undefined;
}

/** Rectangles, ellipses and what a hand has drawn around: what each holds, and how far each lies above the first. */
export function RegionPanel({ shown: { map }, state, change, opened, onTry }: RegionPanelProps) {
  const { regions } = state;
  const found = useMemo(() => regions.map((region) => regionStatistics(map, region)), [map, regions]);
  const put = (index: number, region: Region | null) =>
    change({ regions: region ? regions.with(index, region) : regions.toSpliced(index, 1) });
  const save = () => {
    const named = regions.map((region, i) => [regionName(i), region] as const);
    const csv = new Blob([regionsCsv(map, named)], { type: 'text/csv' });
    saveFile(csv, `${opened.name.replace(/\.zip$/i, '')}-${map.key}-regions.csv`);
  };
  const saveRois = () => {
    const rois = new Blob([imagejRois(state)], { type: 'application/zip' });
    saveFile(rois, `${opened.name.replace(/\.zip$/i, '')}-RoiSet.zip`);
  };
  return (
    <>
      {regions.length === 0 && (
        <p>Choose “Rectangle”, “Ellipse” or “Freehand” and draw on the map; a second region gives a step.</p>
      )}
      {regions.length > 0 && <StatisticsTable {...{ map, found }} />}
      {!map.cyclic && <Steps {...{ map, found }} />}
      {regions.length > 0 && <DerivedTable {...{ opened, map, regions, found }} />}
      {found.some((one) => one !== null) && map.sigma && (
        <p class="small">
          {map.keptByMean === null
            ? '± is one standard deviation; errors of this reconstruction are alike over a region, so that a mean is no surer than its pixels.'
            : '± is one standard deviation of the total uncertainty; how far neighbouring pixels err alike is accounted for, part by part.'}
        </p>
      )}
      {regions.map((region, index) => (
        <RegionFields
          key={index}
          {...{ region, map, name: regionName(index) }}
          onChange={(region) => put(index, region)}
        />
      ))}
      <div class="panel-buttons">
        <AddRegion
          {...{ map, index: regions.length }}
          onAdd={(region) => change({ regions: [...regions, region] })}
        />
        <AsBackground {...{ opened, map, regions, onTry }} />
        {regions.length > 0 && (
          <button type="button" onClick={save} data-control="save-regions">
            Save CSV
          </button>
        )}
        {regions.length + state.lines.length > 0 && (
          <button type="button" onClick={saveRois} data-control="save-rois">
            Save for Fiji (ROI)
          </button>
        )}
      </div>
    </>
  );
}

interface AsBackgroundProps extends Pick<RegionPanelProps, 'opened' | 'onTry'> {
  readonly map: ShownMap;
  readonly regions: readonly Region[];
}

/** Another request, whose background is fitted to these rectangles alone. */
function AsBackground({ opened: { report }, map, regions, onTry }: AsBackgroundProps) {
  const fields = backgroundFields(report, map, regions);
  if (fields === null) return null;
  const words = regions.length === 1 ? 'Take it as free of sample' : 'Take the rectangles as free of sample';
  const title = 'The smooth background is fitted to these alone';
  return onTry ? (
    <button type="button" title={title} onClick={() => onTry(fields)} data-control="as-background">
      {words}
    </button>
  ) : (
    <a title={title} href={askAgain(report, fields)} data-control="as-background">
      {words}
    </a>
  );
}

interface AddRegionProps {
  readonly map: ShownMap;
  readonly index: number;
  readonly onAdd: (region: Region) => void;
}

/** For who works by keyboard. */
function AddRegion({ map: { rows, cols }, index, onAdd }: AddRegionProps) {
  const name = regionName(index);
  const region = {
    ...{ x: index % 2 === 0 ? 0 : cols >> 1, y: 0 },
    ...{ width: Math.max(1, cols >> 2), height: Math.max(1, rows >> 2) },
  };
  return (
    <button type="button" onClick={() => onAdd(region)} data-control={`add-region-${name.toLowerCase()}`}>
      Add region {name}
    </button>
  );
}

interface RegionFieldsProps {
  readonly name: string;
  readonly map: ShownMap;
  readonly region: Region;
  /** null: it goes */
  readonly onChange: (region: Region | null) => void;
}

function RegionFields({ name, map: { rows, cols }, region, onChange }: RegionFieldsProps) {
  const most = {
    x: cols - region.width,
    y: rows - region.height,
    width: cols - region.x,
    height: rows - region.y,
  };
  return (
    <fieldset class="number-fields">
      <legend>Region {name}</legend>
      {!region.points &&
        (['x', 'y', 'width', 'height'] as const).map((field) => (
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

interface FoundProps {
  readonly map: ShownMap;
  readonly found: readonly (RegionStatistics | null)[];
}

function StatisticsTable({ map, found }: FoundProps) {
  const unit = map.unit ? `, ${map.unit}` : '';
  const rows: readonly (readonly [string, (region: RegionStatistics) => string])[] = [
    [`Mean${unit}`, (r) => formatWithSigma(r.mean, r.meanSigma, '')],
    [`Standard deviation${unit}`, (r) => formatValue(r.deviation)],
    [`RMS${unit}`, (r) => formatValue(r.rms)],
    [`Least${unit}`, (r) => formatValue(r.min)],
    [`Largest${unit}`, (r) => formatValue(r.max)],
    ['Area, µm²', (r) => formatValue(r.n * map.pixelSizeUm.x * map.pixelSizeUm.y)],
    ['Pixels', (r) => String(r.n)],
  ];
  return (
    <div class="statistics-scroll" tabIndex={0} role="region" aria-label="What the regions hold">
      <table class="statistics">
        <thead>
          <tr>
            <th scope="col">{map.title}</th>
            {found.map((_, i) => (
              <th key={i} scope="col">
                {regionName(i)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, show]) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {found.map((region, i) => (
                <td key={i}>{region ? show(region) : '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How far each region lies above the first. */
function Steps({ map, found: [first, ...others] }: FoundProps) {
  if (!first) return null;
  return (
    <>
      {others.map((other, i) => {
        if (!other) return null;
        const { step, sigma } = stepBetween(first, other);
        return (
          <p key={i} class="step-height">
            Step from A to {regionName(i + 1)}: <output>{formatWithSigma(step, sigma, map.unit)}</output>
          </p>
        );
      })}
    </>
  );
}
