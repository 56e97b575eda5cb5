import { BLOCK_MOMENTS } from '../field/tile-moments.ts';
import type { NativeField } from '../demodulate/demodulate.ts';
import { fitRobustly } from '../fit/robust.ts';
import { medianInPlace } from '../fit/median.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { legendreDesign } from '../phase/legendre.ts';
import { divide } from '../phase/smooth-series.ts';
import { wrapAngle, type Slopes, type TilePlaces } from '../phase/tiles.ts';
import { driftDoubt } from './drift-doubt.ts';
import type { SequenceSettings } from './sequence-settings.ts';

/** How a frame's field lies to the reference's: field ≈ reference · light · exp(i phase) where nothing moved. */
export interface FrameDrift {
  /** rad: piston, tilts and curvatures, {@link legendreTerms} of degree {@link DRIFT_DEGREE} over the field's rectangle */
  readonly phase: Float64Array;
  /** ratio of the moduli */
  readonly light: number;
  /** share of the tiles whose phase is that of the reference but for the drift */
  readonly agreement: number;
  /** rad, robust standard deviation of the tiles' phases about the drift */
  readonly residual: number;
  /** rad², that the surface is open by, see {@link driftDoubt} */
  readonly doubt: number;
}

/** Piston, two tilts, and the three curvatures that heat and vibration leave. */
export const DRIFT_DEGREE = 2;
/** of that degree */
export const DRIFT_TERMS = 6;
const TILES_A_SIDE = 12;
/** rad: tile phases are not known better */
const LEAST_SCALE = 1e-4;

/** Local averages of field · conj(reference) / |reference|². */
interface Products {
  readonly slopes: Pick<Slopes, 'x' | 'y'>;
  readonly phase: Float64Array;
  /** mean modulus, which no tilt lessens */
  readonly modulus: Float64Array;
  /** 1 where a tile has a phase */
  readonly lit: Float64Array;
}

/**
 * Measures by how much fields of one rig differ from a reference by a smooth phase. The sample, which both hold, drops out
 * of their quotient; where it moved, tiles are outliers. Slopes between neighbouring samples give the first guess, so that
 * no phase is unwrapped; the tiles' phases refine it.
 */
export class DriftMeter {
  readonly #kernels: Kernels;
  readonly #settings: SequenceSettings;
  readonly #reference: NativeField;
  readonly #floor: number;
  readonly #places: TilePlaces;
  readonly #halves: { readonly right: Halves; readonly below: Halves };
  readonly #margin: number;
  readonly #phaseDesign: Float64Array;
  /** of the reference by itself, per tile */
  readonly #own: Float64Array;

  /** @param reference stays as it is, and must outlive this */
  constructor(kernels: Kernels, reference: NativeField, margin: number, settings: SequenceSettings) {
    this.#kernels = kernels;
    this.#settings = settings;
    this.#reference = reference;
    this.#margin = margin;
    const places = placesOf(reference, margin);
    this.#places = places;
    this.#halves = halvesOf(places);
    this.#phaseDesign = tileMeans(legendreDesign(places, DRIFT_DEGREE), places, reference);
    using scratch = kernels.scope();
    const usual = medianInPlace(this.#moments(reference.plane, 6, scratch));
    const weak = settings.weakReference * usual;
    this.#floor = weak * weak + 1e-30;
    this.#own = this.#products(this.#quotient(scratch, reference.plane), scratch).modulus;
  }

  /** @param plane of the reference's shape; stays as it is. @returns null where there is no likeness at all */
  measure(plane: ComplexPlane): FrameDrift | null {
    const kernels = this.#kernels;
    const { rows, cols } = this.#reference;
    using scratch = kernels.scope();
    const quotient = this.#quotient(scratch, plane);
    const first = this.#products(quotient, scratch);
    const guess = this.#guess(first);
    const steep = this.#rangeAcrossTile(guess) > this.#settings.steep;
    if (!steep) return this.#refine(first, guess, new Float64Array(DRIFT_TERMS));
    divide(kernels, quotient, rows, cols, DRIFT_DEGREE, guess, 0, new Float64Array([1]));
    return this.#refine(this.#products(quotient, scratch), new Float64Array(DRIFT_TERMS), guess);
  }

  #quotient(scratch: Scope, plane: ComplexPlane): ComplexPlane {
    const kernels = this.#kernels;
    const copy = scratch.complex(plane.rows, plane.cols);
    kernels.wasm.quotientField(plane, this.#reference.plane, copy, this.#floor);
    return copy;
  }

  /** One of the kernel's moments, or all in a row. */
  #moments(plane: ComplexPlane, which: number | null, scratch: Scope): Float64Array {
    const { count, x, y, block } = this.#places;
    const out = scratch.doubles(count * BLOCK_MOMENTS);
    const grid = { blockRows: block.rows, blockCols: block.cols, tilesY: y.length, tilesX: x.length };
    this.#kernels.wasm.blockMoments(plane, out, { rowFrom: this.#margin, colFrom: this.#margin, ...grid });
    const all = this.#kernels.doubles(out, count * BLOCK_MOMENTS).slice();
    return which === null
      ? all
      : Float64Array.from({ length: count }, (_, t) => all[t * BLOCK_MOMENTS + which]!);
  }

