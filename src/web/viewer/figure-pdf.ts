import { colourStops } from '../colour/colour-maps.ts';
import { layOut, MARGIN, type Figure, type FigureLayout } from './figure-layout.ts';
import { colourOf, nameOfRegion, type DrawnMarks, type Line, type Region } from './marks-on-map.ts';
import { writePdf, type PdfImage } from './pdf-file.ts';
import { showText } from './pdf-text.ts';

/** pt a unit of the drawing: a figure across a page of a paper */
const POINTS = 0.5;
const COLOURS = 256;
/** of a circle's quarter as a Bézier curve: 4 (√2 − 1) / 3 of the radius */
const KAPPA = 0.5522847498;

/**
 * A figure of a map as a PDF of one page: the map's pixels as they are, and bars, marks and text as lines and letters.
 * @param rgb three bytes a pixel, row by row
 */
export function figurePdf(figure: Figure, rgb: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { map, marks, caption } = figure;
  const at = layOut(figure);
  const pixels: PdfImage = { width: map.cols, height: map.rows, rgb };
  const { left, top, height } = at.map;
  const { scaleBar } = at;
  const content = [
    // the drawing counts from its upper left corner
    `${POINTS} 0 0 ${-POINTS} 0 ${number(at.height * POINTS)} cm`,
    '0.102 0.114 0.129 rg 0.102 0.114 0.129 RG',
    showText(left, MARGIN + 8, at.title, 14),
    image('Map', left, top, at.map.width, height),
    image('Bar', at.bar.left, top, at.bar.width, height),
    ...at.ticks.map((tick) => tickOf(at, tick)),
    `${numbers(left, scaleBar.top, scaleBar.length, 5)} re f`,
    showText(left + scaleBar.length + 8, scaleBar.top + 8, scaleBar.label, 14),
    ...caption.map((line, i) => showText(left, at.lines[i]!, line, 14)),
    drawn(marks, at.map),
  ].join('\n');
  return writePdf({
    ...{ width: at.width * POINTS, height: at.height * POINTS, content },
    images: { Map: pixels, Bar: barOf(figure) },
    title: at.title,
    subject: caption.join('; '),
  });
}

function tickOf({ bar }: FigureLayout, { y, label }: FigureLayout['ticks'][number]): string {
  const right = bar.left + bar.width;
  return `1 w ${numbers(right, y)} m ${numbers(right + 6, y)} l S\n${showText(right + 10, y + 5, label, 14)}`;
}

/** The range of the colours, the high end above. */
function barOf({ colours }: Figure): PdfImage {
  const stops = colourStops(colours, COLOURS).toReversed();
  const rgb = new Uint8Array(stops.flatMap((stop) => [...channelsOf(stop)]));
  return { width: 1, height: COLOURS, rgb };
}

function drawn({ lines, regions }: DrawnMarks, map: FigureLayout['map']): string {
  const place = (x: number, y: number) => [map.left + x * map.x, map.top + y * map.y] as const;
  const named = (x: number, y: number, words: string) => {
    const [left, top] = place(x, y);
    return showText(left + 5, top + 16, words, 14, 'bold');
  };
  const ofLines = lines.map((line, i) => {
    const name = lines.length > 1 ? named(line.from.x, line.from.y, String(i + 1)) : '';
    return `${inColour(colourOf(i))}\n${lineOf(line, place)}\n${name}`;
  });
  const ofRegions = regions.map(
    (region, i) =>
      `${inColour(colourOf(0))}\n${shapeOf(region, place)}\n${named(region.x, region.y, nameOfRegion(region, i))}`,
  );
  return ['2 w', ...ofLines, ...ofRegions].join('\n');
}

type Place = (x: number, y: number) => readonly [number, number];

function lineOf({ from, to }: Line, place: Place): string {
  return `${numbers(...place(from.x + 0.5, from.y + 0.5))} m ${numbers(...place(to.x + 0.5, to.y + 0.5))} l S`;
}

function shapeOf({ x, y, width, height, shape, points }: Region, place: Place): string {
  if (points)
    return `${points.map((point, i) => `${numbers(...place(point.x, point.y))} ${i === 0 ? 'm' : 'l'}`).join(' ')} s`;
  if (shape === 'point') {
    const at = numbers(...place(x + 0.5, y + 0.5));
    return `q 1 J 8 w ${at} m ${at} l S Q`;
  }
  const [left, top] = place(x, y);
  const [right, bottom] = place(x + width, y + height);
  if (shape !== 'ellipse') return `${numbers(left, top, right - left, bottom - top)} re S`;
  const [cx, cy] = [(left + right) / 2, (top + bottom) / 2];
  const [kx, ky] = [(KAPPA * (right - left)) / 2, (KAPPA * (bottom - top)) / 2];
  return [
    `${numbers(right, cy)} m`,
    `${numbers(right, cy + ky, cx + kx, bottom, cx, bottom)} c`,
    `${numbers(cx - kx, bottom, left, cy + ky, left, cy)} c`,
    `${numbers(left, cy - ky, cx - kx, top, cx, top)} c`,
    `${numbers(cx + kx, top, right, cy - ky, right, cy)} c s`,
  ].join(' ');
}

/** An image fills the unit square, its first row above. */
function image(name: string, left: number, top: number, width: number, height: number): string {
  return `q ${numbers(width, 0, 0, -height, left, top + height)} cm /${name} Do Q`;
}

function inColour(colour: string): string {
  const shares = channelsOf(colour)
    .map((channel) => number(channel / 255))
    .join(' ');
  return `${shares} RG ${shares} rg`;
}

/** @param colour `#rrggbb`, or `rgb(r, g, b)` */
function channelsOf(colour: string): readonly number[] {
  const hex = /^#(..)(..)(..)$/.exec(colour);
  if (hex) return hex.slice(1).map((channel) => Number.parseInt(channel, 16));
  return (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number);
}

const numbers = (...values: readonly number[]) => values.map(number).join(' ');

/** PDF takes no exponents. */
function number(value: number): string {
  return String(Number(value.toFixed(4)));
}
