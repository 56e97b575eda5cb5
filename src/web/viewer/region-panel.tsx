import { useMemo, useState } from 'preact/hooks';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { Values } from '../fields/fields.ts';
import { saveFile } from '../shell/save-file.ts';
import { backgroundFields } from './background-region.ts';
import { imagejRois } from './imagej-rois.ts';
import { nameOfRegion, without, type Region } from './marks-on-map.ts';
import { AddRegion, RegionFields } from './region-fields.tsx';
import { RegionTable, Steps } from './region-table.tsx';
import type { Shown } from './shown.ts';
import { regionsCsv, regionStatistics } from './region-statistics.ts';
import { StepHistogramPlot } from './step-histogram-plot.tsx';
import { DerivedTable } from './derived-table.tsx';
import type { ShownMap } from './shown-map.ts';
import { FLAT, type Flattening } from './use-flattened.ts';
import type { Change, MapState } from './use-map-state.ts';
import { askAgain } from './verdict.ts';

interface RegionPanelProps {
  readonly shown: Shown;
  readonly state: MapState;
  readonly change: Change;
  readonly opened: OpenedPackage;
  readonly onTry: ((fields: Values) => void) | undefined;
}

/** Rectangles, ellipses, polygons and what a hand has drawn around: what each holds, and what follows from it. */
export function RegionPanel({ shown: { map }, state, change, opened, onTry }: RegionPanelProps) {
  const { regions } = state;
  const found = useMemo(() => regions.map((region) => regionStatistics(map, region)), [map, regions]);
  const [wanted, setFrom] = useState(0);
  const from = Math.min(wanted, Math.max(0, regions.length - 1));
  const put = (index: number, region: Region | null) =>
    change({ regions: region ? regions.with(index, region) : without(regions, index) });
  if (regions.length === 0) {
    return (
      <>
        <p>
          Choose “Rectangle”, “Ellipse”, “Polygon” or “Freehand” and draw on the map; a second region gives a
          step.
        </p>
        <div class="panel-buttons">
          <AddRegion {...{ map, regions }} onChange={(regions) => change({ regions })} />
          {state.lines.length > 0 && <SaveRegions {...{ map, state, opened }} />}
        </div>
      </>
    );
  }
  return (
    <>
      <RegionTable {...{ map, regions, found }} />
      {!map.cyclic && (
        <>
          <Reference {...{ regions, from, setFrom }} />
          <Steps {...{ map, regions, found, from }} />
          <Flatten
            {...{ map, state, change }}
            region={regions[from]!}
            name={nameOfRegion(regions[from]!, from)}
          />
          <HistogramOf map={map} region={regions[from]!} name={nameOfRegion(regions[from]!, from)} />
        </>
      )}
      <DerivedTable {...{ opened, map, regions, found }} />
      {found.some((one) => one !== null) && map.sigma && <AboutSigma map={map} />}
      {regions.map((region, index) => (
        <RegionFields key={index} {...{ region, map, index }} onChange={(region) => put(index, region)} />
      ))}
      <div class="panel-buttons">
        <AddRegion {...{ map, regions }} onChange={(regions) => change({ regions })} />
        <AsBackground {...{ opened, map, regions, onTry }} />
        <SaveRegions {...{ map, state, opened }} />
      </div>
    </>
  );
}

interface ReferenceProps {
  readonly regions: readonly Region[];
  readonly from: number;
  readonly setFrom: (index: number) => void;
}

/** Which region the others are held against. */
function Reference({ regions, from, setFrom }: ReferenceProps) {
  if (regions.length < 2) return null;
  return (
    <label class="reference">
      Measure from{' '}
      <select
        value={from}
        onChange={(event) => setFrom(Number(event.currentTarget.value))}
        data-control="reference"
      >
        {regions.map((region, i) => (
          <option key={i} value={i}>
            {nameOfRegion(region, i)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface FlattenProps extends Pick<RegionPanelProps, 'state' | 'change'> {
  readonly map: ShownMap;
  readonly region: Region;
  readonly name: string;
}

/** Takes the level or the plane of the region out of the whole map. */
function Flatten({ map, state, change, region, name }: FlattenProps) {
  const of = map.key.startsWith(FLAT) ? map.key.slice(FLAT.length) : map.key;
  const to = (how: Flattening['how']) => () =>
    change({ flattened: { of, how, region: { ...region, name } }, chosen: FLAT + of });
  return (
    <div class="panel-buttons">
      <button type="button" onClick={to('level')} disabled={!map.values} data-control="level">
        Level with {name}
      </button>
      <button
        type="button"
        onClick={to('plane')}
        disabled={!map.values || region.shape === 'point'}
        data-control="flatten"
      >
        Flatten to {name}
      </button>
      {state.flattened && map.key === FLAT + state.flattened.of && (
        <button
          type="button"
          onClick={() => change({ flattened: null, chosen: of })}
          data-control="as-it-was"
        >
          As it was
        </button>
      )}
    </div>
  );
}

/** Its values are counted only while somebody looks. */
function HistogramOf(props: Omit<FlattenProps, 'state' | 'change'>) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Step histogram of {props.name}</summary>
      {open && <StepHistogramPlot {...props} />}
    </details>
  );
}

function AboutSigma({ map }: { readonly map: ShownMap }) {
  return (
    <p class="small">
      {map.keptByMean === null
        ? '± is one standard deviation; errors of this reconstruction are alike over a region, so that a mean is no surer than its pixels.'
        : '± is one standard deviation of the total uncertainty; how far neighbouring pixels err alike is accounted for, part by part.'}
    </p>
  );
}

/** What was measured, and where, for other programs. */
function SaveRegions({
  map,
  state,
  opened,
}: { readonly map: ShownMap } & Pick<RegionPanelProps, 'state' | 'opened'>) {
  const { regions } = state;
  const stem = opened.name.replace(/\.zip$/i, '');
  const save = () => {
    const named = regions.map((region, i) => [nameOfRegion(region, i), region] as const);
    saveFile(new Blob([regionsCsv(map, named)], { type: 'text/csv' }), `${stem}-${map.key}-regions.csv`);
  };
  const saveRois = () =>
    saveFile(new Blob([imagejRois(state)], { type: 'application/zip' }), `${stem}-RoiSet.zip`);
  return (
    <>
      {regions.length > 0 && (
        <button type="button" onClick={save} data-control="save-regions">
          Save CSV
        </button>
      )}
      <button type="button" onClick={saveRois} data-control="save-rois">
        Save for Fiji (ROI)
      </button>
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
