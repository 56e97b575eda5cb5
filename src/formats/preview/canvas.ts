import { parseColour, sampleColourMap, type Colour, type ColourMap } from './colour-map.ts';

/** How many of the 256 palette entries belong to the colour map; the rest is paper, ink and marks. */
export const MAP_LEVELS = 224;
const INK_LEVELS = 16;
const PAPER = MAP_LEVELS;
/** where the data has no value */
export const NO_VALUE = MAP_LEVELS + INK_LEVELS;
/** lines drawn on top of a picture, and the dark edge that keeps them visible on bright ground */
export const MARK = NO_VALUE + 1;
export const MARK_EDGE = NO_VALUE + 2;
export const MORE = NO_VALUE + 3;

const paper: Colour = [255, 255, 255];
const ink: Colour = [26, 29, 33];
const marks = ['c9ced6', '4ff0e0', '06131a'].map(parseColour);

/** An 8-bit picture whose pixels are numbers of palette colours: the colour map, 16 steps from paper to ink, marks. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
  readonly palette: readonly Colour[];

  /** @param more colours that this picture has beside the usual ones, from {@link MORE} on */
  constructor(width: number, height: number, map: ColourMap, more: readonly Colour[] = []) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height).fill(PAPER);
    this.palette = [...sampleColourMap(map, MAP_LEVELS), ...inkRamp(), ...marks, ...more];
  }

  set(x: number, y: number, colour: number): void {
    if (x >= 0 && y >= 0 && x < this.width && y < this.height) this.pixels[y * this.width + x] = colour;
  }

  fill(x: number, y: number, width: number, height: number, colour: number): void {
    for (let row = y; row < y + height; row++) {
      for (let col = x; col < x + width; col++) this.set(col, row, colour);
    }
  }

  /** Darkens paper towards ink; never lightens what is already there. @param strength 0 to 1 */
  inkAt(x: number, y: number, strength: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const level = inkLevel(strength);
    if (level > this.pixels[y * this.width + x]!) this.pixels[y * this.width + x] = level;
  }

  inkRectangle(x: number, y: number, width: number, height: number, strength = 1): void {
    this.fill(x, y, width, height, inkLevel(strength));
  }

  /** A one-pixel frame around the given inside. */
  frame(x: number, y: number, width: number, height: number): void {
    const strength = 0.6;
    this.inkRectangle(x - 1, y - 1, width + 2, 1, strength);
    this.inkRectangle(x - 1, y + height, width + 2, 1, strength);
    this.inkRectangle(x - 1, y, 1, height, strength);
    this.inkRectangle(x + width, y, 1, height, strength);
  }
}

function inkLevel(strength: number): number {
  return PAPER + Math.round(strength * (INK_LEVELS - 1));
}

function inkRamp(): Colour[] {
  return Array.from({ length: INK_LEVELS }, (_, level) => {
    const share = level / (INK_LEVELS - 1);
    const channel = (c: 0 | 1 | 2): number => Math.round(paper[c] * (1 - share) + ink[c] * share);
    return [channel(0), channel(1), channel(2)];
  });
}
