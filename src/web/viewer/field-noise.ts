/** What is known of a field's noise: one standard deviation, and where it is not known. */
export interface FieldNoise {
  /** of the real and of the imaginary part alike, so of the amplitude too; NaN where it is not known */
  readonly here: (index: number) => number;
  /** the same after propagation over which light spreads sideways by so many samples; NaN also near the borders */
  readonly spread: (x: number, y: number) => (index: number) => number;
}

/** rad: with more noise than this a phase and its phasor no longer tell of each other by a factor */
export const LINEAR_RAD = 0.3;
/** samples per cycle of the filter's rim by which a border is felt beyond the spread of light */
const CYCLES = 1;

/**
 * The noise of an off-axis field by way of its phase's. Camera noise that a filter passes beside the zero order has
 * no preferred direction in the complex plane, so a phasor much longer than its noise has σ_amplitude = A σ_phase
 * (the same noise across it makes the phase's, see src/core/uncertainty/phase-sigma.ts).
 *
 * Propagation is unitary within the band: the sum of the variance stays, and light from one sample spreads over a disc of
 * radius λ |z| f, f being the filter's radius. So the variance at a distance is the mean over that disc, as long as noise
 * of different samples hangs together over less than the disc, and the disc lies within the frame. A square of the same
 * area stands for the disc here; variance changes slowly over the frame.
 * @param amplitude relative to the background, rows × cols
 * @param phaseSigma rad, of the phase of the field
 * @param cycle samples per cycle of the filter's rim
 */
export function noiseOfField(
  amplitude: Float32Array,
  phaseSigma: (index: number) => number,
  size: { readonly rows: number; readonly cols: number },
  cycle: { readonly x: number; readonly y: number },
): FieldNoise {
  const { rows, cols } = size;
  const here = (index: number) => {
    const sigma = phaseSigma(index);
    return sigma < LINEAR_RAD ? amplitude[index]! * sigma : NaN;
  };
  let tables: Tables | null = null;
  const spread = (x: number, y: number) => (index: number) => {
    if (x === 0 && y === 0) return here(index);
    const [row, col] = [Math.floor(index / cols), index % cols];
    const [marginX, marginY] = [Math.ceil(x + CYCLES * cycle.x), Math.ceil(y + CYCLES * cycle.y)];
    const inside = col >= marginX && row >= marginY && col < cols - marginX && row < rows - marginY;
    if (!inside) return NaN;
    tables ??= tablesOf(here, rows, cols);
    // the side of a square as large as a disc
    const half = (radius: number) => Math.round((radius * SQUARE) / 2 / tables!.stride);
    const at = (place: number) => Math.floor(place / tables!.stride);
    return Math.sqrt(meanAround(tables, at(row), at(col), half(y), half(x)));
  };
  return { here, spread };
}

const SQUARE = Math.sqrt(Math.PI);

/** As many pixels are looked at for the sums: variance changes slowly, and the page must not stand still for them. */
const MOST_LOOKED_AT = 400_000;

/** Sums from the upper left corner over every `stride`th row and column, with one of zeros before them. */
interface Tables {
  readonly stride: number;
  readonly rows: number;
  readonly variance: Float64Array;
  readonly count: Float64Array;
  readonly pitch: number;
}

function tablesOf(sigma: (index: number) => number, rows: number, cols: number): Tables {
  const stride = Math.ceil(Math.sqrt((rows * cols) / MOST_LOOKED_AT));
  const [height, width] = [Math.ceil(rows / stride), Math.ceil(cols / stride)];
  const pitch = width + 1;
  const variance = new Float64Array((height + 1) * pitch);
  const count = new Float64Array((height + 1) * pitch);
  for (let row = 0; row < height; row++) {
    let [sum, known] = [0, 0];
    for (let col = 0; col < width; col++) {
      const one = sigma(stride * (row * cols + col));
      if (one === one) {
        sum += one * one;
        known++;
      }
      const at = (row + 1) * pitch + col + 1;
      variance[at] = variance[at - pitch]! + sum;
      count[at] = count[at - pitch]! + known;
    }
  }
  return { variance, count, pitch, stride, rows: height };
}

/** NaN where less than half of the square is known. */
function meanAround(
  { variance, count, pitch, rows }: Tables,
  row: number,
  col: number,
  halfRows: number,
  halfCols: number,
): number {
  const within = (place: number, most: number) => Math.min(most, Math.max(0, place));
  const [above, below] = [within(row - halfRows, rows), within(row + halfRows + 1, rows)];
  const [left, right] = [within(col - halfCols, pitch - 1), within(col + halfCols + 1, pitch - 1)];
  const [top, bottom] = [above * pitch, below * pitch];
  const over = (sums: Float64Array) =>
    sums[bottom + right]! - sums[top + right]! - sums[bottom + left]! + sums[top + left]!;
  const known = over(count);
  const all = (below - above) * (right - left);
  return known * 2 < all ? NaN : over(variance) / known;
}
