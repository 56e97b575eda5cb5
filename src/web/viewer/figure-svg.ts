import { scaleBarLength, ticks } from '../../formats/preview/ticks.ts';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import { colourStops, type ColourName } from '../colour/colour-maps.ts';
import { colourOf, regionName, type DrawnMarks, type Region } from './marks-on-map.ts';
import type { ShownMap } from './shown-map.ts';

export interface Figure {
  readonly map: Pick<ShownMap, 'title' | 'unit' | 'rows' | 'cols' | 'pixelSizeUm'>;
  /** the map in colours, a data: address */
  readonly picture: string;
  readonly colours: ColourName;
  readonly range: Limits;
  readonly marks: DrawnMarks;
  /** below it: what it is of, and by which evidence */
  readonly caption: readonly string[];
}

/** Units of the drawing: a map is so wide. */
const WIDTH = 800;
const [MARGIN, BAR, ROOM, LINE] = [24, 20, 90, 20];

/** A figure for a paper: the picture as it is, and everything on it as lines and text that stay sharp. */
export function figureSvg({ map, picture, colours, range, marks, caption }: Figure): string {
  const scale = WIDTH / map.cols;
  // pixels are drawn as they lie on the sample
  const height = (map.rows * scale * map.pixelSizeUm.y) / map.pixelSizeUm.x;
  const top = MARGIN + LINE;
  const foot = top + height + LINE;
  const full = { width: MARGIN + WIDTH + MARGIN + BAR + ROOM, height: foot + LINE * (caption.length + 2) };
  const stretch = `translate(${MARGIN} ${top}) scale(${scale} ${height / map.rows})`;
  const bar = scaleBarLength(0.3 * map.cols * map.pixelSizeUm.x);
  const length = (bar.um / map.pixelSizeUm.x) * scale;
  const title = map.unit ? `${map.title}, ${map.unit}` : map.title;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${full.width} ${full.height}" width="${full.width}" height="${full.height}" font-family="system-ui, sans-serif" font-size="14" fill="#1a1d21">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    text(MARGIN, MARGIN + 8, title),
    `<image href="${picture}" x="${MARGIN}" y="${top}" width="${WIDTH}" height="${height}" preserveAspectRatio="none" image-rendering="pixelated"/>`,
    `<g transform="${stretch}" fill="none" stroke-width="2">${drawn(marks)}</g>`,
    names(marks, { left: MARGIN, top, x: scale, y: height / map.rows }),
    colourBar(colours, range, { x: MARGIN + WIDTH + MARGIN, top, height }),
    `<rect x="${MARGIN}" y="${foot}" width="${length}" height="5" data-um="${bar.um}"/>`,
    text(MARGIN + length + 8, foot + 8, bar.label),
    ...caption.map((line, i) => text(MARGIN, foot + LINE * (i + 2), line)),
    '</svg>',
  ].join('\n');
}

function drawn({ lines, regions }: DrawnMarks): string {
  const thin = 'vector-effect="non-scaling-stroke"';
  const ofLines = lines.map(
    ({ from, to }, i) =>
      `<line x1="${from.x + 0.5}" y1="${from.y + 0.5}" x2="${to.x + 0.5}" y2="${to.y + 0.5}" stroke="${colourOf(i)}" ${thin}/>`,
  );
  const ofRegions = regions.map((region) => `${shapeOf(region)} stroke="${colourOf(0)}" ${thin}/>`);
  return [...ofLines, ...ofRegions].join('');
}

function shapeOf({ x, y, width, height, shape, points }: Region): string {
  if (points) return `<polygon points="${points.map((point) => `${point.x},${point.y}`).join(' ')}"`;
  if (shape !== 'ellipse') return `<rect x="${x}" y="${y}" width="${width}" height="${height}"`;
  return `<ellipse cx="${x + width / 2}" cy="${y + height / 2}" rx="${width / 2}" ry="${height / 2}"`;
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly x: number;
  readonly y: number;
}

/** Not stretched with the map. */
function names({ lines, regions }: DrawnMarks, { left, top, x, y }: Place): string {
  const on = (at: { readonly x: number; readonly y: number }, words: string, colour: string) =>
    text(left + at.x * x + 5, top + at.y * y + 16, words, `fill="${colour}" font-weight="600"`);
  return [
    ...(lines.length > 1 ? lines.map(({ from }, i) => on(from, String(i + 1), colourOf(i))) : []),
    ...regions.map((region, i) => on(region, regionName(i), colourOf(0))),
  ].join('');
}

function colourBar(
  colours: ColourName,
  range: Limits,
  { x, top, height }: { readonly x: number; readonly top: number; readonly height: number },
): string {
  const stops = colourStops(colours, 33);
  const stop = (colour: string, i: number) =>
    `<stop offset="${i / (stops.length - 1)}" stop-color="${colour}"/>`;
  const marks = ticks(range, 8).map(({ value, label }) => {
    const y = top + height * (1 - (value - range.min) / (range.max - range.min));
    return `<path d="M${x + BAR} ${y}h6" stroke="#1a1d21"/>${text(x + BAR + 10, y + 5, label)}`;
  });
  return [
    `<linearGradient id="colours" x1="0" y1="1" x2="0" y2="0">${stops.map(stop).join('')}</linearGradient>`,
    `<rect x="${x}" y="${top}" width="${BAR}" height="${height}" fill="url(#colours)"/>`,
    ...marks,
  ].join('');
}

function text(x: number, y: number, words: string, more = ''): string {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" ${more}>${escaped}</text>`;
}