  #products(quotient: ComplexPlane, scratch: Scope): Products {
    const { count } = this.#places;
    const all = this.#moments(quotient, null, scratch);
    const { atan2 } = this.#kernels.wasm;
    const make = () => new Float64Array(count);
    const out = { slopes: { x: make(), y: make() }, phase: make(), modulus: make(), lit: make() };
    for (let t = 0; t < count; t++) {
      const m = (k: number) => all[t * BLOCK_MOMENTS + k]!;
      out.slopes.x[t] = atan2(m(1), m(0));
      out.slopes.y[t] = atan2(m(3), m(2));
      out.phase[t] = atan2(m(5), m(4));
      const power = m(4) * m(4) + m(5) * m(5);
      out.modulus[t] = m(6);
      // what turns within a tile has slopes all the same
      out.lit[t] = m(7) > 0 ? power / m(7) : 0;
    }
    return out;
  }

  /** Legendre coefficients of the phase that the slopes' medians over halves of the frame tell; the constant is 0. */
  #guess({ slopes }: Products): Float64Array {
    const { rows, cols } = this.#reference;
    const { right, below } = this.#halves;
    const half = (values: Float64Array, { one: first, two: second }: Halves, per: number) => {
      const middle = (of: Int32Array) => {
        const there = new Float64Array(of.length);
        for (let k = 0; k < of.length; k++) there[k] = values[of[k]!]! * per;
        return medianInPlace(there);
      };
      const [one, two] = [middle(first), middle(second)];
      // the halves' middles lie one apart
      return { mean: (one + two) / 2, change: one - two };
    };
    const along = { x: (cols - 1) / 2, y: (rows - 1) / 2 };
    const [xx, xy] = [half(slopes.x, right, along.x), half(slopes.x, below, along.x)];
    const yy = half(slopes.y, below, along.y);
    // the slope of P₂ is 3 x
    return Float64Array.from([0, xx.mean, yy.mean, xx.change / 3, xy.change, yy.change / 3]);
  }

  #rangeAcrossTile(phase: Float64Array): number {
    const { x, y } = this.#places;
    const across = (one: number, two: number, tiles: number) =>
      (2 * (Math.abs(one) + 3 * Math.abs(two) + Math.abs(phase[4]!))) / tiles;
    return Math.max(across(phase[1]!, phase[3]!, x.length), across(phase[2]!, phase[5]!, y.length));
  }

  /** @param guess what the products still hold; @param taken what was taken out of them before */
  #refine(products: Products, guess: Float64Array, taken: Float64Array): FrameDrift | null {
    const { count } = this.#places;
    const { agreeing, leastCoherence } = this.#settings;
    const prior = products.lit.map((share) => (share > leastCoherence ? 1 : 0));
    const model = (c: Float64Array, t: number) => {
      let sum = 0;
      for (let k = 0; k < DRIFT_TERMS; k++) sum += c[k]! * this.#phaseDesign[t * DRIFT_TERMS + k]!;
      return sum;
    };
    const rest = products.phase.map((phase, t) => wrapAngle(phase - model(guess, t)));
    const piston = this.#meanAngle(rest, prior);
    const near = rest.map((angle) => wrapAngle(angle - piston));
    const fit = fitRobustly(this.#kernels, this.#phaseDesign, near, DRIFT_TERMS, {
      prior,
      leastScale: LEAST_SCALE,
    });
    if (!fit) return null;
    const phase = fit.coefficients.map((c, k) => c + guess[k]! + taken[k]! + (k === 0 ? piston : 0));
    const ratios = new Float64Array(count);
    let agree = 0;
    for (let t = 0; t < count; t++)
      if (prior[t]! > 0 && Math.abs(wrapAngle(near[t]! - model(fit.coefficients, t))) < agreeing)
        ratios[agree++] = products.modulus[t]! / (this.#own[t]! + 1e-30);
    if (agree === 0) return null;
    const light = medianInPlace(ratios.subarray(0, agree));
    const left = near.map((angle, t) => (fit.weight[t]! > 0 ? angle - model(fit.coefficients, t) : NaN));
    const doubt = driftDoubt(left, this.#places.x.length);
    return { phase, light, agreement: agree / count, residual: fit.scale, doubt };
  }

  #meanAngle(angles: Float64Array, weight: Float64Array): number {
    const { sin, cos, atan2 } = this.#kernels.wasm;
    let [re, im] = [0, 0];
    angles.forEach((angle, t) => {
      re += weight[t]! * cos(angle);
      im += weight[t]! * sin(angle);
    });
    return atan2(im, re);
  }
}

