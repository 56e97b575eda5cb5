import type { Kernels, Scope } from '../../../kernel/kernels.ts';
import type { ComplexPlane, RealPlane } from '../../../kernel/plane.ts';
import type { RetrievalGrid } from '../../optics/retrieval-grid.ts';
import type { SensorOptics } from '../../optics/sensor-optics.ts';
import { CoarseSensor } from './coarse-sensor.ts';
import { emptyRows, type CoupledParts, type FieldRows } from './coupled-parts.ts';
import type { CoupledSettings } from './coupled-settings.ts';
import { RealVariation } from './real-variation.ts';
import { smoothLight } from './smooth-light.ts';

/** keeps a part of which nothing is there yet from turning */
const LEAST_SQUARE = 1e-3;
/** Of the polynomial that the light's amplitude is taken for: without it what is uneven looks like absorption, and the ratio came out at nothing. */
const LIGHT_DEGREE = 4;
/** iterations after which momentum is built up anew */
const RESTART = 60;

/** How the step of a total variation is solved, and how its weight falls. */
export interface VariationSolver {
  readonly dualStep: number;
  readonly dualSteps: number;
  /** share of the weight that is left after an iteration */
  readonly cooling: number;
}

/** One resolution as it was solved for any sample. */
export interface FreeSolution {
  readonly x: ComplexPlane;
  readonly grid: RetrievalGrid;
  readonly optics: SensorOptics;
  /** weight of the total variation */
  readonly lambda: number;
  /** Σ (|P x| − A)² / 2 + λ Σ |Dx| */
  readonly objective: number;
  readonly frame: { readonly amplitude: RealPlane; readonly z: number };
  /** one sample here is as wide as so many of the camera's */
  readonly factor: number;
}

export interface CoupledSolution {
  readonly field: FieldRows;
  /** Σ (|P x| − A)² / 2 + λ Σ |Dx| */
  readonly objective: number;
  /** rad, of each part: its absorption over its phase is the tangent */
  readonly angles: Float64Array;
  /** of each part, Σ q² */
  readonly sizes: Float64Array;
}

/** What is to be explained, and what with. */
export interface CoupledFrame {
  readonly parts: CoupledParts;
  /** rad, of each part: its angle to begin with */
  readonly first: Float64Array;
  /** row by row; negative where nothing was measured */
  readonly recorded: Float32Array;
  readonly z: number;
}

/** Where the model stands: of each place how much of its part is there, from 0, and each part's angle. */
interface State {
  readonly amount: Float32Array;
  readonly angles: Float64Array;
  /** cosine and sine of the angles */
  readonly along: Float64Array;
  readonly across: Float64Array;
  readonly parts: CoupledParts;
}

/**
 * The sample as parts in each of which absorption and phase have one ratio: x = exp((i cos θ − sin θ) q), q ≥ 0 of least total
 * variation and θ of each part, in light that is uneven. A frame records one number a pixel, and so has this model: what phase and absorption leave open of each other in
 * any other is settled (Paganin et al., J. Microsc. 206, 33 (2002), of one material and in the near field).
 */
export function solveCoupled(
  kernels: Kernels,
  { grid, optics, lambda }: Pick<FreeSolution, 'grid' | 'optics' | 'lambda'>,
  { parts, first, recorded, z }: CoupledFrame,
  solver: VariationSolver,
  settings: CoupledSettings,
  onWork: (samples: number) => void,
): CoupledSolution {
  using scope: Scope = kernels.scope();
  const { rows, cols } = grid;
  const seen = new CoarseSensor(kernels, scope, grid, optics, { recorded, z });
  const variation = new RealVariation({ rows, cols });
  const [field, gradient] = [emptyRows(rows, cols), emptyRows(rows, cols)];
  const state: State = {
    amount: new Float32Array(rows * cols),
    angles: first.slice(),
    ...{ along: new Float64Array(parts.count), across: new Float64Array(parts.count) },
    parts,
  };
  let light: Float32Array = new Float32Array(recorded.length).fill(1);
  let before: Float32Array = state.amount.slice();
  let [weight, age] = [settings.firstWeight, 1];
  for (let k = 0; k < settings.iterations; k += 1) {
    fieldOf(kernels, state, field);
    seen.gradient(field, light, gradient);
    onWork(recorded.length);
    const finds = k >= settings.settled;
    if (finds && k % settings.settled === 0)
      light = smoothLight(optics, recorded, seen.explained, LIGHT_DEGREE);
    const fresh = descended(state, field, gradient, finds ? settings.angleStep : 0);
    variation.step(fresh, weight, solver);
    const next = (1 + Math.sqrt(1 + 4 * age * age)) / 2;
    extrapolate(state, fresh, before, (age - 1) / next);
    before = fresh;
    age = k % RESTART === RESTART - 1 ? 1 : next;
    weight = Math.max(lambda, solver.cooling * weight);
  }
  state.amount.set(before);
  fieldOf(kernels, state, field);
  const misfit = seen.gradient(field, light, gradient);
  return {
    field,
    objective: misfit / 2 + lambda * variationOf(field),
    angles: state.angles,
    sizes: sizesOf(state),
  };
}

