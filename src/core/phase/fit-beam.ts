import { medianInPlace } from '../fit/median.ts';
import { fitRobustly } from '../fit/robust.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { legendreDesign, legendreTerms } from './legendre.ts';
import { projectOnLegendre, type LegendreSeries } from './legendre-projection.ts';
import { evaluateSeries } from './smooth-series.ts';
import { valuesOf } from './surface-values.ts';
import type { Tiles } from './tiles.ts';

/** Of the logarithm of a Gaussian beam, and of what a short coherence leaves of fringes, in x and y. */
const BEAM_DEGREE = 2;
/** Of the series that stands for a beam: within 0.1 % of one that falls to 1/20,000 across the field, wherever it is above 1/20. */
const SERIES_DEGREE = 16;

/** A Gaussian beam that was fitted to the modulus of a field. */
export interface Beam {
  /** the logarithm of the modulus, as a series of degree 2 */
  readonly logarithm: Float64Array;
  /** robust standard deviation of the tiles' modulus about it, in its unit */
  readonly scale: number;
}

/**
 * A Gaussian beam through the tiles' modulus.
 * @param used 1 for tiles of the background, else 0
 * @returns null where too few tiles are used to fix one
 */
export function fitBeam(kernels: Kernels, tiles: Tiles, used: Float64Array): Beam | null {
  const { wasm } = kernels;
  const modulus = tiles.modulus.filter((_, t) => used[t]! > 0);
  if (modulus.length === 0) return null;
  const middle = medianInPlace(modulus);
  // noise moves the logarithm of what is dark the more
  const prior = tiles.modulus.map((one, t) => used[t]! * Math.min(1, (one / middle) * (one / middle)));
  const observed = tiles.modulus.map((one, t) => (prior[t]! > 0 ? wasm.log(one) : 0));
  const design = legendreDesign(tiles, BEAM_DEGREE);
  const terms = legendreTerms(BEAM_DEGREE).length;
  const fit = fitRobustly(kernels, design, observed, terms, { prior });
  if (!fit) return null;
  const { coefficients: logarithm } = fit;
  const left = leftOf(wasm, tiles.modulus, valuesOf(design, logarithm), used);
  return { logarithm, scale: 1.4826 * medianInPlace(left) };
}

/** How far a beam's modulus is from that of the tiles that are used. */
function leftOf(
  { exp }: Kernels['wasm'],
  modulus: Float64Array,
  logarithm: Float64Array,
  used: Float64Array,
): Float64Array {
  const left = new Float64Array(modulus.length);
  let count = 0;
  for (let t = 0; t < left.length; t++)
    if (used[t]! > 0) left[count++] = Math.abs(modulus[t]! - exp(logarithm[t]!));
  return left.subarray(0, count);
}

/** A beam as a Legendre series of the modulus itself. */
export function seriesOfBeam(kernels: Kernels, { logarithm }: Beam): LegendreSeries {
  return projectOnLegendre(kernels, SERIES_DEGREE, (along) =>
    Array.from(along, (y) =>
      Array.from(along, (x) => kernels.wasm.exp(evaluateSeries(logarithm, BEAM_DEGREE, x, y))),
    ).flat(),
  );
}
