import { zipSync } from 'fflate';
import { nameOfRegion, type DrawnMarks, type Line, type Region } from './marks-on-map.ts';
import type { MapPoint } from './view.ts';

/*
 * Fiji's own form of regions: https://imagej.net/ij/developer/source/ij/io/RoiDecoder.java.html. A header of 64 bytes,
 * big-endian; of a polygon or a point the places follow, whole pixels from its corner first, then as they are.
 */

const VERSION = 227;
const HEADER = 64;
const KINDS = { rectangle: 1, ellipse: 2, line: 3, polygon: 7, point: 10 } as const;
const SUB_PIXEL = 128;

/** What is drawn, as Fiji's ROI manager opens it: RoiSet.zip. */
export function imagejRois({ lines, regions }: DrawnMarks): Uint8Array<ArrayBuffer> {
  const files: Record<string, Uint8Array> = {};
  lines.forEach((line, i) => (files[`line-${i + 1}.roi`] = lineRoi(line)));
  const names = new Set<string>();
  regions.forEach((region, i) => {
    // Fiji takes the name of the file, and a folder in it for a folder
    const wanted = nameOfRegion(region, i).replaceAll(/[/\\:]/g, '-');
    let name = wanted;
    for (let copy = 2; names.has(name); copy++) name = `${wanted} ${copy}`;
    names.add(name);
    files[`${name}.roi`] = regionRoi(region);
  });
  return zipSync(files, { level: 0 }) as Uint8Array<ArrayBuffer>;
}

/** From pixel centre to pixel centre: Fiji counts from a pixel's corner, too. */
function lineRoi({ from, to }: Line): Uint8Array {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x) + 1];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y) + 1];
  const view = header(KINDS.line, { x: left, y: top, width: right - left, height: bottom - top }, HEADER);
  [from.x, from.y, to.x, to.y].forEach((value, i) => view.setFloat32(18 + 4 * i, value + 0.5));
  view.setInt16(50, SUB_PIXEL);
  return new Uint8Array(view.buffer);
}

function regionRoi(region: Region): Uint8Array {
  const { shape = 'rectangle', points } = region;
  if (shape === 'point') return placesRoi(KINDS.point, region, [{ x: region.x + 0.5, y: region.y + 0.5 }]);
  if (!points) return new Uint8Array(header(KINDS[shape], region, HEADER).buffer);
  return placesRoi(KINDS.polygon, region, points);
}

function placesRoi(kind: number, region: Region, points: readonly MapPoint[]): Uint8Array {
  const n = points.length;
  const view = header(kind, region, HEADER + 12 * n);
  view.setUint16(16, n);
  view.setInt16(50, SUB_PIXEL);
  points.forEach(({ x, y }, i) => {
    view.setInt16(HEADER + 2 * i, Math.round(x) - region.x);
    view.setInt16(HEADER + 2 * (n + i), Math.round(y) - region.y);
    view.setFloat32(HEADER + 4 * n + 4 * i, x);
    view.setFloat32(HEADER + 8 * n + 4 * i, y);
  });
  return new Uint8Array(view.buffer);
}

type Box = Pick<Region, 'x' | 'y' | 'width' | 'height'>;

function header(kind: number, { x, y, width, height }: Box, bytes: number): DataView {
  const view = new DataView(new ArrayBuffer(bytes));
  [...'Iout'].forEach((letter, i) => view.setUint8(i, letter.charCodeAt(0)));
  view.setInt16(4, VERSION);
  view.setUint8(6, kind);
  [y, x, y + height, x + width].forEach((value, i) => view.setInt16(8 + 2 * i, Math.round(value)));
  return view;
}
