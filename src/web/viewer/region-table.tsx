import { formatValue, formatWithSigma } from './format-value.ts';
import { nameOfRegion, type Region } from './marks-on-map.ts';
import { stepBetween, type RegionStatistics } from './region-statistics.ts';
import type { ShownMap } from './shown-map.ts';

interface RegionTableProps {
  readonly map: ShownMap;
  readonly regions: readonly Region[];
  readonly found: readonly (RegionStatistics | null)[];
}

/** What each region holds. */
export function RegionTable({ map, regions, found }: RegionTableProps) {
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
            {regions.map((region, i) => (
              <th key={i} scope="col">
                {nameOfRegion(region, i)}
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

interface StepsProps extends RegionTableProps {
  /** which region the others are measured from */
  readonly from: number;
}

/** How far each region lies above one of them. */
export function Steps({ map, regions, found, from }: StepsProps) {
  const first = found[from];
  if (!first) return null;
  return (
    <>
      {found.map((other, i) => {
        if (!other || i === from) return null;
        const { step, sigma } = stepBetween(first, other);
        return (
          <p key={i} class="step-height">
            Step from {nameOfRegion(regions[from]!, from)} to {nameOfRegion(regions[i]!, i)}:{' '}
            <output>{formatWithSigma(step, sigma, map.unit)}</output>
          </p>
        );
      })}
    </>
  );
}
