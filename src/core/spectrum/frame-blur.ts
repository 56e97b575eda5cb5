import type { KernelExports } from '../kernel/exports.ts';
import type { PowerSpectrum } from './power-spectrum.ts';

/** By how much a frame was blurred after the camera had made its noise. */
export interface FrameBlur {
  /** px, standard deviation of the bell that it was blurred with */
  readonly px: number;
  /** cycles/px: how far out noise is heard above the rounding */
  readonly heardTo: number;
}

/** How a blur is told from a sample that scatters. */
export interface BlurSettings {
  /** px: less moves no edge by more than noise does, and noise may fall as much by itself. 24 recordings have up to 0.6 at their corners, where it never reaches rounding */
  readonly least: number;
  /** px, where noise does not fall to what rounding leaves: as much again as it may fall by itself, or by a lossy file */
  readonly leastAboveRounding: number;
  /** share by which directions, and a bell fitted nearer to the middle, may differ from one; resampling has a square floor that falls late */
  readonly alike: number;
  /** so many times as far out as noise told it a bell is undone yet. Of 12 fresh frames blurred by 1 px four lay 1.02 to 1.18 as far and gained; a recording 1.32 as far came apart */
  readonly beyondHeard: number;
  /** share to which the square of a bell's width is known: drawn frames had 0.1, recordings, where the sample's own light falls off as well, up to 0.4 */
  readonly knownTo: number;
}

/** Cells along a cycle per pixel, within which power is averaged. */
const CELLS_PER_CYCLE = 64;
/** Width of a ring, cycles/px. */
const RING = 0.02;
/** Rings nearer to the middle are full of orders. */
const FIRST = 4;
/** Rings up to the corner of the spectrum. */
const RINGS = 35;
/** Rings by which noise falls that is looked at: half of them further out than the other half. */
const WINDOW = 10;
/** Of the cells of a ring or of a part of it this share holds no order. */
const QUIET = 0.25;
/** Cells of a ring, at least. */
const LEAST_CELLS = 6;
/** Bins beside an axis or a Nyquist line that hold stripes. */
const GUARD = 3;
/** px: widths of bells that are tried, from the narrowest to the widest. */
const NARROWEST = 0.25;
const WIDEST = 2;
const STEP = 0.05;

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly ring: number;
  /** counts² per pixel */
  readonly power: number;
}

/**
 * The blur of a frame by the fall of its noise. A camera's noise is white before a frame is smoothed, and falls as the square of the
 * smoothing's response outside of all orders, down to what the file's rounding adds.
 * @param rounding counts², of one pixel
 * @returns null where noise does not fall, falls otherwise, or lies below the rounding
 */
export function frameBlur(
  spectrum: PowerSpectrum,
  rounding: number,
  wasm: Pick<KernelExports, 'exp' | 'cos' | 'log'>,
  { least, leastAboveRounding, alike }: BlurSettings,
): FrameBlur | null {
  const cells = cellsOf(spectrum);
  const left = rounding * quietShare(spectrum);
  const rings = Array.from({ length: RINGS }, (): Cell[] => []);
  for (const cell of cells) rings[cell.ring]?.push(cell);
  const isHeard = (ring: readonly Cell[]) =>
    ring.length >= LEAST_CELLS && quiet(ring.map(({ power }) => power)) > 2 * left;
  let end = FIRST;
  while (end < RINGS && isHeard(rings[end]!)) end++;
  const from = Math.max(FIRST, end - WINDOW);
  if (end - from < LEAST_CELLS) return null;
  const middle = (from + end) / 2;
  const heard = rings.slice(from, end).flat();
  const fit = (part: readonly Cell[]) => bellOf(part, left, wasm);
  const farther = heard.filter(({ ring }) => ring >= middle);
  const reachesRounding = end < RINGS && rings[end]!.length >= LEAST_CELLS;
  const enough = reachesRounding ? least : leastAboveRounding;
  if (!(slopeBefore(farther, enough, left, wasm) < 0)) return null;
  const px = fit(farther);
  if (px >= WIDEST) return null;
  const nearer = fit(heard.filter(({ ring }) => ring < middle));
  if (nearer < px * (1 - alike / 2)) return null;
  return Math.abs(directions(heard, px, left, wasm)) < alike ? { px, heardTo: end * RING } : null;
}

/** What a bell of a width in px passes of a frequency along one axis. It is sampled, as programs do it. */
export function passedByBell(
  px: number,
  frequency: number,
  { exp, cos }: Pick<KernelExports, 'exp' | 'cos'>,
): number {
  let [sum, all] = [1, 1];
  for (let n = 1; n <= Math.ceil(4 * px); n++) {
    const weight = 2 * exp((-n * n) / (2 * px * px));
    sum += weight * cos(2 * Math.PI * frequency * n);
    all += weight;
  }
  return sum / all;
}

