import type { Material } from '../../core/targets/material.ts';
import { outline, type Box, type Point, type Shape } from '../../core/targets/shape.ts';
import type { DrawnLength, Target } from '../../core/targets/target.ts';

/** Longer side of the drawn part, and what is kept free below it for the scale bar. */
const SIDE = 480;
const MARGIN = 16;
const FOOT = 44;
/** About the width of a letter, for the ground behind a text. */
const LETTER = 8;
const FONT = 'font-family="sans-serif" font-size="14"';
/** A scale bar is one of these times a power of ten, and at most this share of the width. */
const BAR_STEPS = [5, 2, 1];
const BAR_SHARE = 0.3;

const fills: Readonly<Record<Material['kind'], string>> = {
  clear: '#ffffff',
  opaque: '#333333',
  body: '#a9c6e8',
  raised: '#e0bf7f',
};

/** The target as its model has it: features, dimensions, a scale bar. A whole SVG file that refers to nothing. */
export function drawTarget(target: Target): string {
  const { window, lengths } = target.drawing;
  const model = target.model();
  const [width_um, height_um] = [window.right_um - window.left_um, window.bottom_um - window.top_um];
  const scale = SIDE / Math.max(width_um, height_um);
  const [width, height] = [width_um * scale, height_um * scale];
  const at = ({ x_um, y_um }: Point): Point => ({
    x_um: MARGIN + (x_um - window.left_um) * scale,
    y_um: MARGIN + (y_um - window.top_um) * scale,
  });
  const areas = model
    .areas(window)
    .map(({ shape, cuts, material }) =>
      [
        draw(shape, fills[material.kind], window, at, scale),
        ...(cuts ?? []).map((cut) => draw(cut, fills[model.ground.kind], window, at, scale)),
      ].join(''),
    );
  const frame = `x="${MARGIN}" y="${MARGIN}" width="${round(width)}" height="${round(height)}"`;
  const [fullWidth, fullHeight] = [round(width + 2 * MARGIN), round(height + MARGIN + FOOT)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${fullWidth} ${fullHeight}" width="${fullWidth}" height="${fullHeight}" role="img" ${FONT}>`,
    `<title>${escaped(target.entry.display_name)}</title>`,
    `<desc>${escaped(target.entry.geometry_summary)}</desc>`,
    `<rect width="${fullWidth}" height="${fullHeight}" fill="#ffffff"/>`,
    `<clipPath id="window"><rect ${frame}/></clipPath>`,
    `<rect ${frame} fill="${fills[model.ground.kind]}" stroke="#888888"/>`,
    `<g clip-path="url(#window)">`,
    ...areas,
    '</g>',
    ...lengths.map((length) => drawLength(length, at, width)),
    scaleBar(width_um, scale, MARGIN + height + 26),
    '</svg>',
    '',
  ].join('\n');
}

function draw(shape: Shape, fill: string, window: Box, at: (p: Point) => Point, scale: number): string {
  if (shape.kind === 'circle') {
    const { x_um: x, y_um: y } = at(shape.centre);
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(shape.radius_um * scale)}" fill="${fill}"/>`;
  }
  const points = outline(shape, window).map((corner) => {
    const { x_um: x, y_um: y } = at(corner);
    return `${round(x)},${round(y)}`;
  });
  return `<polygon points="${points.join(' ')}" fill="${fill}"/>`;
}

/** A line with ticks at its ends; its text stays inside the picture and keeps clear of what is behind it. */
function drawLength({ from, to, text }: DrawnLength, at: (p: Point) => Point, width: number): string {
  const [a, b] = [at(from), at(to)];
  const [dx, dy] = [b.x_um - a.x_um, b.y_um - a.y_um];
  const length = Math.sqrt(dx * dx + dy * dy);
  const [tx, ty] = [(-dy / length) * 6, (dx / length) * 6];
  const tick = ({ x_um: x, y_um: y }: Point) =>
    `M${round(x - tx)} ${round(y - ty)}L${round(x + tx)} ${round(y + ty)}`;
  const path = `M${round(a.x_um)} ${round(a.y_um)}L${round(b.x_um)} ${round(b.y_um)}${tick(a)}${tick(b)}`;
  const middle = (a.x_um + b.x_um) / 2;
  const side = middle < MARGIN + width / 3 ? 'start' : middle > MARGIN + (2 * width) / 3 ? 'end' : 'middle';
  const x = side === 'start' ? Math.min(a.x_um, b.x_um) : side === 'end' ? Math.max(a.x_um, b.x_um) : middle;
  const y = Math.max(a.y_um, b.y_um) + 24;
  const textWidth = LETTER * text.length;
  const left = x - (side === 'start' ? 0 : side === 'end' ? textWidth : textWidth / 2);
  return (
    `<path d="${path}" stroke="#ffffff" stroke-width="5" fill="none"/>` +
    `<path d="${path}" stroke="#b0124a" stroke-width="2" fill="none"/>` +
    `<rect x="${round(left)}" y="${round(y - 14)}" width="${textWidth}" height="19" rx="3" fill="#ffffff"/>` +
    `<text x="${round(x)}" y="${round(y)}" text-anchor="${side}" fill="#b0124a">${escaped(text)}</text>`
  );
}

function scaleBar(width_um: number, scale: number, y: number): string {
  const length_um = roundLength(width_um * BAR_SHARE);
  const end = MARGIN + length_um * scale;
  return (
    `<path d="M${MARGIN} ${round(y)}H${round(end)}" stroke="#000000" stroke-width="4"/>` +
    `<text x="${round(end + 8)}" y="${round(y + 5)}" fill="#000000">${lengthText(length_um)}</text>`
  );
}

/** The largest 1, 2 or 5 times a power of ten that is not above `most`. */
function roundLength(most: number): number {
  let decade = 1;
  while (decade > most) decade /= 10;
  while (decade * 10 <= most) decade *= 10;
  return decade * BAR_STEPS.find((step) => step * decade <= most)!;
}

function lengthText(length_um: number): string {
  return length_um >= 1000 ? `${length_um / 1000} mm` : `${length_um} µm`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
