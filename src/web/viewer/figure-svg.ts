import { colourStops, type ColourName } from '../colour/colour-maps.ts';
import { layOut, MARGIN, type Figure, type FigureLayout } from './figure-layout.ts';
import { colourOf, nameOfRegion, type DrawnMarks, type Region } from './marks-on-map.ts';

/**
 * A figure for a paper: the picture as it is, and everything on it as lines and text that stay sharp.
 * @param picture the map in colours, a data: address
 */
export function figureSvg(figure: Figure, picture: string): string {
  const { marks, caption, colours } = figure;
  const at = layOut(figure);
  const { left, top, width, height, x, y } = at.map;
  const { scaleBar } = at;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${at.width} ${at.height}" width="${at.width}" height="${at.height}" font-family="system-ui, sans-serif" font-size="14" fill="#1a1d21">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    text(MARGIN, MARGIN + 8, at.title),
    `<image href="${picture}" x="${left}" y="${top}" width="${width}" height="${height}" preserveAspectRatio="none" image-rendering="pixelated"/>`,
    `<g transform="translate(${left} ${top}) scale(${x} ${y})" fill="none" stroke-width="2">${drawn(marks)}</g>`,
    names(marks, at.map),
    colourBar(colours, at),
    `<rect x="${left}" y="${scaleBar.top}" width="${scaleBar.length}" height="5" data-um="${scaleBar.um}"/>`,
    text(left + scaleBar.length + 8, scaleBar.top + 8, scaleBar.label),
    ...caption.map((line, i) => text(left, at.lines[i]!, line)),
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
  // a dot as large however the map is stretched
  if (shape === 'point')
    return `<path d="M${x + 0.5} ${y + 0.5}h0" stroke-linecap="round" style="stroke-width:8px"`;
  if (shape !== 'ellipse') return `<rect x="${x}" y="${y}" width="${width}" height="${height}"`;
  return `<ellipse cx="${x + width / 2}" cy="${y + height / 2}" rx="${width / 2}" ry="${height / 2}"`;
}

/** Not stretched with the map. */
function names({ lines, regions }: DrawnMarks, { left, top, x, y }: FigureLayout['map']): string {
  const on = (at: { readonly x: number; readonly y: number }, words: string, colour: string) =>
    text(left + at.x * x + 5, top + at.y * y + 16, words, `fill="${colour}" font-weight="600"`);
  return [
    ...(lines.length > 1 ? lines.map(({ from }, i) => on(from, String(i + 1), colourOf(i))) : []),
    ...regions.map((region, i) => on(region, nameOfRegion(region, i), colourOf(0))),
  ].join('');
}

function colourBar(colours: ColourName, { map: { top, height }, bar, ticks }: FigureLayout): string {
  const stops = colourStops(colours, 33);
  const stop = (colour: string, i: number) =>
    `<stop offset="${i / (stops.length - 1)}" stop-color="${colour}"/>`;
  const right = bar.left + bar.width;
  return [
    `<linearGradient id="colours" x1="0" y1="1" x2="0" y2="0">${stops.map(stop).join('')}</linearGradient>`,
    `<rect x="${bar.left}" y="${top}" width="${bar.width}" height="${height}" fill="url(#colours)"/>`,
    ...ticks.map(
      ({ y, label }) => `<path d="M${right} ${y}h6" stroke="#1a1d21"/>${text(right + 10, y + 5, label)}`,
    ),
  ].join('');
}

function text(x: number, y: number, words: string, more = ''): string {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" ${more}>${escaped}</text>`;
}