/** The tiles on one side of the middle, and the others. */
interface Halves {
  readonly one: Int32Array;
  readonly two: Int32Array;
}

function halvesOf({ x, y, count }: TilePlaces): { readonly right: Halves; readonly below: Halves } {
  const tiles = Int32Array.from({ length: count }, (_, t) => t);
  const split = (which: (t: number) => boolean): Halves => ({
    one: tiles.filter(which),
    two: tiles.filter((t) => !which(t)),
  });
  return {
    right: split((t) => x[t % x.length]! > 0),
    below: split((t) => y[Math.floor(t / x.length)]! > 0),
  };
}

/** A coarse grid: a drift is smooth, and a frame has to be done in milliseconds. */
function placesOf({ rows, cols }: NativeField, margin: number): TilePlaces {
  const side = (samples: number) => {
    const used = samples - 2 * margin - 1;
    const block = Math.max(1, Math.floor(used / TILES_A_SIDE));
    const tiles = Math.max(1, Math.floor(used / block));
    const at = (k: number) => (2 * (margin + k * block + (block - 1) / 2)) / (samples - 1) - 1;
    return { block, at: Float64Array.from({ length: tiles }, (_, k) => at(k)) };
  };
  const [x, y] = [side(cols), side(rows)];
  const count = x.at.length * y.at.length;
  return {
    ...{ count, x: x.at, y: y.at, inside: new Uint8Array(count).fill(1) },
    block: { rows: y.block, cols: x.block },
  };
}

/** A tile's phase is a mean: of a curvature it has more than is found at its centre, P₂ = (3 x² − 1) / 2. */
function tileMeans(
  design: Float64Array,
  { count, block }: TilePlaces,
  { rows, cols }: NativeField,
): Float64Array {
  const spread = (samples: number, step: number) => ((samples * samples - 1) / 12) * step * step;
  for (let t = 0; t < count; t++) {
    design[t * DRIFT_TERMS + 3]! += 1.5 * spread(block.cols, 2 / (cols - 1));
    design[t * DRIFT_TERMS + 5]! += 1.5 * spread(block.rows, 2 / (rows - 1));
  }
  return design;
}
