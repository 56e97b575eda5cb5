import type { Kernels } from '../kernel/kernels.ts';
import type { DegreeSettings } from './background-settings.ts';
import { remaining, type SmoothPhaseProblem } from './minimum-entropy.ts';
import { levelsOf, phaseDensity } from './phase-density.ts';
import { wrapAngle } from './tiles.ts';

/** Mean shifts to the top of a peak, and rad after which no further one is worth it. */
const MOST_SHIFTS = 100;
const ARRIVED = 1e-5;

/**
 * How far the background lies from the fine level at 0, rad. Fringes of a reflection gather at both of their ends: where the coarse level
 * that 0 belongs to holds several fine ones of about as many tiles, none of them is the background's, but what lies amid all.
 * @param coefficients of a surface that leaves the fine level at 0
 * @param bandwidth rad, that of the fine levels
 */
export function amidLevels(
  kernels: Kernels,
  problem: SmoothPhaseProblem,
  coefficients: Float64Array,
  bandwidth: number,
  { finest, rivalLevel }: DegreeSettings,
): number {
  const used = [...problem.weight.keys()].filter((t) => problem.weight[t]! > 0);
  const all = remaining(problem, coefficients);
  const rest = Float64Array.from(used, (t) => all[t]!);
  const even = new Float64Array(rest.length).fill(1);
  const levels = (width: number) => levelsOf(phaseDensity(kernels, rest, even, width).density, rest).at;
  const [coarse, fine] = [levels(finest), levels(bandwidth)];
  const own = rest.reduce((best, r, n) => (Math.abs(r) < Math.abs(rest[best]!) ? n : best), 0);
  const held = new Map<number, number>();
  fine.forEach((level, n) => {
    if (coarse[n] === coarse[own]) held.set(level, (held.get(level) ?? 0) + 1);
  });
  const [most = 0, next = 0] = [...held.values()].toSorted((a, b) => b - a);
  return next < rivalLevel * most ? 0 : topFrom0(kernels, rest, finest);
}

/** rad, the top of the density's peak that 0 lies on. */
function topFrom0({ wasm }: Kernels, rest: Float64Array, bandwidth: number): number {
  let top = 0;
  for (let k = 0; k < MOST_SHIFTS; k++) {
    let [sum, weight] = [0, 0];
    for (const r of rest) {
      const far = wrapAngle(r - top);
      const near = wasm.exp((-0.5 * far * far) / (bandwidth * bandwidth));
      sum += near * far;
      weight += near;
    }
    const shift = sum / weight;
    top += shift;
    if (Math.abs(shift) < ARRIVED) break;
  }
  return top;
}
