import { curveAt, type VarianceCurve } from './variance-curve.ts';

/** What a pixel says of the phase of its fringe, a mean over the fringe: Fisher information, 1/rad². */
export interface FringeInformation {
  /** where pixels count with the reciprocal of their variance */
  readonly weighed: number;
  /** where all count alike, as for linear demodulation */
  readonly alike: number;
  /** that of the Poisson noise that has the mean variance: no less can be had than it leaves */
  readonly most: number;
}

/** Phases along half of a fringe, whose other half is its mirror image. */
const PHASES = 8;

/** cos and sin² at the middles of even parts of half a turn. */
export function fringePhases(cos: (angle: number) => number): readonly { cos: number; sin2: number }[] {
  return Array.from({ length: PHASES }, (_, k) => {
    const c = cos((Math.PI * (k + 0.5)) / PHASES);
    return { cos: c, sin2: 1 - c * c };
  });
}

/**
 * Of fringes light + 2 modulus cos θ whose pixels have the variance of a curve (counts²).
 * @param modulus of the demodulated field, counts
 * @param mostVisibility from which on darker fringes are not counted on
 */
export function fringeInformation(
  light: number,
  modulus: number,
  curve: VarianceCurve,
  leastVariance: number,
  phases: ReturnType<typeof fringePhases>,
  mostVisibility: number,
): FringeInformation {
  const swing = 2 * modulus;
  let weighed = 0;
  let mean = 0;
  for (const { cos, sin2 } of phases) {
    const variance = curveAt(curve, light + swing * cos, leastVariance);
    weighed += (swing * swing * sin2) / variance;
    mean += variance;
  }
  mean /= phases.length;
  const brightness = Math.max(light, swing / mostVisibility, 1e-30);
  const visibility = swing / brightness;
  return {
    weighed: weighed / phases.length,
    alike: (swing * swing) / (2 * mean),
    most: ((brightness * brightness) / mean) * (1 - Math.sqrt(1 - visibility * visibility)),
  };
}
