import type { Kernels } from '../kernel/kernels.ts';

/** Classes of a turn; a quarter of the narrowest bandwidth in use. */
const CLASSES = 256;
const STEP = (2 * Math.PI) / CLASSES;
/** Bandwidths after which the Gaussian is taken for 0. */
const REACH = 4;

/** How often each phase occurs: a density over the circle, smoothed with a Gaussian. */
export interface PhaseDensity {
  /** per rad, at the classes' centres */
  readonly density: Float64Array;
  /** rad by which each phase moves to the mean of its neighbourhood: bandwidth² times the slope of the log density */
  readonly shift: Float64Array;
}

/** Density of phases that know nothing of each other, per rad: rarer ones than chance say nothing of a background. */
export const CHANCE = 1 / (2 * Math.PI);

/**
 * Kernel estimate of the density of weighted phases and its mean shift (Comaniciu & Meer, doi:10.1109/34.1000236).
 * @param phases rad, in [−π, π]
 * @param bandwidth rad, standard deviation of the Gaussian
 */
export function phaseDensity(
  kernels: Kernels,
  phases: Float64Array,
  weight: Float64Array,
  bandwidth: number,
): PhaseDensity {
  const counts = new Float64Array(CLASSES);
  let total = 0;
  for (let t = 0; t < phases.length; t++) {
    if (weight[t] === 0) continue;
    counts[classOf(phases[t]!)]! += weight[t]!;
    total += weight[t]!;
  }
  const reach = Math.min(CLASSES >> 1, Math.ceil((REACH * bandwidth) / STEP));
  const bell = Float64Array.from({ length: 2 * reach + 1 }, (_, k) => {
    const far = ((k - reach) * STEP) / bandwidth;
    return kernels.run.exp(-0.5 * far * far);
  });
  const sum = bell.reduce((a, b) => a + b, 0);
  const density = new Float64Array(CLASSES);
  const shift = new Float64Array(CLASSES);
  for (let k = 0; k < CLASSES; k++) {
    let near = 0;
    let moment = 0;
    for (let d = -reach; d <= reach; d++) {
      const n = bell[d + reach]! * counts[(k + d + CLASSES) % CLASSES]!;
      near += n;
      moment += n * d;
    }
    density[k] = near / (sum * STEP * total + 1e-300);
    shift[k] = near > 0 ? (STEP * moment) / near : 0;
  }
  return { density, shift };
}

function classOf(phase: number): number {
  return (Math.floor((phase + Math.PI) / STEP) + CLASSES) % CLASSES;
}

/** A table of {@link PhaseDensity} at a phase, between classes on a line. */
export function atPhase(table: Float64Array, phase: number): number {
  const at = (phase + Math.PI) / STEP - 0.5;
  const low = Math.floor(at);
  const share = at - low;
  const a = table[(low + CLASSES) % CLASSES]!;
  return a + share * (table[(low + 1 + CLASSES) % CLASSES]! - a);
}

/** The most frequent phase and how far the peak around it reaches, rad: until chance is denser, or another peak begins. */
export function mainPeak(density: Float64Array): {
  readonly at: number;
  readonly below: number;
  readonly above: number;
} {
  const top = density.indexOf(Math.max(...density));
  const least = Math.min(CHANCE, 0.5 * density[top]!);
  const walk = (by: 1 | -1) => {
    let steps = 0;
    let here = density[top]!;
    while (steps < CLASSES >> 1) {
      const next = density[(top + by * (steps + 1) + CLASSES) % CLASSES]!;
      if (next > here || next < least) break;
      here = next;
      steps++;
    }
    return steps * STEP;
  };
  return { at: (top + 0.5) * STEP - Math.PI, below: walk(-1), above: walk(1) };
}
