import { solveSymmetric } from '../../../fit/solve.ts';
import type { KernelExports } from '../../../kernel/exports.ts';
import type { RingPower } from '../../optics/contrast-spectrum.ts';
import { unforetold } from './own-rings.ts';
import type { RingSettings } from './ring-settings.ts';

/** How well rings of vanishing contrast at one distance fit. */
export interface RingFit {
  /**
   * negative logarithm of the likelihood, up to a constant: of powers that scatter by no less than chance has it, and by what the
   * object's own rings make of them, where these are as even as those of beads and cells are
   */
  readonly cost: number;
  /** −1 … 1: 1 where the rings are those of a phase object, −1 of an absorbing one, 0 where there are none */
  readonly modulation: number;
}

/** Beyond this share of 1/λ, waves hardly travel. */
const STEEPEST = 0.95;

/** The rings whose waves travel. */
export function travellingRings(rings: RingPower, wavelength: number): RingPower {
  const beyond = rings.frequency.findIndex((f) => f * wavelength > STEEPEST);
  if (beyond < 0) return rings;
  const [frequency, power, count] = [rings.frequency, rings.power, rings.count].map((values) =>
    values.slice(0, beyond),
  ) as [Float64Array, Float64Array, Float64Array];
  return { ...rings, frequency, power, count };
}

type Maths = Pick<KernelExports, 'sin' | 'cos' | 'exp' | 'log'>;

/** Cubic B-splines that the logarithm of the object's spectrum is made of, over the square root of the frequency. */
const SPLINES = 10;
const PARAMETERS = SPLINES + 1;
/** A fit takes five to ten. */
const MOST_ITERATIONS = 30;
/** A step that gains less is the last. */
const ENOUGH = 1e-3;
/** Noise is at least this share of the strongest ring: a frame of constants has none. */
const LEAST_NOISE = 1e-9;
/** No step changes a logarithm by more. */
const LONGEST_STEP = 3;

interface Evaluated {
  readonly cost: number;
  /** half of the object's power on each ring, without the modulation; and what is expected of it all */
  readonly halves: Float64Array;
  readonly expected: Float64Array;
}

interface Slopes {
  readonly gradient: Float64Array;
  readonly matrix: Float64Array;
}

/** Fits {@link RingFit}s to the power on the rings of one hologram. */
export class RingModel {
  readonly #rings: RingPower;
  readonly #maths: Maths;
  /** how distances are gone through */
  readonly scan: RingSettings['scan'];
  readonly #settings: RingSettings;
  /** four splines of each ring, and the first one's number */
  readonly #basis: Float64Array;
  readonly #first: Int32Array;
  /** χ(f)/z and by how much 2χ/z changes from one side of a ring to its middle */
  readonly #turn: Float64Array;
  readonly #turnWithin: Float64Array;
  readonly #cosine: Float64Array;
  readonly #start: Float64Array;

  /** @param wavelength µm, in the medium of propagation; see {@link travellingRings} */
  constructor(rings: RingPower, wavelength: number, maths: Maths, settings: RingSettings) {
    const { frequency, width } = rings;
    const count = frequency.length;
    const floor = LEAST_NOISE * rings.power.reduce((most, p) => Math.max(most, p), 1e-300);
    this.#rings = { ...rings, noise: Math.max(rings.noise, floor) };
    this.#maths = maths;
    this.#settings = settings;
    this.scan = settings.scan;
    this.#basis = new Float64Array(4 * count);
    this.#first = new Int32Array(count);
    this.#cosine = new Float64Array(count);
    const axial = frequency.map((f) => Math.sqrt(1 / (wavelength * wavelength) - f * f));
    this.#turn = axial.map((a) => 2 * Math.PI * (1 / wavelength - a));
    this.#turnWithin = frequency.map((f, r) => (2 * Math.PI * width * f) / axial[r]!);
    const [low, high] = [frequency[0]!, frequency[count - 1]!];
    frequency.forEach((f, r) => {
      const t = (SPLINES - 3) * Math.sqrt((f - low) / (high - low));
      const k = Math.min(SPLINES - 4, Math.floor(t));
      this.#first[r] = k;
      this.#basis.set(cubicSplines(t - k), 4 * r);
    });
    this.#start = new Float64Array(PARAMETERS);
    const { power, noise } = this.#rings;
    const mean = power.reduce((sum, p) => sum + Math.max(p - noise, 0), 0) / count;
    this.#start.fill(maths.log(Math.max(2 * mean, 0.1 * noise)), 0, SPLINES);
    this.#start = this.#fit(this.#start, false, false).values;
  }

