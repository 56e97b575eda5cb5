import type { Kernels } from '../kernel/kernels.ts';
import type { DegreeSettings } from './background-settings.ts';

/** Which patch of the frame each tile belongs to. */
export interface Patches {
  readonly of: Uint8Array;
  readonly settings: DegreeSettings;
}

/** What one surface leaves of the tiles' phases. */
export interface Levelled {
  /** rad, how far each tile's phase is from its own level by the fit without its patch */
  readonly leftOut: Float64Array;
  /** rad, of each tile; and how surely it belongs there, 0 where its phase is rarer than chance */
  readonly levels: Float64Array;
  readonly belongs: Float64Array;
}

/**
 * How likely each tile's phase is where its patch was left out, as a logarithm: levels are normal with one scale, each as
 * frequent as it holds tiles, and what belongs to none is anywhere. So a surface that smears one level into many
 * gains nothing by it.
 * @param judged 0 leaves a tile out; its score is 0
 */
export function scoreOf(
  { wasm }: Kernels,
  { leftOut, levels, belongs }: Levelled,
  judged: Float64Array,
  scale: number,
): Float64Array {
  const held = new Map<number, number>();
  let [count, lost] = [0, 0];
  for (let t = 0; t < judged.length; t++) {
    if (judged[t] === 0) continue;
    count++;
    lost += 1 - belongs[t]!;
    held.set(levels[t]!, (held.get(levels[t]!) ?? 0) + belongs[t]!);
  }
  const anywhere = (Math.max(1, lost) / count) * (scale / Math.sqrt(2 * Math.PI));
  const scores = new Float64Array(leftOut.length);
  for (let t = 0; t < scores.length; t++) {
    if (judged[t] === 0) continue;
    const far = leftOut[t]! / scale;
    const share = belongs[t]! > 0 ? (held.get(levels[t]!) ?? 0) / count : 0;
    scores[t] = wasm.log(share * wasm.exp(-0.5 * far * far) + anywhere);
  }
  return scores;
}

export interface Gain {
  /** nats per tile */
  readonly mean: number;
  readonly count: number;
  readonly standardErrors: number;
}

/** By how much one fit predicts better than another, and how surely by how the patches differ in it. */
export function gainOf(
  one: Float64Array,
  other: Float64Array,
  weight: Float64Array,
  { of, settings }: Patches,
): Gain {
  const patches = settings.patches * settings.patches;
  const [sums, counts] = [new Float64Array(patches), new Float64Array(patches)];
  let sum = 0;
  let count = 0;
  for (let t = 0; t < weight.length; t++) {
    if (weight[t] === 0) continue;
    const more = one[t]! - other[t]!;
    sums[of[t]!]! += more;
    counts[of[t]!]! += 1;
    sum += more;
    count++;
  }
  const mean = sum / Math.max(1, count);
  const scatter = sums.reduce(
    (total, own, k) => total + (own - mean * counts[k]!) * (own - mean * counts[k]!),
    0,
  );
  const error = Math.sqrt((scatter * patches) / (patches - 1)) / Math.max(1, count);
  return { mean, count, standardErrors: mean / (error + 1e-12) };
}

/** Beyond what differs between the patches, and beyond what half a square fluctuates by in the mean over all tiles. */
export function isBetter({ mean, count, standardErrors }: Gain, least: DegreeSettings): boolean {
  return (
    standardErrors > least.standardErrors && mean * Math.sqrt(count) > least.evidence.clear * Math.SQRT1_2
  );
}
