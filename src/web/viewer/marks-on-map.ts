import { toCanvas, type MapPoint, type Size, type MapView } from './view.ts';

/** A rectangle of whole map pixels, and what of it is meant: all, the ellipse in it, a polygon (map pixels), or its one pixel. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly shape?: 'ellipse' | 'polygon' | 'point';
  readonly points?: readonly MapPoint[];
  /** absent: the letter of its place, see `nameOfRegion` */
  readonly name?: string;
}

export interface Line {
  readonly from: MapPoint;
  readonly to: MapPoint;
}

/** What a person has drawn on a map. */
export interface DrawnMarks {
  readonly lines: readonly Line[];
  readonly regions: readonly Region[];
}

/** One colour a line, on the map and in the plot; readable on dark and on light. */
const lineColours = ['#4ff0e0', '#ffb000', '#ff7ab8', '#b6f24a', '#9ab8ff'] as const;

export function colourOf(index: number): string {
  return lineColours[index % lineColours.length]!;
}

/** A, B, … Z, A2, B2, … */
function regionName(index: number): string {
  const round = Math.floor(index / 26);
  return String.fromCharCode(65 + (index % 26)) + (round === 0 ? '' : String(round + 1));
}

/** What a person calls it, or its letter. */
export function nameOfRegion({ name }: Region, index: number): string {
  return name ?? regionName(index);
}

/** One region less; what the others are called stays. */
export function without(regions: readonly Region[], index: number): Region[] {
  return regions.map((region, i) => ({ ...region, name: nameOfRegion(region, i) })).toSpliced(index, 1);
}

/** One more, under a name that no other has. */
export function withRegion(regions: readonly Region[], region: Region): Region[] {
  const taken = new Set(regions.map(nameOfRegion));
  let index = regions.length;
  while (taken.has(regionName(index))) index++;
  return [...regions, index === regions.length ? region : { ...region, name: regionName(index) }];
}

/** A place of a region that a hand takes hold of: a corner of a polygon, or which sides of a box follow. */
export interface Handle extends MapPoint {
  readonly corner?: number;
  readonly side?: readonly [across: -1 | 0 | 1, down: -1 | 0 | 1];
}

/** What a hand has drawn around has so many places that none could be taken hold of. */
const MOST_CORNERS = 40;
const SIDES = [-1, 0, 1] as const;

export function handlesOf(region: Region): Handle[] {
  const { x, y, width, height, points, shape } = region;
  // it is moved, and has no other size
  if (shape === 'point') return [];
  if (points)
    return points.length > MOST_CORNERS ? [] : points.map((point, corner) => ({ ...point, corner }));
  return SIDES.flatMap((down) =>
    SIDES.filter((across) => across !== 0 || down !== 0).map((across) => ({
      ...{ x: x + ((across + 1) / 2) * width, y: y + ((down + 1) / 2) * height },
      side: [across, down] as const,
    })),
  );
}

/** Of the polygon, or of the box around it. */
export function cornersOf({ x, y, width, height, points }: Region): readonly MapPoint[] {
  const [right, bottom] = [x + width, y + height];
  return (
    points ?? [
      { x, y },
      { x: right, y },
      { x: right, y: bottom },
      { x, y: bottom },
    ]
  );
}

const EDGE = '#06131a';
const HANDLE = 4;

/** Each mark twice: a dark edge keeps the light line visible on every colour. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  size: Size,
  view: MapView,
  { lines, regions }: DrawnMarks,
): void {
  const at = (point: MapPoint) => toCanvas(view, size, point);
  lines.forEach((line, i) => drawLine(context, at, line, i, lines.length > 1));
  regions.forEach((region, i) => drawRegion(context, at, view, region, nameOfRegion(region, i)));
}

type At = (point: MapPoint) => MapPoint;

function drawLine(
  context: CanvasRenderingContext2D,
  at: At,
  { from, to }: Line,
  index: number,
  named: boolean,
): void {
  // a line runs from pixel centre to pixel centre
  const [a, b] = [from, to].map(({ x, y }) => at({ x: x + 0.5, y: y + 0.5 })) as [MapPoint, MapPoint];
  twice(context, colourOf(index), () => {
    context.beginPath();
    context.moveTo(a.x, a.y);
    context.lineTo(b.x, b.y);
    context.stroke();
    context.beginPath();
    context.arc(a.x, a.y, HANDLE, 0, 2 * Math.PI);
    context.moveTo(b.x + 3, b.y);
    context.arc(b.x, b.y, 3, 0, 2 * Math.PI);
    context.stroke();
  });
  if (named) label(context, String(index + 1), { x: a.x + 7, y: a.y - 6 }, colourOf(index));
}

function drawRegion(
  context: CanvasRenderingContext2D,
  at: At,
  view: MapView,
  region: Region,
  name: string,
): void {
  const corner = at(region);
  const [width, height] = [region.width * view.scale, region.height * view.scale];
  twice(context, lineColours[0], () => {
    context.beginPath();
    if (region.shape === 'point') cross(context, { x: corner.x + width / 2, y: corner.y + height / 2 });
    else if (region.shape === 'ellipse')
      context.ellipse(corner.x + width / 2, corner.y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
    else if (region.points) {
      region.points.map(at).forEach(({ x, y }) => context.lineTo(x, y));
      context.closePath();
    } else context.rect(corner.x, corner.y, width, height);
    context.stroke();
  });
  drawHandles(context, handlesOf(region).map(at));
  label(context, name, { x: corner.x + 5, y: corner.y + 17 }, lineColours[0]);
}

function cross(context: CanvasRenderingContext2D, { x, y }: MapPoint): void {
  context.moveTo(x - 8, y);
  context.lineTo(x + 8, y);
  context.moveTo(x, y - 8);
  context.lineTo(x, y + 8);
}

function drawHandles(context: CanvasRenderingContext2D, places: readonly MapPoint[]): void {
  context.strokeStyle = EDGE;
  context.lineWidth = 1.5;
  context.fillStyle = lineColours[0];
  for (const { x, y } of places) {
    context.beginPath();
    context.rect(x - 3, y - 3, 6, 6);
    context.fill();
    context.stroke();
  }
}

function twice(context: CanvasRenderingContext2D, colour: string, draw: () => void): void {
  for (const [style, width] of [
    [EDGE, 4],
    [colour, 2],
  ] as const) {
    context.strokeStyle = style;
    context.lineWidth = width;
    draw();
  }
}

function label(context: CanvasRenderingContext2D, text: string, { x, y }: MapPoint, colour: string): void {
  context.font = '600 14px system-ui, sans-serif';
  context.lineWidth = 4;
  context.strokeStyle = EDGE;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}
