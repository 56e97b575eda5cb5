import { fitRobustly, type RobustFit } from '../fit/robust.ts';
import { medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** A field's tiles row by row, and which of them hold no sample (1). */
interface TileGrid {
  readonly tilesX: number;
  readonly quiet: Uint8Array;
}

/** Fits with weights of the fit before. */
const ROUNDS = 4;

/**
 * How much light of the sample's edges may reach each tile without a sample, in their order, up to a factor: the power of structure in
 * tiles with a sample over the third power of their distance, as a round pupil's diffraction falls off.
 */
export function reachOfEdges(
  kernels: Kernels,
  power: Float64Array,
  { tilesX, quiet }: TileGrid,
): Float64Array {
  const count = power.length;
  const [targets, sources] = [new Int32Array(count), new Int32Array(count)];
  const strength = new Float64Array(count);
  let [quietCount, sourceCount] = [0, 0];
  for (let t = 0; t < count; t++) {
    if (quiet[t] === 1) targets[quietCount++] = t;
    else if (power[t]! > 0) {
      sources[sourceCount] = t;
      strength[sourceCount++] = power[t]!;
    }
  }
  using scope = kernels.scope();
  const at = {
    ...{ targets: scope.integers(quietCount), sources: scope.integers(sourceCount) },
    ...{ strength: scope.doubles(sourceCount), reach: scope.doubles(quietCount) },
  };
  kernels.integers(at.targets, quietCount).set(targets.subarray(0, quietCount));
  kernels.integers(at.sources, sourceCount).set(sources.subarray(0, sourceCount));
  kernels.doubles(at.strength, sourceCount).set(strength.subarray(0, sourceCount));
  const counts = { quietCount, sourceCount, tilesX, tilesY: Math.ceil(count / tilesX) };
  kernels.wasm.reachOfEdges(at.targets, at.sources, at.strength, at.reach, counts);
  return kernels.doubles(at.reach, quietCount).slice();
}

/**
 * Which share of the scatter in tiles without a sample is not shown to be of edges: what a line through (reach, variance) has
 * where no edge reaches over what it has at the median, and its standard error more; at most 1.
 */
export function shareWithoutEdges(kernels: Kernels, reach: Float64Array, variance: Float64Array): number {
  const usual = medianInPlace(reach.slice());
  if (!(usual > 0)) return 1;
  let [share, error, level] = [1, 0, medianInPlace(variance.slice())];
  for (let round = 0; round < ROUNDS; round++) {
    const [design, relative] = [new Float64Array(2 * reach.length), new Float64Array(reach.length)];
    for (let t = 0; t < reach.length; t++) {
      const weight = 1 / (level * (share + ((1 - share) * reach[t]!) / usual) + 1e-300);
      design[2 * t] = weight;
      design[2 * t + 1] = (weight * reach[t]!) / usual;
      relative[t] = variance[t]! * weight;
    }
    const fit = fitRobustly(kernels, design, relative, 2);
    // edges give light, and take none
    if (!fit || !(fit.coefficients[1]! > 0)) return 1;
    level = fit.coefficients[0]! + fit.coefficients[1]!;
    share = Math.max(0, fit.coefficients[0]! / level);
    error = errorOfFirst(design, fit) / level;
  }
  return Math.min(1, share + error);
}

/** Standard error of the first of two coefficients. */
function errorOfFirst(design: Float64Array, { weight, scale }: RobustFit): number {
  let aa = 0;
  let ab = 0;
  let bb = 0;
  for (let t = 0; t < weight.length; t++) {
    const a = design[2 * t]!;
    const b = design[2 * t + 1]!;
    const w = weight[t]!;
    aa += w * a * a;
    ab += w * a * b;
    bb += w * b * b;
  }
  return scale * Math.sqrt(bb / (aa * bb - ab * ab));
}
