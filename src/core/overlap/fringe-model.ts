import { fftColumns, fftRows } from '../fft/fft2.ts';
import type { DoublesAt } from '../kernel/addresses.ts';
import { blocksOf, COLS_PER_BLOCK } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { ComplexPlane, RealPlane } from '../kernel/plane.ts';
import { putDisc, takeDisc, type Disc } from './disc.ts';
import { JUDGED_WINDOW, LEAST_WINDOW, type Fringes } from './fringe-grid.ts';

/** Coefficients of both surfaces, r first. */
export const SURFACE_TERMS = 12;
const TERMS = SURFACE_TERMS / 2;
/** ∫P_i² P_j² over the frame, of the terms of a surface: (0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2). */
const NORMS = [1, 1 / 3, 1 / 5, 1 / 3, 1 / 9, 1 / 5];

/** Unknowns: the field's spectrum in its disc (unitary transform), and the coefficients of r and of the rest. */
export interface Unknowns {
  readonly spectrum: Float64Array;
  readonly surfaces: Float64Array;
}

export const unknowns = (count: number): Unknowns => ({
  spectrum: new Float64Array(2 * count),
  surfaces: new Float64Array(SURFACE_TERMS),
});

/** How a pixel's variance follows its intensity, both over their means: offset + slope · λ. */
export interface NoiseLine {
  readonly offset: number;
  readonly slope: number;
  readonly least: number;
}

/** I = |r · (carrier’s conjugate) + o|² + rest around a point of its unknowns, with its adjoint. */
export class FringeModel {
  readonly #kernels: Kernels;
  readonly #fringes: Fringes;
  #disc: Disc;
  readonly #noise: NoiseLine;
  readonly #field: ComplexPlane;
  readonly #wave: ComplexPlane;
  readonly #weights: RealPlane;
  readonly #slopes: RealPlane;
  readonly #surfaces: DoublesAt;
  readonly #sums: DoublesAt;
  readonly #unit: number;
  /** the surfaces' unknowns are their coefficients over these, which makes them weigh as much as the spectrum's */
  #scales = new Float64Array(SURFACE_TERMS).fill(1);

  /** @param scope owns the planes */
  constructor(kernels: Kernels, scope: Scope, fringes: Fringes, disc: Disc, noise: NoiseLine) {
    const { rows, cols } = fringes.data;
    this.#kernels = kernels;
    this.#fringes = fringes;
    this.#disc = disc;
    this.#noise = noise;
    this.#field = scope.complex(rows, cols);
    this.#wave = scope.complex(rows, cols);
    this.#weights = scope.real(rows, cols);
    this.#slopes = scope.real(rows, cols);
    this.#surfaces = scope.doubles(SURFACE_TERMS);
    this.#sums = scope.doubles(16);
    this.#unit = Math.sqrt(rows * cols);
  }

  /**
   * Moves to a point. The surfaces are given as they are.
   * @param gradient filled with half of what the misfit falls by along each unknown
   * @returns Σ e² over the variance, and the pixels in it
   */
  moveTo({ spectrum, surfaces }: Unknowns, gradient: Unknowns): { misfit: number; count: number } {
    const { data, windowX, windowY, tx, ty, fringeShare, ...rest } = this.#fringes;
    const { offset: noiseOffset, slope: noiseSlope, least: leastNoise } = this.#noise;
    const { legendreX, legendreY, tableX, tableY } = rest;
    this.#toField(spectrum);
    this.#kernels.doubles(this.#surfaces, SURFACE_TERMS).set(surfaces);
    this.#kernels.wasm.overlapModel(
      ...([this.#field, this.#wave, data, this.#weights, this.#slopes] as const),
      ...([tx, ty, windowX, windowY, legendreX, legendreY, this.#surfaces, this.#sums] as const),
      {
        ...{ tableX, tableY, noiseOffset, noiseSlope, leastNoise, fringeShare },
        ...{ leastWindow: LEAST_WINDOW, judgedWindow: JUDGED_WINDOW },
      },
    );
    const sums = this.#kernels.doubles(this.#sums, 16).slice();
    const [curvature, weighed] = [sums[14]!, sums[15]!];
    this.#scales = Float64Array.from({ length: SURFACE_TERMS }, (_, k) =>
      Math.sqrt(2 / ((k < TERMS ? curvature : weighed) * NORMS[k % TERMS]!)),
    );
    this.#toSpectrum(gradient.spectrum);
    gradient.surfaces.set(sums.subarray(2, 14).map((sum, k) => sum * this.#scales[k]!));
    return { misfit: sums[0]!, count: sums[1]! };
  }

  get disc(): Disc {
    return this.#disc;
  }

  /** Keeps the field within a smaller disc from now on. */
  restrict(disc: Disc): void {
    this.#disc = disc;
  }

  /** A change's coefficients out of its unknowns. */
  coefficients(surfaces: Float64Array): Float64Array {
    return surfaces.map((value, k) => value * this.#scales[k]!);
  }

  /** out ← JᵀWJ p at the point. @returns pᵀJᵀWJp */
  normal(p: Unknowns, out: Unknowns): number {
    const { legendreX, legendreY, tableX, tableY } = this.#fringes;
    this.#toField(p.spectrum);
    this.#kernels.doubles(this.#surfaces, SURFACE_TERMS).set(this.coefficients(p.surfaces));
    this.#kernels.wasm.overlapNormal(
      ...([this.#field, this.#wave, this.#weights, this.#slopes] as const),
      ...([legendreX, legendreY, this.#surfaces, this.#sums, { tableX, tableY }] as const),
    );
    const sums = this.#kernels.doubles(this.#sums, 13).slice();
    this.#toSpectrum(out.spectrum);
    out.surfaces.set(sums.subarray(1).map((sum, k) => sum * this.#scales[k]!));
    return sums[0]!;
  }

  /** out ← JᵀW n, n being noise of the data, plus 1 */
  probe(noise: RealPlane, out: Unknowns): void {
    const { legendreX, legendreY, tableX, tableY } = this.#fringes;
    this.#kernels.wasm.overlapProbe(
      ...([this.#field, this.#wave, noise, this.#weights, this.#slopes] as const),
      ...([legendreX, legendreY, this.#sums, { tableX, tableY }] as const),
    );
    const sums = this.#kernels.doubles(this.#sums, SURFACE_TERMS).slice();
    this.#toSpectrum(out.spectrum);
    out.surfaces.set(sums.map((sum, k) => sum * this.#scales[k]!));
  }

  #toField(spectrum: Float64Array): void {
    putDisc(this.#kernels, this.#field, this.#disc, this.#unit, spectrum);
    this.#columns(true);
    fftRows(this.#kernels, this.#field, true);
  }

  #toSpectrum(spectrum: Float64Array): void {
    fftRows(this.#kernels, this.#field);
    this.#columns(false);
    takeDisc(this.#kernels, this.#field, this.#disc, 1 / this.#unit, spectrum);
  }

  /** Transforms the columns that the disc has a part in. */
  #columns(inverse: boolean): void {
    const { cols } = this.#field;
    const blocks = blocksOf(cols);
    const low = Math.floor(this.#disc.reach / COLS_PER_BLOCK) + 1;
    const high = Math.floor((cols - this.#disc.reach) / COLS_PER_BLOCK);
    if (high <= low) {
      fftColumns(this.#kernels, this.#field, inverse);
      return;
    }
    fftColumns(this.#kernels, this.#field, inverse, 0, low);
    fftColumns(this.#kernels, this.#field, inverse, high, blocks - high);
  }
}
