import type { Frequency } from '../field/frequency.ts';
import type { Quantisation } from '../field/frame.ts';
import { normalBound } from '../fit/normal-bound.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** Points across a disc's diameter at which its spectrum is taken. */
const POINTS = 17;

/** Variances (counts²) of white noise. */
export interface RoundingNoise {
  readonly all: number;
  /** of coefficients that were not rounded to nothing: the frame scatters by it, while what the others held is gone */
  readonly seen: number;
}

/** Sizes at which a normal coefficient is looked at, from 0 on: so many in a step, and so many steps. */
const IN_A_STEP = 64;
const STEPS = 4;

/**
 * Variance (counts²) of the white noise that would put as much into a filter around `centre` as the rounding of a lossy file
 * does: of large coefficients q²/12, of those that are mostly rounded to nothing less, all that they were. How large they are is
 * told by how many were not. The power of a cosine of a block at a frequency is that of its own transform.
 * @param radius cycles/px
 * @param kept of each coefficient, the share that was not rounded to nothing, neither 0 nor 1
 */
export function quantisationNoise(
  kernels: Kernels,
  { side, steps }: Quantisation,
  centre: Frequency,
  radius: number,
  kept: readonly number[],
): RoundingNoise {
  const at = (k: number) => radius * ((2 * (k + 0.5)) / POINTS - 1);
  const powers = (frequency: number) =>
    Array.from({ length: POINTS }, (_, k) => cosinePowers(kernels, side, frequency + at(k)));
  const [alongX, alongY] = [powers(centre.x), powers(centre.y)];
  const lost = kept.map((share) => lostOf(kernels, share));
  let [all, seen, count] = [0, 0, 0];
  for (let j = 0; j < POINTS; j++)
    for (let i = 0; i < POINTS; i++) {
      if (at(i) * at(i) + at(j) * at(j) > radius * radius) continue;
      count++;
      for (let v = 0; v < side; v++)
        for (let u = 0; u < side; u++) {
          const k = v * side + u;
          const power = steps[k]! * steps[k]! * alongX[i]![u]! * alongY[j]![v]!;
          all += lost[k]!.all * power;
          seen += lost[k]!.seen * power;
        }
    }
  const places = count * side * side;
  return { all: all / places, seen: seen / places };
}

/** Mean square of what rounding changes in normal coefficients, of which such a share is not rounded to nothing, over q². */
function lostOf(kernels: Kernels, kept: number): RoundingNoise {
  const bound = normalBound(kernels, kept);
  let [gone, seen, weights] = [0, 0, 0];
  for (let k = 0; k < STEPS * IN_A_STEP; k++) {
    const size = (k + 0.5) / IN_A_STEP;
    const deviates = 2 * bound * size;
    const weight = kernels.wasm.exp(-0.5 * deviates * deviates);
    const off = size - Math.round(size);
    if (size < 0.5) gone += weight * off * off;
    else seen += weight * off * off;
    weights += weight;
  }
  return { all: (gone + seen) / weights, seen: seen / weights };
}

/** |transform|² at a frequency of each of the orthonormal cosines of a block; their sum is the block's side. */
function cosinePowers(kernels: Kernels, side: number, frequency: number): Float64Array {
  const { cos, sin } = kernels.wasm;
  return Float64Array.from({ length: side }, (_, u) => {
    const scale = Math.sqrt((u === 0 ? 1 : 2) / side);
    let [re, im] = [0, 0];
    for (let x = 0; x < side; x++) {
      const value = scale * cos(((2 * x + 1) * u * Math.PI) / (2 * side));
      const angle = 2 * Math.PI * frequency * x;
      re += value * cos(angle);
      im -= value * sin(angle);
    }
    return re * re + im * im;
  });
}