function cellsOf({ cells, rows, cols, windowEnergy }: PowerSpectrum): Cell[] {
  const across = CELLS_PER_CYCLE / 2;
  const [sums, sizes] = [
    new Float64Array(across * CELLS_PER_CYCLE),
    new Float64Array(across * CELLS_PER_CYCLE),
  ];
  const bins = (cells.fx(1) - cells.fx(0)) * cols * (cells.fy(1) - cells.fy(0)) * rows;
  const isClear = (f: number, side: number) =>
    Math.abs(f) * side > GUARD && (0.5 - Math.abs(f)) * side > GUARD;
  const clear = Int32Array.from({ length: cells.cols }, (_, i) => i).filter((i) =>
    isClear(cells.fx(i), cols),
  );
  const places = clear.map((i) => Math.floor(cells.fx(i) * CELLS_PER_CYCLE));
  for (let j = 0; j < cells.rows; j++) {
    const y = cells.fy(j);
    if (!isClear(y, rows)) continue;
    const row = cells.power.subarray(j * cells.cols, (j + 1) * cells.cols);
    const first = Math.floor((y + 0.5) * CELLS_PER_CYCLE) * across;
    addRow(row, clear, places, bins * windowEnergy, sums.subarray(first), sizes.subarray(first));
  }
  return Array.from(sums, (sum, at) => {
    const x = ((at % across) + 0.5) / CELLS_PER_CYCLE;
    const y = (Math.floor(at / across) + 0.5) / CELLS_PER_CYCLE - 0.5;
    return { x, y, ring: Math.floor(Math.sqrt(x * x + y * y) / RING), power: sum / sizes[at]! };
  }).filter((_, at) => sizes[at]! > 0);
}

/** Adds some cells of a row, over `unit`, to those at their places, and counts them. */
function addRow(
  row: Float64Array,
  some: Int32Array,
  places: Int32Array,
  unit: number,
  sums: Float64Array,
  sizes: Float64Array,
): void {
  for (let k = 0; k < some.length; k++) {
    const at = places[k]!;
    sums[at]! += row[some[k]!]! / unit;
    sizes[at]!++;
  }
}

/** Neighbouring bins of a Hann-windowed spectrum hang together: this many hold one independent number, (35/18)². */
const BINS_PER_NUMBER = 3.78;
/** Standard deviations by which a quarter of normal deviates lies lower. */
const QUARTER = 0.6745;

/** What {@link quiet} says of noise alone, over its mean: cells of a small frame hold few numbers. */
function quietShare({ rows, cols }: PowerSpectrum): number {
  const numbers = (rows * cols) / (CELLS_PER_CYCLE * CELLS_PER_CYCLE * BINS_PER_NUMBER);
  return Math.max(1 / 2, 1 - QUARTER / Math.sqrt(numbers));
}

function quiet(powers: readonly number[]): number {
  return Float64Array.from(powers).sort()[Math.floor(QUIET * powers.length)]!;
}

/** What cells held before a bell passed over them, less what rounding added. */
function before(
  part: readonly Cell[],
  px: number,
  rounding: number,
  wasm: Pick<KernelExports, 'exp' | 'cos'>,
): number[] {
  const passed = Array.from({ length: CELLS_PER_CYCLE / 2 }, (_, k) =>
    px === 0 ? 1 : passedByBell(px, (k + 0.5) / CELLS_PER_CYCLE, wasm),
  );
  const at = (f: number) => passed[Math.floor(Math.abs(f) * CELLS_PER_CYCLE)]!;
  return part.map(({ x, y, power }) => {
    const share = at(x) * at(y);
    return (power - rounding) / (share * share);
  });
}

/** px: the bell before which rings held alike; 0: they rise, or have too few cells. */
function bellOf(
  part: readonly Cell[],
  rounding: number,
  wasm: Pick<KernelExports, 'exp' | 'cos' | 'log'>,
): number {
  let last = { px: 0, slope: slopeBefore(part, 0, rounding, wasm) };
  if (!(last.slope < 0)) return 0;
  for (let k = 0; NARROWEST + k * STEP <= WIDEST; k++) {
    const px = NARROWEST + k * STEP;
    const slope = slopeBefore(part, px, rounding, wasm);
    if (slope >= 0) return last.px + ((px - last.px) * -last.slope) / (slope - last.slope);
    last = { px, slope };
  }
  return WIDEST;
}

/** How the logarithm of what rings held grows with the square of their distance. */
function slopeBefore(
  part: readonly Cell[],
  px: number,
  rounding: number,
  wasm: Pick<KernelExports, 'exp' | 'cos' | 'log'>,
): number {
  const powers = before(part, px, rounding, wasm);
  let [n, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0];
  for (const ring of new Set(part.map((cell) => cell.ring))) {
    const level = quiet(powers.filter((_, i) => part[i]!.ring === ring));
    if (!(level > 0)) continue;
    const x = (ring + 0.5) * (ring + 0.5) * RING * RING;
    const y = wasm.log(level);
    n++;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/** Logarithm of what cells near the axes held over what those near the diagonals did: 0 where a floor is round. */
function directions(
  part: readonly Cell[],
  px: number,
  rounding: number,
  wasm: Pick<KernelExports, 'exp' | 'cos' | 'log'>,
): number {
  const powers = before(part, px, rounding, wasm);
  const tan = Math.SQRT2 - 1;
  const nearAxis = ({ x, y }: Cell) => Math.min(x, Math.abs(y)) < tan * Math.max(x, Math.abs(y));
  let [sum, count] = [0, 0];
  for (const ring of new Set(part.map((cell) => cell.ring))) {
    const of = (isAxis: boolean) =>
      powers.filter((_, i) => part[i]!.ring === ring && nearAxis(part[i]!) === isAxis);
    const [axis, diagonal] = [of(true), of(false)];
    if (Math.min(axis.length, diagonal.length) < LEAST_CELLS) continue;
    const [one, other] = [quiet(axis), quiet(diagonal)];
    if (!(one > 0 && other > 0)) continue;
    sum += wasm.log(one / other);
    count++;
  }
  return count > 0 ? sum / count : Infinity;
}
