import { useEffect, useId, useState } from 'preact/hooks';
import type { MapName, ResultParts } from '../package/opened-package.ts';
import { formatValue, formatWithSigma } from './format-value.ts';
import { withoutSigma } from './map-noise.ts';
import type { ShownMap } from './shown-map.ts';
import type { Origin } from './uncertainty-words.ts';
import type { MapPoint } from './view.ts';

interface ReadOutProps {
  readonly map: ShownMap;
  /** map pixels; null: the pointer is elsewhere */
  readonly point: MapPoint | null;
  readonly other: ShownMap | null;
  /** null: nothing is still coming */
  readonly parts: ResultParts | null;
  /** nm of optical path in a radian; null: the values are no phases, or the wavelength is not known */
  readonly nmPerRad: number | null;
  /** where the uncertainty at a pixel comes from; null: that is not known */
  readonly from: (at: number) => Origin | null;
}

/**
 * Where the pointer is and what is there, with its uncertainty, or with words for why there is none. One line that never
 * changes its height.
 */
export function ReadOut({ map, point, other, nmPerRad, from, parts }: ReadOutProps) {
  const x = point ? Math.floor(point.x) : -1;
  const y = point ? Math.floor(point.y) : -1;
  const inside = x >= 0 && y >= 0 && x < map.cols && y < map.rows;
  const early = useEarly(parts, map, inside ? { x, y } : null);
  if (!inside) {
    return (
      <p class="read-out">
        <span>{`${map.cols} × ${map.rows} px, ${formatValue(map.pixelSizeUm.x)} µm a pixel`}</span>
        <Why words={map.sigma ? '± one standard deviation' : withoutSigma(map)} about={map.about} />
      </p>
    );
  }
  const why = map.values ? from(y * map.cols + x) : null;
  return (
    <p class="read-out">
      <span>
        {`x ${x} px, y ${y} px`}{' '}
        <span class="small">{`(${micrometres(x, map.pixelSizeUm.x)}, ${micrometres(y, map.pixelSizeUm.y)} µm)`}</span>
      </span>
      <output class="read-out-value">{early ?? valueAt(map, x, y)}</output>
      {early !== null && <Why words="not yet checked" about={EARLY} />}
      {nmPerRad !== null && <span class="small">{`= ${pathAt(map, x, y, nmPerRad)} of optical path`}</span>}
      {map.values && why === null && !known(map, x, y) && <Why words={withoutSigma(map)} about={map.about} />}
      {other && <output class="read-out-value">{`beside: ${valueAt(other, x, y)}`}</output>}
      {why !== null && <Why words={`± from ${why.short}`} about={why.about} origin />}
    </p>
  );
}

const EARLY =
  'This value was fetched by itself. It is held against what was signed when the whole map is here.';

/** What lies under the pointer on a map that is still coming; null: it is here, or nothing is known yet. */
function useEarly(
  parts: ResultParts | null,
  map: ShownMap,
  at: { readonly x: number; readonly y: number } | null,
): string | null {
  const name = map.key as MapName;
  const absent = (which: MapName) => parts?.absent.some(({ name }) => name === which) ?? false;
  const coming = map.values === null && absent(name);
  const sigma = name === 'phase' && absent('phase_uncertainty') ? (['phase_uncertainty'] as const) : [];
  const [, look] = useState(0);
  useEffect(() => (coming ? parts!.listen(() => look((count) => count + 1)) : undefined), [parts, coming]);
  useEffect(() => {
    if (coming && at) parts!.rows.want([name, ...sigma], map, at.y);
  }, [coming, name, at?.y]);
  if (!coming || !at) return null;
  const [value, spread = null] = [name, ...sigma].map((one) => parts!.rows.at(one, map, at.x, at.y));
  return value === null ? null : formatWithSigma(value!, spread, map.unit);
}

function known(map: ShownMap, x: number, y: number): boolean {
  return map.sigma !== null && map.sigma(y * map.cols + x) > 0;
}

interface WhyProps {
  readonly words: string;
  readonly about: string;
  /** has the second line */
  readonly origin?: boolean;
}

/** A few words, with the reason for them on hover and focus. */
function Why({ words, about, origin = false }: WhyProps) {
  const id = useId();
  return (
    <span class={origin ? 'why origin' : 'why'} tabIndex={0} role="note" aria-describedby={id}>
      {words}
      <span class="why-about" role="tooltip" id={id}>
        {about}
      </span>
    </span>
  );
}

/** With its uncertainty, where that is known. */
export function valueAt(map: ShownMap, x: number, y: number): string {
  if (!map.values || x >= map.cols || y >= map.rows) return '…';
  const at = y * map.cols + x;
  return formatWithSigma(map.values[at]!, map.sigma?.(at) ?? null, map.unit);
}

function pathAt(map: ShownMap, x: number, y: number, nmPerRad: number): string {
  const at = y * map.cols + x;
  const sigma = map.sigma?.(at) ?? null;
  return formatWithSigma(
    nmPerRad * (map.values?.[at] ?? NaN),
    sigma === null ? null : nmPerRad * sigma,
    'nm',
  );
}

/** From the upper left corner of the frame to the pixel's centre. */
function micrometres(index: number, pixelSize: number): string {
  return ((index + 0.5) * pixelSize).toFixed(2);
}
