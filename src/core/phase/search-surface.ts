import type { Kernels } from '../kernel/kernels.ts';
import type { SmoothPhaseProblem } from './minimum-entropy.ts';
import { wrapAngle } from './tiles.ts';

/** How far, and how closely, terms are searched. */
interface SurfaceSearch {
  /** rad, that a term may be off to either side */
  readonly reach: number;
  /** rad, standard deviation of the density that is to be sharp; terms go in steps of twice as much */
  readonly bandwidth: number;
  /** share of the phases that may be anywhere */
  readonly anywhere: number;
}

/** Classes per bandwidth, and bandwidths after which the Gaussian is taken for 0. */
const FINENESS = 2;
const REACH = 4;
/** Places that are looked at, at most: with four times as many the error of no case changes by more than a thousandth. */
const PLACES = 1024;

/**
 * The terms around a start at which the phases that are left gather most closely: both tilts in all their combinations, then
 * one term after the other. Steps from coarse bandwidths to fine ones end where a sample to one side has drawn
 * the coarse ones, and from there no step leads back; so this looks further away.
 * @returns coefficients for a fit to begin at; the constant is that of the start
 */
export function searchSurface(
  kernels: Kernels,
  problem: SmoothPhaseProblem,
  start: Float64Array,
  search: SurfaceSearch,
): Float64Array {
  const found = Float64Array.from(start);
  const { terms } = problem;
  const sharpness = new Sharpness(kernels, problem, start, search);
  const steps = Math.round(search.reach / (2 * search.bandwidth));
  const offsets = Array.from({ length: 2 * steps + 1 }, (_, k) => 2 * search.bandwidth * (k - steps));
  const best = (at: (offset: number) => number) => {
    let [offset, most] = [0, at(0)];
    for (const one of offsets) {
      const sharp = at(one);
      if (sharp > most) [offset, most] = [one, sharp];
    }
    return { offset, most };
  };
  const take = (term: number, offset: number) => {
    found[term]! += offset;
    sharpness.move(term, offset);
  };
  let [tilt, most] = [0, sharpness.at(1, 0)];
  for (const offset of offsets) {
    sharpness.move(2, offset);
    const along = best((one) => sharpness.at(1, one));
    if (along.most > most) [tilt, most] = [offset, along.most];
    sharpness.move(2, -offset);
  }
  take(2, tilt);
  for (let term = 1; term < terms; term++) take(term, best((one) => sharpness.at(term, one)).offset);
  return found;
}

/** Logarithm of the density at the phases that a surface leaves, summed up. */
class Sharpness {
  readonly #kernels: Kernels;
  readonly #columns: readonly Float64Array[];
  readonly #rest: Float64Array;
  readonly #counts: Int32Array;
  readonly #bell: Float64Array;
  /** what lies anywhere adds this to the number of phases near another */
  readonly #least: number;

  constructor(
    kernels: Kernels,
    { design, terms, phases, weight }: SmoothPhaseProblem,
    start: Float64Array,
    { bandwidth, anywhere }: SurfaceSearch,
  ) {
    const used = [...weight.keys()].filter((t) => weight[t]! > 0);
    const every = Math.max(1, Math.ceil(used.length / PLACES));
    const some = used.filter((_, k) => k % every === 0);
    this.#kernels = kernels;
    this.#columns = Array.from({ length: terms }, (_, k) =>
      Float64Array.from(some, (t) => design[t * terms + k]!),
    );
    this.#rest = Float64Array.from(some, (t, n) => {
      const taken = this.#columns.reduce((sum, column, k) => sum + column[n]! * start[k]!, 0);
      return wrapAngle(phases[t]! - taken);
    });
    this.#counts = new Int32Array(Math.ceil((2 * Math.PI * FINENESS) / bandwidth));
    this.#bell = Float64Array.from({ length: 2 * FINENESS * REACH + 1 }, (_, k) => {
      const far = k / FINENESS - REACH;
      return kernels.wasm.exp(-0.5 * far * far);
    });
    this.#least = (anywhere * some.length * bandwidth) / Math.sqrt(2 * Math.PI);
  }

  move(term: number, offset: number): void {
    const column = this.#columns[term]!;
    for (let n = 0; n < column.length; n++) this.#rest[n]! -= offset * column[n]!;
  }

  at(term: number, offset: number): number {
    const [column, rest, counts, bell] = [this.#columns[term]!, this.#rest, this.#counts, this.#bell];
    const classes = counts.length;
    counts.fill(0);
    for (let n = 0; n < rest.length; n++) {
      const turns = (rest[n]! - offset * column[n]!) / (2 * Math.PI);
      counts[Math.floor((turns - Math.floor(turns)) * classes) % classes]! += 1;
    }
    let sum = 0;
    for (let c = 0; c < classes; c++) {
      if (counts[c] === 0) continue;
      let near = this.#least;
      for (let m = 0, k = c - (bell.length >> 1) + classes; m < bell.length; m++, k++)
        near += bell[m]! * counts[k % classes]!;
      sum += counts[c]! * this.#kernels.wasm.log(near);
    }
    return sum;
  }
}
