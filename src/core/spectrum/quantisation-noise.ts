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
 * Variance (counts²) of the white noise that has at a frequency (cycles/px) what the rounding of a lossy file puts there: of large
 * coefficients q²/12, of those that are mostly rounded to nothing less, all that they were. How large they are is told by how many
 * were not. The power of a cosine of a block at a frequency is that of its own transform.
 * @param kept of each coefficient, the share that was not rounded to nothing, neither 0 nor 1
 */
export function roundingSpectrum(
  kernels: Kernels,
  { side, steps }: Quantisation,
  kept: readonly number[],
): (at: Frequency) => RoundingNoise {
  const lost = kept.map((share, k) => {
    const { all, seen } = lostOf(kernels, share);
    const scale = (steps[k]! * steps[k]!) / (side * side);
    return { all: scale * all, seen: scale * seen };
  });
  return (at) => {
    const [alongX, alongY] = [cosinePowers(kernels, side, at.x), cosinePowers(kernels, side, at.y)];
    let [all, seen] = [0, 0];
    for (let v = 0; v < side; v++)
      for (let u = 0; u < side; u++) {
        const power = alongX[u]! * alongY[v]!;
        all += lost[v * side + u]!.all * power;
        seen += lost[v * side + u]!.seen * power;
      }
    return { all, seen };
  };
}

/** The mean of it over a disc. @param radius cycles/px */
export function quantisationNoise(
  kernels: Kernels,
  file: Quantisation,
  centre: Frequency,
  radius: number,
  kept: readonly number[],
): RoundingNoise {
  const spectrum = roundingSpectrum(kernels, file, kept);
  const at = (k: number) => radius * ((2 * (k + 0.5)) / POINTS - 1);
  let [all, seen, count] = [0, 0, 0];
  for (let j = 0; j < POINTS; j++)
    for (let i = 0; i < POINTS; i++) {
      if (at(i) * at(i) + at(j) * at(j) > radius * radius) continue;
      const here = spectrum({ x: centre.x + at(i), y: centre.y + at(j) });
      all += here.all;
      seen += here.seen;
      count++;
    }
  return { all: all / count, seen: seen / count };
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
