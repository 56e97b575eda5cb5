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
  const classOf = Int32Array.from(
    rest,
    (r) => Math.floor(((r + Math.PI) / (2 * Math.PI)) * classes) % classes,
  );
  const members = membersOf(of, weight, settings.patches * settings.patches);
  const all = smoothed(members.flat(), classOf, classes, bell);
  const total = members.reduce((sum, { length }) => sum + length, 0);
  const scores = new Float64Array(rest.length);
  for (const own of members) {
    const mine = smoothed(own, classOf, classes, bell);
    const share = ((1 - anywhere) * unit) / Math.max(1, total - own.length);
    for (const t of own) {
      const others = Math.max(0, all[classOf[t]!]! - mine[classOf[t]!]!);
      scores[t] = wasm.log(share * others + anywhere / (2 * Math.PI));
    }
  }
  return scores;
}

function membersOf(of: Uint8Array, weight: Float64Array, patches: number): number[][] {
  const members: number[][] = Array.from({ length: patches }, () => []);
  for (let t = 0; t < of.length; t++) if (weight[t]! > 0) members[of[t]!]!.push(t);
  return members;
}

/** How many of some places lie near each class. */
function smoothed(
  places: readonly number[],
  classOf: Int32Array,
  classes: number,
  bell: Float64Array,
): Float64Array {
  const counts = new Int32Array(classes);
  for (const t of places) counts[classOf[t]!]! += 1;
  const reach = bell.length >> 1;
  const near = new Float64Array(classes);
  for (let c = 0; c < classes; c++) {
    if (counts[c] === 0) continue;
    for (let m = 0; m < bell.length; m++) near[(c + m - reach + classes) % classes]! += counts[c]! * bell[m]!;
  }
  return near;
}
