import { solveSymmetric } from '../../fit/solve.ts';
import type { KernelExports } from '../../kernel/exports.ts';
import { legendreDerivatives, legendreTerms, legendreValues } from '../../phase/legendre.ts';
import type { MeasuredLight } from '../model/measured.ts';

type Means = Pick<KernelExports, 'atan2' | 'sin' | 'cos'>;
type Frame = { readonly rows: number; readonly cols: number };

/** Tiles each way: light that bends by half a turn from one to the next is not looked for. */
const TILES = 24;
const DEGREE = 2;

/**
 * The phase of degree 2 that light has all over a frame: what each place of it turns by from one cell to the next, weighed by how
 * much light there is. Edges of parts turn it as much one way as the other. For targets with an opaque ground, which leave
 * nothing between them to read a background in.
 * @returns in the order of `legendreTerms`, with x and y from −1 to 1 over the frame; null: nothing is lit
 */
function meanBend(measured: MeasuredLight, frame: Frame, { atan2 }: Means): Float64Array | null {
  const { rows, cols, cell } = measured;
  const terms = legendreTerms(DEGREE);
  const count = terms.length - 1;
  const matrix = new Float64Array(count * count);
  const right = new Float64Array(count);
  const tile = Math.max(2, Math.ceil(Math.max(rows, cols) / TILES));
  for (let top = 0; top < rows; top += tile)
    for (let left = 0; left < cols; left += tile) {
      const x = centre(left, tile, cols, frame.cols / cell);
      const y = centre(top, tile, rows, frame.rows / cell);
      for (const lag of [1, cols]) {
        const turn = turnIn(measured, { top, left, tile }, lag);
        const weight = Math.sqrt(turn.re * turn.re + turn.im * turn.im);
        const angle = atan2(turn.im, turn.re);
        const step = (2 * cell) / (lag === 1 ? frame.cols : frame.rows);
        const slopes = slopesAt(x, y, lag === 1).map((slope) => slope * step);
        slopes.forEach((own, k) => {
          right[k]! += weight * own * angle;
          slopes.forEach((other, l) => (matrix[k * count + l]! += weight * own * other));
        });
      }
    }
  const found = solveSymmetric(matrix, right);
  return found && Float64Array.of(0, ...found);
}

/** From −1 to 1 over the frame: the middle of a tile’s cells. */
function centre(from: number, tile: number, cells: number, whole: number): number {
  return (from + Math.min(cells, from + tile)) / whole - 1;
}

/** What every term but the constant turns by for a step along x or y. */
function slopesAt(x: number, y: number, alongX: boolean): number[] {
  const [px, py] = [legendreValues(x, DEGREE), legendreValues(y, DEGREE)];
  const [dx, dy] = [legendreDerivatives(x, DEGREE), legendreDerivatives(y, DEGREE)];
  return legendreTerms(DEGREE)
    .slice(1)
    .map(({ a, b }) => (alongX ? py[a]! * dx[b]! : dy[a]! * px[b]!));
}

/** Sum of what neighbours differ by, as products with the conjugate. */
function turnIn(
  { rows, cols, re, im, weight }: MeasuredLight,
  { top, left, tile }: { readonly top: number; readonly left: number; readonly tile: number },
  lag: number,
) {
  const sum = { re: 0, im: 0 };
  const [lastRow, lastCol] = lag === 1 ? [rows, cols - 1] : [rows - 1, cols];
  for (let row = top; row < Math.min(lastRow, top + tile); row += 1)
    for (let col = left; col < Math.min(lastCol, left + tile); col += 1) {
      const i = row * cols + col;
      if (weight[i] === 0 || weight[i + lag] === 0) continue;
      sum.re += re[i]! * re[i + lag]! + im![i]! * im![i + lag]!;
      sum.im += re[i]! * im![i + lag]! - im![i]! * re[i + lag]!;
    }
  return sum;
}

/** Less such a phase. */
export function unbent(
  measured: MeasuredLight,
  phase: Float64Array,
  frame: Frame,
  { sin, cos }: Means,
): MeasuredLight {
  const { rows, cols, cell, re, im } = measured;
  const out = { ...measured, re: new Float64Array(re.length), im: new Float64Array(re.length) };
  const terms = legendreTerms(DEGREE);
  const across = Array.from({ length: cols }, (_, col) =>
    legendreValues((2 * (col + 0.5) * cell) / frame.cols - 1, DEGREE),
  );
  for (let row = 0, i = 0; row < rows; row += 1) {
    const py = legendreValues((2 * (row + 0.5) * cell) / frame.rows - 1, DEGREE);
    for (let col = 0; col < cols; col += 1, i += 1) {
      const px = across[col]!;
      const angle = terms.reduce((sum, { a, b }, k) => sum + phase[k]! * py[a]! * px[b]!, 0);
      const [c, s] = [cos(angle), sin(angle)];
      out.re[i] = re[i]! * c + im![i]! * s;
      out.im[i] = im![i]! * c - re[i]! * s;
    }
  }
  return out;
}

/** Such a phase where taking it out leaves twice as much light straight on; else null. */
export function bendWorthTaking(measured: MeasuredLight, frame: Frame, wasm: Means): Float64Array | null {
  const bend = meanBend(measured, frame, wasm);
  if (!bend) return null;
  return goesStraightOn(unbent(measured, bend, frame, wasm)) > 2 * goesStraightOn(measured) ? bend : null;
}

/** Share of light that goes straight on. */
function goesStraightOn({ re, im, weight }: MeasuredLight): number {
  let [x, y, all, count] = [0, 0, 0, 0];
  for (let i = 0; i < re.length; i += 1) {
    if (weight[i] === 0) continue;
    x += re[i]!;
    y += im![i]!;
    all += re[i]! * re[i]! + im![i]! * im![i]!;
    count += 1;
  }
  return all > 0 ? (x * x + y * y) / (all * count) : 0;
}