  /** Modulation of a pure phase object; of an absorbing one the negative. */
  get pure(): number {
    return this.#settings.modulation;
  }

  /** e to the power of −x */
  falling(x: number): number {
    return this.#maths.exp(-x);
  }

  /**
   * @param z µm, positive
   * @param modulation null where it is to be fitted too
   * @param angle by which χ is ahead, rad: of an object with the absorption a and the phase φ, atan(a / φ)
   */
  at(z: number, modulation: number | null, angle = 0): RingFit {
    const { cos, sin } = this.#maths;
    this.#turn.forEach((turn, r) => {
      const within = z * this.#turnWithin[r]!;
      this.#cosine[r] = (cos(2 * (z * turn + angle)) * sin(within)) / within;
    });
    const start = this.#start.slice();
    start[SPLINES] = modulation ?? 0;
    const { values, expected } = this.#fit(start, true, modulation === null);
    return { cost: this.#unlikely(expected), modulation: values[SPLINES]! };
  }

  /** Of powers about the expected ones: see {@link RingFit.cost}. */
  #unlikely(expected: Float64Array): number {
    const { power, count } = this.#rings;
    let logarithms = 0;
    const deviations = expected.map((mean, r) => {
      logarithms += this.#maths.log(mean);
      return Math.sqrt(count[r]! / 2) * (power[r]! / mean - 1);
    });
    const left = unforetold(deviations);
    const scatter = Math.max(1, left);
    return logarithms + (power.length / 2) * (this.#maths.log(scatter) + left / scatter);
  }

  /** Fisher scoring with a damping that grows where a step fails. */
  #fit(from: Float64Array, modulated: boolean, free: boolean) {
    let values = from.slice();
    let state = this.#evaluate(values, modulated);
    let slopes: Slopes | null = null;
    let damping = 1e-3;
    for (let k = 0; k < MOST_ITERATIONS && damping < 1e8; k += 1) {
      slopes ??= this.#slopes(values, state, modulated, free);
      const matrix = slopes.matrix.slice();
      for (let i = 0; i < PARAMETERS; i += 1) matrix[i * PARAMETERS + i]! *= 1 + damping;
      const step = solveSymmetric(matrix, slopes.gradient);
      if (!step) break;
      const next = values.map((v, i) => v - Math.min(LONGEST_STEP, Math.max(-LONGEST_STEP, step[i]!)));
      next[SPLINES] = Math.min(this.pure, Math.max(-this.pure, next[SPLINES]!));
      const tried = this.#evaluate(next, modulated);
      if (tried.cost < state.cost) {
        const gained = state.cost - tried.cost;
        [values, state, slopes] = [next, tried, null];
        damping /= 10;
        if (gained < ENOUGH) break;
      } else damping *= 10;
    }
    return { values, expected: state.expected };
  }

  /** Whittle's likelihood of gamma-distributed powers. */
  #evaluate(values: Float64Array, modulated: boolean): Evaluated {
    const { power, count, noise } = this.#rings;
    const modulation = values[SPLINES]!;
    const [halves, expected] = [new Float64Array(power.length), new Float64Array(power.length)];
    let cost = 0;
    for (let r = 0; r < power.length; r += 1) {
      const first = this.#first[r]!;
      let log = 0;
      for (let k = 0; k < 4; k += 1) log += this.#basis[4 * r + k]! * values[first + k]!;
      const half = this.#maths.exp(log) / 2;
      const cosine = modulated ? this.#cosine[r]! : 0;
      const mean = half * (1 - modulation * cosine) + noise;
      halves[r] = half;
      expected[r] = mean;
      cost += (count[r]! / 2) * (this.#maths.log(mean) + power[r]! / mean);
    }
    return { cost: cost + this.#stiffness(values), halves, expected };
  }

  #stiffness(values: Float64Array): number {
    const [gradient, matrix] = [new Float64Array(PARAMETERS), new Float64Array(PARAMETERS * PARAMETERS)];
    return stiffen(this.#settings.stiffness, values, gradient, matrix);
  }

  /** The gradient of what was evaluated, and its expected second derivatives: on and below the diagonal. */
  #slopes(values: Float64Array, { halves, expected }: Evaluated, modulated: boolean, free: boolean): Slopes {
    const { power, count } = this.#rings;
    const matrix = new Float64Array(PARAMETERS * PARAMETERS);
    const gradient = new Float64Array(PARAMETERS);
    const slopes = new Float64Array(5);
    const modulation = values[SPLINES]!;
    for (let r = 0; r < power.length; r += 1) {
      const [first, weight, half, mean] = [this.#first[r]!, count[r]! / 2, halves[r]!, expected[r]!];
      const cosine = modulated ? this.#cosine[r]! : 0;
      const signal = half * (1 - modulation * cosine);
      const pull = weight * (power[r]! / mean - 1);
      for (let k = 0; k < 4; k += 1) slopes[k] = (this.#basis[4 * r + k]! * signal) / mean;
      slopes[4] = (-half * cosine) / mean;
      for (let i = 0; i < 5; i += 1) {
        const row = i < 4 ? first + i : SPLINES;
        const weighted = weight * slopes[i]!;
        gradient[row]! -= pull * slopes[i]!;
        for (let j = 0; j < i; j += 1) matrix[row * PARAMETERS + first + j]! += weighted * slopes[j]!;
        matrix[row * (PARAMETERS + 1)]! += weighted * slopes[i]!;
      }
    }
    stiffen(this.#settings.stiffness, values, gradient, matrix);
    const pull = gradient[SPLINES]!;
    if (!free || (Math.abs(modulation) >= this.pure && pull * modulation < 0)) hold(gradient, matrix);
    return { gradient, matrix };
  }
}

function cubicSplines(t: number): number[] {
  const s = 1 - t;
  return [
    (s * s * s) / 6,
    (4 - 6 * t * t + 3 * t * t * t) / 6,
    (4 - 6 * s * s + 3 * s * s * s) / 6,
    (t * t * t) / 6,
  ];
}

/** Adds what bends of the splines' heights cost, half the stiffness times their squares, and its derivatives. */
export function stiffen(
  stiffness: number,
  values: Float64Array,
  gradient: Float64Array,
  matrix: Float64Array,
): number {
  let cost = 0;
  const weights = [1, -2, 1];
  for (let k = 0; k + 2 < SPLINES; k += 1) {
    const bend = values[k]! - 2 * values[k + 1]! + values[k + 2]!;
    cost += (stiffness / 2) * bend * bend;
    for (let i = 0; i < 3; i += 1) {
      gradient[k + i]! += stiffness * bend * weights[i]!;
      for (let j = 0; j < 3; j += 1)
        matrix[(k + i) * PARAMETERS + k + j]! += stiffness * weights[i]! * weights[j]!;
    }
  }
  return cost;
}

/** Keeps the modulation where it is. */
export function hold(gradient: Float64Array, matrix: Float64Array): void {
  for (let k = 0; k < PARAMETERS; k += 1) {
    matrix[SPLINES * PARAMETERS + k] = 0;
    matrix[k * PARAMETERS + SPLINES] = 0;
  }
  matrix[PARAMETERS * PARAMETERS - 1] = 1;
  gradient[SPLINES] = 0;
}
