import { useMemo } from 'preact/hooks';
import type { OpenedPackage } from '../package/opened-package.ts';
import { dryMassPg, SPECIFIC_INCREMENT_UM3_PER_PG, volumeUm3 } from './dry-mass.ts';
import { formatValue, formatWithSigma } from './format-value.ts';
import { nameOfRegion, type Region } from './marks-on-map.ts';
import { nmPerRadOf } from './optical-path.ts';
import type { RegionStatistics } from './region-statistics.ts';
import { roughness, ROUGHNESS_FILTER } from './roughness.ts';
import type { ShownMap } from './shown-map.ts';

interface DerivedTableProps {
  readonly opened: OpenedPackage;
  readonly map: ShownMap;
  readonly regions: readonly Region[];
  readonly found: readonly (RegionStatistics | null)[];
}

type Row = readonly [title: string, cells: readonly string[]];

/** What follows from regions: roughness, and of a phase or a height dry mass or volume. */
export function DerivedTable({ opened, map, regions, found }: DerivedTableProps) {
  const rough = useMemo(() => regions.map((region) => roughness(map, region)), [map, regions]);
  if (map.cyclic) return null;
  const unit = map.unit ? `, ${map.unit}` : '';
  const rows: Row[] = (['sa', 'sq', 'sz'] as const).map((name) => [
    `S${name[1]}${unit}`,
    rough.map((one) => (one ? formatValue(one[name]) : '–')),
  ]);
  const content = contentRow(opened, map, found);
  return (
    <>
      <div class="statistics-scroll" tabIndex={0} role="region" aria-label="Roughness and content">
        <table class="derived" data-control="derived">
          <thead>
            <tr>
              <th scope="col">Derived</th>
              {regions.map((region, i) => (
                <th key={i} scope="col">
                  {nameOfRegion(region, i)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...rows, ...(content ? [content] : [])].map(([title, cells]) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                {cells.map((cell, i) => (
                  <td key={i}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="small">
        {`Sa, Sq, Sz after ISO 25178-2. ${ROUGHNESS_FILTER}`}
        {map.key === 'phase' &&
          content &&
          ` Dry mass as of a cell on nothing else, with ${SPECIFIC_INCREMENT_UM3_PER_PG} µm³/pg (Barer 1952), which ± does not cover.`}
      </p>
    </>
  );
}

/** Above zero, which is what the background was taken for. */
function contentRow(
  opened: OpenedPackage,
  map: ShownMap,
  found: readonly (RegionStatistics | null)[],
): Row | null {
  const pixel = map.pixelSizeUm.x * map.pixelSizeUm.y;
  const nmPerRad = nmPerRadOf(opened, map);
  const of = (derive: (mean: number, area: number) => number) =>
    found.map((one) => {
      if (!one) return '–';
      const sigma = one.meanSigma === null ? null : Math.abs(derive(one.meanSigma, one.n * pixel));
      return formatWithSigma(derive(one.mean, one.n * pixel), sigma, '');
    });
  if (map.key === 'height') return ['Volume, µm³', of(volumeUm3)];
  if (nmPerRad === null) return null;
  return ['Dry mass, pg', of((mean, area) => dryMassPg(mean, nmPerRad, area))];
}
