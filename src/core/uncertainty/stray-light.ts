import type { Frequency } from '../field/frequency.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import type { ScatterSettings } from './scatter-settings.ts';

/** Values per window: kernels/circularity.ts. */
const VALUES = 5;

/** A field in focus and the filter it went through. */
interface FocusedField {
  readonly plane: ComplexPlane;
  /** used part of the plane */
  readonly rows: number;
  readonly cols: number;
  /** the filter's radius, cycles per sample along either side */
  readonly rim: Frequency;
}

export interface StrayLight {
  /** rad² per tile of a square grid */
  readonly variance: Float64Array;
  /** samples over which it changes */
  readonly length: number;
}

/** How far apart windows lie, in shares of their side. */
const APART = 2;

/**
 * Phase variance of light that comes from something out of focus, rad² beyond what is known, per tile of a square grid. Such light is a
 * field beside the sample's whose parts come with every phase: about its local mean it scatters in all directions alike (it is circular,
 * E δ² = 0), while a thin sample in focus moves it along a line: around the circle where it only delays, along a spiral where it absorbs
 * as well. Where the sum of δ² is no longer than sums of as many numbers with random phases are, all that it scatters beyond the known
 * is such light's, unless so few of the numbers count that even those along one line would pass. Ringing of an edge is circular in
 * places too, but not together with the edge: it has to be so near by and farther around.
 * @param known E|n|² of the field per tile
 * @param margin samples at each edge that are left out
 */
export function strayLight(
  kernels: Kernels,
  field: FocusedField,
  known: Float64Array,
  tiles: number,
  margin: number,
  settings: ScatterSettings,
): Float64Array {
  const around = (side: number) => atScale(kernels, field, known, { tiles, margin, side }, settings);
  const [near, far] = [around(settings.nearBy), around(settings.around)];
  if (!near || !far) return new Float64Array(tiles * tiles);
  return near.map((v, t) => (v > 0 && far[t]! > 0 ? Math.max(v, far[t]!) : 0));
}

interface Scale {
  readonly tiles: number;
  readonly margin: number;
  readonly side: number;
}

function atScale(
  kernels: Kernels,
  { plane, rows, cols, rim }: FocusedField,
  known: Float64Array,
  { tiles, margin, side }: Scale,
  settings: ScatterSettings,
): Float64Array | null {
  const step = side / APART;
  // columns begin at quads
  const [top, left] = [margin, 4 * Math.ceil(margin / 4)];
  const windowsY = Math.floor((rows - margin - top - side) / step) + 1;
  const windowsX = Math.floor((cols - margin - left - side) / step) + 1;
  if (windowsY < 1 || windowsX < 1) return null;
  using scratch = kernels.scope();
  const count = windowsY * windowsX * VALUES;
  const room = scratch.doubles(count);
  kernels.run.circularity(plane, room, { rowFrom: top, colFrom: left, windowsY, windowsX, side, step });
  const values = kernels.doubles(room, count);
  // independent numbers in a window
  const numbers = Math.PI * rim.x * rim.y * side * side;
  const tileOf = (from: number, of: number) =>
    Math.min(tiles - 1, Math.floor(((from + side / 2) * tiles) / of));
  const [sums, counts] = [new Float64Array(tiles * tiles), new Int32Array(tiles * tiles)];
  for (let j = 0; j < windowsY; j++) {
    const row = tileOf(top + j * step, rows) * tiles;
    for (let i = 0; i < windowsX; i++) {
      const t = row + tileOf(left + i * step, cols);
      const at = (j * windowsX + i) * VALUES;
      sums[t]! += beyond(values, at, known[t]!, numbers, settings);
      counts[t]! += 1;
    }
  }
  return filled(sums, counts, tiles);
}

/** rad²: what a window scatters beyond the known where it does so in all directions alike; else 0. */
function beyond(
  values: Float64Array,
  at: number,
  known: number,
  numbers: number,
  { oneDirection, standsOut }: ScatterSettings,
): number {
  const [scatter, re, im] = [values[at + 1]!, values[at + 2]!, values[at + 3]!];
  const mostByChance = (oneDirection * values[at + 4]!) / numbers;
  // so few of them count, as of an edge in a corner, that light of one direction would pass for it, too
  if (scatter * scatter < mostByChance || re * re + im * im > mostByChance) return 0;
  const expected = known / values[at]!;
  return scatter > expected * (1 + standsOut / Math.sqrt(numbers)) ? (scatter - expected) / 2 : 0;
}

/** Means per tile; a tile in which no window has its middle takes those beside it. */
function filled(sums: Float64Array, counts: Int32Array, tiles: number): Float64Array {
  return sums.map((sum, t) => {
    if (counts[t]! > 0) return sum / counts[t]!;
    const [y, x] = [Math.floor(t / tiles), t % tiles];
    for (let reach = 1; reach < tiles; reach++) {
      let [whole, all] = [0, 0];
      for (let j = Math.max(0, y - reach); j <= Math.min(tiles - 1, y + reach); j++)
        for (let i = Math.max(0, x - reach); i <= Math.min(tiles - 1, x + reach); i++) {
          const n = j * tiles + i;
          whole += sums[n]!;
          all += counts[n]!;
        }
      if (all > 0) return whole / all;
    }
    return 0;
  });
}
