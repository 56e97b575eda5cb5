import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { Values } from '../fields/fields.ts';
import type { Region } from './marks-on-map.ts';

/**
 * The fields of a request whose background is fitted to these rectangles of a map alone: in pixels of the uploaded frame,
 * whole ones inside.
 * @returns null: none of them is a rectangle, or nothing is left of it in whole pixels
 */
export function backgroundFields(
  { input: { crop_px: crop } }: EvidenceReport,
  map: { readonly rows: number; readonly cols: number },
  regions: readonly Region[],
): Values | null {
  const [sx, sy] = [crop.width / map.cols, crop.height / map.rows];
  const parts = regions
    .filter(({ shape }) => shape === undefined)
    .map(({ x, y, width, height }) => {
      const [left, top] = [Math.ceil(x * sx), Math.ceil(y * sy)];
      const [right, bottom] = [Math.floor((x + width) * sx), Math.floor((y + height) * sy)];
      return [crop.x + left, crop.y + top, right - left, bottom - top] as const;
    })
    .filter(([, , width, height]) => width > 0 && height > 0);
  if (parts.length === 0) return null;
  return { background_region: parts.map((part) => part.join()).join(';') };
}
