import type { Kernels } from '../kernel/kernels.ts';
import type { Patches } from './left-out-score.ts';

/** Classes per bandwidth, and bandwidths after which the Gaussian is taken for 0. */
const FINENESS = 4;
const REACH = 4;

/**
 * How likely each phase is by the density of those outside its own patch, as a logarithm. A bandwidth narrower than what the levels
 * scatter by predicts other patches worse, and a wider one too: so the phases themselves say how fine their levels are.
 * (Likelihood cross-validation: Silverman, Density Estimation, 1986, section 3.4.4.)
 * @param rest rad, in [−π, π]
 * @param weight 0 leaves a place out; its score is 0
 * @param bandwidth rad, standard deviation of the Gaussian
 */
export function heldOutDensity(
  { wasm }: Kernels,
  rest: Float64Array,
  weight: Float64Array,
  { of, settings }: Patches,
  bandwidth: number,
): Float64Array {
  const { anywhere } = settings;
  const classes = Math.ceil((2 * Math.PI * FINENESS) / bandwidth);
  const reach = Math.min(classes >> 1, FINENESS * REACH);
  const bell = Float64Array.from({ length: 2 * reach + 1 }, (_, k) => {
    const far = (k - reach) / FINENESS;
    return wasm.exp(-0.5 * far * far);
  });
  const unit = 1 / bell.reduce((a, b) => a + b, 0) / ((2 * Math.PI) / classes);
  const classOf = new Int32Array(rest.length);
  for (let t = 0; t < rest.length; t++)
    classOf[t] = Math.floor(((rest[t]! + Math.PI) / (2 * Math.PI)) * classes) % classes;
  const patches = settings.patches * settings.patches;
  const [sizes, counts, all] = [
    new Int32Array(patches),
    new Int32Array(patches * classes),
    new Int32Array(classes),
  ];
  for (let t = 0; t < rest.length; t++) {
    if (!(weight[t]! > 0)) continue;
    sizes[of[t]!]!++;
    counts[of[t]! * classes + classOf[t]!]!++;
    all[classOf[t]!]!++;
  }
  const near = smoothed(all, bell);
  const nearby = Array.from(sizes, (_, p) => smoothed(counts.subarray(p * classes, (p + 1) * classes), bell));
  const total = sizes.reduce((a, b) => a + b, 0);
  const scores = new Float64Array(rest.length);
  for (let t = 0; t < rest.length; t++) {
    if (!(weight[t]! > 0)) continue;
    const share = ((1 - anywhere) * unit) / Math.max(1, total - sizes[of[t]!]!);
    const others = Math.max(0, near[classOf[t]!]! - nearby[of[t]!]![classOf[t]!]!);
    scores[t] = wasm.log(share * others + anywhere / (2 * Math.PI));
  }
  return scores;
}

/** How many lie near each class of a circle. */
function smoothed(counts: Int32Array, bell: Float64Array): Float64Array {
  const classes = counts.length;
  const near = new Float64Array(classes);
  for (let c = 0; c < classes; c++)
    if (counts[c]! > 0) addBell(near, (c - (bell.length >> 1) + classes) % classes, counts[c]!, bell);
  return near;
}

function addBell(near: Float64Array, first: number, count: number, bell: Float64Array): void {
  for (let m = 0, at = first; m < bell.length; m++) {
    near[at]! += count * bell[m]!;
    at = at + 1 === near.length ? 0 : at + 1;
  }
}
