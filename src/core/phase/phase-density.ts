import type { DoublesAt } from '../kernel/addresses.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** Classes of a turn, at least. */
const CLASSES = 256;
/** Classes per bandwidth, at least. */
const FINENESS = 4;
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
  const classes = classesFor(bandwidth);
  using scope = kernels.scope();
  const rows = phases.length;
  const at = {
    phases: scope.doubles(rows),
    weight: scope.doubles(rows),
    density: scope.doubles(classes),
    shift: scope.doubles(classes),
  };
  kernels.doubles(at.phases, rows).set(phases);
  kernels.doubles(at.weight, rows).set(weight);
  densityOf(kernels, at, rows, bandwidth);
  return {
    density: kernels.doubles(at.density, classes).slice(),
    shift: kernels.doubles(at.shift, classes).slice(),
  };
}

/** Phases, their weights and their {@link PhaseDensity}, in the kernels' memory: tables have room for {@link classesFor} the bandwidth. */
export interface DensityPlaces {
  readonly phases: DoublesAt;
  readonly weight: DoublesAt;
  readonly density: DoublesAt;
  readonly shift: DoublesAt;
}

/** {@link phaseDensity} within the kernels' memory. @returns how many classes the tables have */
export function densityOf(
  { wasm }: Kernels,
  { phases, weight, density, shift }: DensityPlaces,
  rows: number,
  bandwidth: number,
): number {
  const classes = classesFor(bandwidth);
  const step = (2 * Math.PI) / classes;
  const reach = Math.min(classes >> 1, Math.ceil((REACH * bandwidth) / step));
  wasm.phaseDensity(phases, weight, density, shift, { rows, bandwidth, classes, reach });
  return classes;
}

/** Classes in powers of two, fine enough for a bandwidth. */
export function classesFor(bandwidth: number): number {
  let classes = CLASSES;
  while ((2 * Math.PI) / classes > bandwidth / FINENESS) classes *= 2;
  return classes;
}

function classOf(phase: number, classes: number): number {
  return (Math.floor((phase + Math.PI) / ((2 * Math.PI) / classes)) + classes) % classes;
}

/** A table of {@link PhaseDensity} at a phase, between classes on a line. */
export function atPhase(table: Float64Array, phase: number): number {
  const classes = table.length;
  const at = (phase + Math.PI) / ((2 * Math.PI) / classes) - 0.5;
  const low = Math.floor(at);
  const share = at - low;
  const a = table[(low + classes) % classes]!;
  return a + share * (table[(low + 1 + classes) % classes]! - a);
}

/** Phases by the peaks of their density. */
export interface Levels {
  /** of each phase, where the density is highest uphill of it, rad */
  readonly at: Float64Array;
  /** of each phase, how surely it belongs there: 0 where it is rarer than chance, 1 near the highest peak's height */
  readonly belongs: Float64Array;
}

/** A phase a quarter as dense as the highest peak belongs wholly to a level. */
const SURELY = 4;

/** Parts phases into the levels that they gather at. */
export function levelsOf(density: Float64Array, phases: Float64Array): Levels {
  const most = Math.max(...density);
  const classes = density.length;
  const step = (2 * Math.PI) / classes;
  const [at, belongs] = [new Float64Array(phases.length), new Float64Array(phases.length)];
  // where each class climbs to, as far as it is known
  const tops = new Int32Array(classes).fill(-1);
  for (let t = 0; t < phases.length; t++) {
    const own = classOf(phases[t]!, classes);
    if (tops[own]! < 0) tops[own] = climb(density, own);
    at[t] = (tops[own]! + 0.5) * step - Math.PI;
    const beyond = density[own]! - CHANCE;
    if (most > CHANCE) belongs[t] = Math.max(0, Math.min(1, (SURELY * beyond) / (most - CHANCE)));
  }
  return { at, belongs };
}

/** The class of the maximum uphill of one. */
function climb(density: Float64Array, from: number): number {
  const classes = density.length;
  let at = from;
  for (;;) {
    const [before, after] = [(at + classes - 1) % classes, (at + 1) % classes];
    const next = density[before]! > density[after]! ? before : after;
    if (!(density[next]! > density[at]!)) return at;
    at = next;
  }
}

/** Where the density is highest uphill of a phase (rad), and how far that peak reaches: until chance is denser, or another begins. */
export function peakAt(
  density: Float64Array,
  phase: number,
): {
  readonly at: number;
  readonly below: number;
  readonly above: number;
} {
  const classes = density.length;
  const step = (2 * Math.PI) / classes;
  const top = climb(density, classOf(phase, classes));
  const least = Math.min(CHANCE, 0.5 * density[top]!);
  const walk = (by: 1 | -1) => {
    let steps = 0;
    let here = density[top]!;
    while (steps < classes >> 1) {
      const next = density[(top + by * (steps + 1) + classes) % classes]!;
      if (next > here || next < least) break;
      here = next;
      steps++;
    }
    return steps * step;
  };
  return { at: (top + 0.5) * step - Math.PI, below: walk(-1), above: walk(1) };
}
