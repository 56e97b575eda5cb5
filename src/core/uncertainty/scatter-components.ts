import type { Kernels } from '../kernel/kernels.ts';

/** A part of the scatter with a length of its own. */
export interface ScatterComponent {
  /** rad² */
  readonly variance: number;
  /** where its autocorrelation has fallen to 1/e, samples */
  readonly length: number;
}

/** Variance of block means: what is left of the scatter after averaging over blocks of some size. */
export interface BlockVariance {
  /** samples along the block's side */
  readonly side: number;
  /** rad² */
  readonly variance: number;
}

/** Samples: from grain that neighbours do not share to what spans half a tile; clouds are coarser than most of a tile. */
const GRAINS = [0.5, 0.7, 1, 1.2, 1.5, 1.8, 2.2, 2.7, 3.3, 4];
const CLOUDS = [6, 8, 11, 15, 20, 28, 40, 56, 80];

/**
 * Takes the variances of block means for those of two components with Gaussian autocorrelation, a fine one (speckle) and
 * a coarse one (clouds), and finds what fits best in relative terms. Their sum is the variance of single samples, the first
 * of the blocks.
 */
export function scatterComponents(
  kernels: Kernels,
  blocks: readonly BlockVariance[],
): { readonly grain: ScatterComponent; readonly clouds: ScatterComponent } {
  let least = Infinity;
  let found = { grain: { variance: 0, length: GRAINS[0]! }, clouds: { variance: 0, length: CLOUDS[0]! } };
  const clouds = CLOUDS.map((c) => blocks.map(({ side }) => averaged(kernels, side, c)));
  for (const g of GRAINS) {
    const fine = blocks.map(({ side }) => averaged(kernels, side, g));
    for (const [k, c] of CLOUDS.entries()) {
      const coarse = clouds[k]!;
      const { a, b, misfit } = twoParts(blocks, fine, coarse);
      if (misfit >= least) continue;
      least = misfit;
      found = { grain: { variance: a, length: g }, clouds: { variance: b, length: c } };
    }
  }
  const whole = blocks[0]!.variance / (found.grain.variance + found.clouds.variance);
  return {
    grain: { ...found.grain, variance: whole * found.grain.variance },
    clouds: { ...found.clouds, variance: whole * found.clouds.variance },
  };
}

/** Share of a component's variance that the mean over a square keeps: ∬ exp(−(x−x')²/ℓ²) in both directions. */
function averaged(kernels: Kernels, side: number, length: number): number {
  let sum = side;
  for (let lag = 1; lag < side; lag++)
    sum += 2 * (side - lag) * kernels.wasm.exp(-(lag * lag) / (length * length));
  const line = sum / (side * side);
  return line * line;
}

/** Fits with the weights of the fit before. */
const ROUNDS = 3;

/**
 * Fits a · fine + b · coarse = variance, neither negative, in terms of the sum of both sides: fringes average to next to
 * nothing over blocks of their period, which no sum of bells does, and relative to so little nothing else would count.
 */
function twoParts(
  blocks: readonly BlockVariance[],
  fine: readonly number[],
  coarse: readonly number[],
): { readonly a: number; readonly b: number; readonly misfit: number } {
  let scale = blocks.map(({ variance }) => 2 * variance);
  let fit = { a: 0, b: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    fit = weighted(blocks, fine, coarse, scale);
    scale = blocks.map(({ variance }, k) => variance + fit.a * fine[k]! + fit.b * coarse[k]!);
  }
  const misfit = blocks.reduce((sum, { variance }, k) => {
    const off = (2 * variance) / scale[k]! - 1;
    return sum + off * off;
  }, 0);
  return { ...fit, misfit };
}

/** Least squares with 1 / scale² for weights. */
function weighted(
  blocks: readonly BlockVariance[],
  fine: readonly number[],
  coarse: readonly number[],
  scale: readonly number[],
): { readonly a: number; readonly b: number } {
  let [ff, fc, cc, fv, cv] = [0, 0, 0, 0, 0];
  for (let k = 0; k < blocks.length; k++) {
    const f = fine[k]! / scale[k]!;
    const c = coarse[k]! / scale[k]!;
    const v = blocks[k]!.variance / scale[k]!;
    ff += f * f;
    fc += f * c;
    cc += c * c;
    fv += f * v;
    cv += c * v;
  }
  const det = ff * cc - fc * fc;
  const a = det > 0 ? (fv * cc - cv * fc) / det : 0;
  const b = det > 0 ? (cv * ff - fv * fc) / det : 0;
  if (det > 0 && a >= 0 && b >= 0) return { a, b };
  // what either alone explains of it
  return (fv * fv) / ff > (cv * cv) / cc ? { a: fv / ff, b: 0 } : { a: 0, b: cv / cc };
}
