import type { Canvas } from './canvas.ts';
import { distanceTo, flattenPath } from './flatten-path.ts';
import { CAP_HEIGHT, DESCENDER, glyph, LETTER_GAP } from './stroke-font.ts';

export interface TextStyle {
  /** pixels per unit of the font's grid: capitals are 7 times as high */
  readonly scale: number;
  /** thickness of the pen in pixels */
  readonly pen: number;
  /** 0 (paper) to 1 (ink) */
  readonly strength: number;
}

export const titleStyle: TextStyle = { scale: 2.5, pen: 2.6, strength: 1 };
export const labelStyle: TextStyle = { scale: 2, pen: 1.9, strength: 1 };
export const noteStyle: TextStyle = { scale: 1.7, pen: 1.6, strength: 0.72 };

/** Coverage (0 to 1) of one glyph; the pen may stick out of the grid by `margin` pixels on every side. */
interface Stamp {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly coverage: Float32Array;
}

const stamps = new Map<string, Stamp>();

export function capHeight(style: TextStyle): number {
  return Math.round(CAP_HEIGHT * style.scale);
}

export function textWidth(text: string, style: TextStyle): number {
  let width = 0;
  for (const character of text) width += advance(character, style);
  return Math.max(0, width - Math.round(LETTER_GAP * style.scale));
}

/** Draws text with the left end of its capitals' top at (x, y). */
export function drawText(canvas: Canvas, text: string, x: number, y: number, style: TextStyle): void {
  let pen = Math.round(x);
  const top = Math.round(y);
  for (const character of text) {
    const { width, height, margin, coverage } = stamp(character, style);
    for (let row = 0; row < height; row++) {
      for (let col = 0; col < width; col++) {
        const covered = coverage[row * width + col]!;
        if (covered > 0) canvas.inkAt(pen + col - margin, top + row - margin, covered * style.strength);
      }
    }
    pen += advance(character, style);
  }
}

function advance(character: string, style: TextStyle): number {
  return Math.round((glyph(character).width + LETTER_GAP) * style.scale);
}

function stamp(character: string, style: TextStyle): Stamp {
  const key = `${style.scale} ${style.pen} ${character}`;
  const known = stamps.get(key);
  if (known) return known;
  const drawn = drawStamp(character, style);
  stamps.set(key, drawn);
  return drawn;
}

function drawStamp(character: string, { scale, pen }: TextStyle): Stamp {
  const shape = glyph(character);
  const segments = flattenPath(shape.path, scale);
  const margin = Math.ceil(pen) + 1;
  const width = Math.ceil(shape.width * scale) + 1 + 2 * margin;
  const height = Math.ceil((CAP_HEIGHT + DESCENDER) * scale) + 1 + 2 * margin;
  const coverage = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) {
      const distance = distanceTo(segments, col - margin, row - margin);
      coverage[row * width + col] = Math.min(1, Math.max(0, pen / 2 + 0.5 - distance));
    }
  }
  return { width, height, margin, coverage };
}
