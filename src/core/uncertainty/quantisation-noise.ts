import type { Frequency } from '../field/frequency.ts';
import type { Quantisation } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** Points across a disc's diameter at which its spectrum is taken. */
const POINTS = 17;

/** Variances (counts²) of white noise. */
export interface RoundingNoise {
  readonly all: number;
  /** of coefficients that were not rounded to nothing: the frame scatters by it, while what the others held is gone */
  readonly seen: number;
}

/**
 * Variance (counts²) of the white noise that would put as much into a filter around `centre` as the rounding of a lossy file
 * does. A coefficient that was rounded to steps q is off by anything up to q/2 to either side: q²/12; one that was rounded to
 * nothing, by less than a step as well. The power of a cosine of a block at a frequency is that of its own transform.
 * @param radius cycles/px
 * @param kept of each coefficient, the share that was not rounded to nothing
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
  let [all, seen, count] = [0, 0, 0];
  for (let j = 0; j < POINTS; j++)
    for (let i = 0; i < POINTS; i++) {
      if (at(i) * at(i) + at(j) * at(j) > radius * radius) continue;
      count++;
      for (let v = 0; v < side; v++)
        for (let u = 0; u < side; u++) {
          const k = v * side + u;
          const variance = (steps[k]! * steps[k]! * alongX[i]![u]! * alongY[j]![v]!) / 12;
          all += variance;
          seen += kept[k]! * variance;
        }
    }
  const places = count * side * side;
  return { all: all / places, seen: seen / places };
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
