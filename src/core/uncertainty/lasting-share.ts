import type { Kernels } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import type { LastingShare, RealMap } from '../reconstruction/reconstruction.ts';
import { phaseSigma, type NoiseMap } from './phase-sigma.ts';

/** Cells along a side of the map of shares, and samples of one cell along its side. */
const CELLS = 32;
const SAMPLES = 4;
const HUNDREDTHS = 100;

/** Two maps of a result. */
interface Stated {
  /** |u| relative to the background */
  readonly amplitude: RealMap;
  /** rad, all of the phase's uncertainty */
  readonly phase_uncertainty: RealMap;
}

/**
 * Noise, speckle and clouds average out over a region by their correlation lengths. What is known of single places does not: turns
 * that are open, edges, specks, detail that was lost, the doubt about a surface. It is what σ² holds beside the former.
 * @param averages the variances of what averages out
 */
export function lastingShare(kernels: Kernels, stated: Stated, averages: NoiseMap): LastingShare {
  const { rows, cols } = stated.amplitude;
  const side = CELLS * SAMPLES;
  const placesOf = (count: number) =>
    Int32Array.from({ length: side }, (_, k) => Math.floor(((k + 0.5) * count) / side));
  const [down, across] = [placesOf(rows), placesOf(cols)];
  using scope = kernels.scope();
  const [modulus, sigma] = [scope.real(side, side), scope.real(side, side)];
  const sampled = kernels.floats(modulus.ptr, side * modulus.pitch);
  const all = new Float32Array(side * side);
  for (let j = 0; j < side; j++) {
    const from = down[j]! * cols;
    putAt(stated.amplitude.data.subarray(from), across, sampled.subarray(j * modulus.pitch));
    putAt(stated.phase_uncertainty.data.subarray(from), across, all.subarray(j * side));
  }
  phaseSigma(kernels, modulus, sampledAt(averages, down, across, { rows, cols }), sigma);
  return sharesOf(kernels, sigma, all);
}

/** Values of a row at some of its places. */
function putAt(row: Float32Array, places: Int32Array, out: Float32Array): void {
  for (let i = 0; i < places.length; i++) out[i] = row[places[i]!]!;
}

/** The map's noise at some rows and columns of a result that covers its frame. */
function sampledAt(
  noise: NoiseMap,
  down: Int32Array,
  across: Int32Array,
  { rows, cols }: { readonly rows: number; readonly cols: number },
): NoiseMap {
  return {
    ...noise,
    finer: null,
    coarser: { rows, cols, stepY: rows / down.length, stepX: cols / across.length },
    noisierX: Float32Array.from(across, (x) => noise.noisierX[x]!),
    noisierY: Float32Array.from(down, (y) => noise.noisierY[y]!),
  };
}

/** @param averaging σ of what averages out, and `all` of it, in as many samples */
function sharesOf(kernels: Kernels, averaging: RealPlane, all: Float32Array): LastingShare {
  const { ptr, rows, cols, pitch } = averaging;
  const goes = kernels.floats(ptr, rows * pitch);
  const [lasts, whole] = [new Float64Array(CELLS * CELLS), new Float64Array(CELLS * CELLS)];
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < cols; i++) {
      const cell = CELLS * Math.floor(j / SAMPLES) + Math.floor(i / SAMPLES);
      const [one, some] = [all[j * cols + i]!, goes[j * pitch + i]!];
      whole[cell]! += one * one;
      lasts[cell]! += Math.max(0, one * one - some * some);
    }
  const shareOf = (cell: number) => Math.round((HUNDREDTHS * lasts[cell]!) / whole[cell]!) / HUNDREDTHS;
  const values = Array.from(whole, (sum, cell) => (sum > 0 ? shareOf(cell) : 0));
  return { rows: CELLS, cols: CELLS, values };
}