/** A fresh amount is none below 0; the next step is taken from beyond it. */
function extrapolate({ amount }: State, fresh: Float32Array, before: Float32Array, momentum: number): void {
  for (let i = 0; i < fresh.length; i += 1) {
    fresh[i] = Math.max(0, fresh[i]!);
    amount[i] = fresh[i]! + momentum * (fresh[i]! - before[i]!);
  }
}

function fieldOf(
  { wasm }: Kernels,
  { amount, angles, along, across, parts }: State,
  { re, im }: FieldRows,
): void {
  angles.forEach((angle, part) => {
    along[part] = wasm.cos(angle);
    across[part] = wasm.sin(angle);
  });
  for (let i = 0; i < amount.length; i += 1) {
    const q = amount[i]!;
    const part = parts.nearest[i]!;
    const modulus = q === 0 ? 1 : wasm.exp(-across[part]! * q);
    re[i] = q === 0 ? 1 : modulus * wasm.cos(along[part]! * q);
    im[i] = q === 0 ? 0 : modulus * wasm.sin(along[part]! * q);
  }
}

/** One step along the gradient: of the amounts, which are returned, and of the angles. */
function descended(
  { amount, angles, along, across, parts: { nearest, count } }: State,
  { re, im }: FieldRows,
  gradient: FieldRows,
  angleStep: number,
): Float32Array {
  const [turns, squares] = [new Float64Array(count), new Float64Array(count)];
  const fresh = new Float32Array(amount.length);
  for (let i = 0; i < amount.length; i += 1) {
    const a = re[i]!;
    const b = im[i]!;
    const c = gradient.re[i]!;
    const d = gradient.im[i]!;
    const byPhase = d * a - c * b;
    const byLoss = -(c * a + d * b);
    const part = nearest[i]!;
    const q = amount[i]!;
    fresh[i] = q - along[part]! * byPhase - across[part]! * byLoss;
    turns[part]! += q * (along[part]! * byLoss - across[part]! * byPhase);
    squares[part]! += q * q;
  }
  if (angleStep > 0)
    for (let part = 0; part < count; part += 1) {
      const turned = angles[part]! - (angleStep * turns[part]!) / Math.max(LEAST_SQUARE, squares[part]!);
      angles[part] = Math.max(0, Math.min(Math.PI / 2, turned));
    }
  return fresh;
}

function sizesOf({ amount, parts: { nearest, count } }: State): Float64Array {
  const sizes = new Float64Array(count);
  amount.forEach((q, i) => (sizes[nearest[i]!]! += q * q));
  return sizes;
}

function variationOf({ rows, cols, re, im }: FieldRows): number {
  let sum = 0;
  for (let y = 0, i = 0; y < rows; y += 1) {
    for (let x = 0; x < cols; x += 1, i += 1) {
      if (x + 1 < cols) sum += length(re[i + 1]! - re[i]!, im[i + 1]! - im[i]!);
      if (y + 1 < rows) sum += length(re[i + cols]! - re[i]!, im[i + cols]! - im[i]!);
    }
  }
  return sum;
}

function length(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}
