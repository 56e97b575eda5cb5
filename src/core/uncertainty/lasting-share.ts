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
  down.forEach((y, j) =>
    across.forEach((x, i) => (sampled[j * modulus.pitch + i] = stated.amplitude.data[y * cols + x]!)),
  );
  phaseSigma(kernels, modulus, sampledAt(averages, down, across, { rows, cols }), sigma);
  const all = (y: number, x: number) => {
    const one = stated.phase_uncertainty.data[y * cols + x]!;
    return one * one;
  };
  return sharesOf(readOut(kernels, sigma), { down, across }, all);
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

function readOut(kernels: Kernels, { ptr, rows, pitch }: RealPlane): (j: number, i: number) => number {
  const values = kernels.floats(ptr, rows * pitch).slice();
  return (j, i) => values[j * pitch + i]!;
}

function sharesOf(
  averaging: (j: number, i: number) => number,
  { down, across }: { readonly down: Int32Array; readonly across: Int32Array },
  all: (y: number, x: number) => number,
): LastingShare {
  const values = Array.from({ length: CELLS * CELLS }, (_, cell) => {
    const [top, left] = [SAMPLES * Math.floor(cell / CELLS), SAMPLES * (cell % CELLS)];
    let [lasts, whole] = [0, 0];
    for (let j = top; j < top + SAMPLES; j++)
      for (let i = left; i < left + SAMPLES; i++) {
        const total = all(down[j]!, across[i]!);
        const goes = averaging(j, i);
        whole += total;
        lasts += Math.max(0, total - goes * goes);
      }
    return whole > 0 ? Math.round((HUNDREDTHS * lasts) / whole) / HUNDREDTHS : 0;
  });
  return { rows: CELLS, cols: CELLS, values };
}
