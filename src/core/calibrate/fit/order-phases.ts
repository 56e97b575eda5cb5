import { solveSymmetric } from '../../fit/solve.ts';
import type { KernelExports } from '../../kernel/exports.ts';
import type { Measured, TargetToFrame } from '../../rig/calibration.ts';
import { lensTerms, SPHERICAL } from '../model/disturbances.ts';
import { pitchOf, ratioOf } from '../model/state.ts';
import type { RefitSettings } from './fit-settings.ts';
import type { FoundOrder } from './order-waves.ts';

/** How far a lattice lies, by the phases of its orders: zeta, and one σ of it each. */
export interface FromPhases {
  readonly zeta: number;
  /** by noise and copies; by a lens; by where light meets it */
  readonly orders: number;
  readonly lens: number;
  readonly offCentre: number;
  /** by how wide the disc is over which a lens's spherical aberration is balanced by a distance */
  readonly balance: number;
  /** by what share lengths of the part along x are larger than drawn beside those along y; an astigmatism as large as a lens may have looks the same */
  readonly oblong: Measured;
}

/** What the phases are compared with. */
export interface PhasesOf {
  readonly seen: readonly FoundOrder[];
  /** where the lattice lies, and its distance, about */
  readonly place: TargetToFrame;
  readonly zeta: number;
  readonly medium_wavelength_um: number;
  /** cycles per camera pixel: of the disc that a lens passes, or where none is seen of what is */
  readonly disc: { readonly radius: number; readonly isSeen: boolean };
}

/** One for all orders, x, y, and zeta; then the lens. */
const FREE = 4;
const ZETA = 3;
/** Shares of the radius up to which orders are looked at, one after the other: each lot says how often the next one's phases have turned. */
const GROWING = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1, 1];
/** Rad, root mean square: half the variance of phases that are anything modulo π. */
const AT_RANDOM = Math.PI / Math.sqrt(24);

interface Row {
  readonly aside: number;
  /** what a unit of each unknown adds to the phase */
  readonly row: Float64Array;
  readonly angle: number;
  readonly variance: number;
}

/**
 * The phase of an order is that of its way, 2π zeta times what its angle makes of it, that of its place, and what the lens makes of it, all as it
 * is however large: no step of a fit is in it. A drawing's own orders are real, so that phases are taken modulo π; the order that goes straight on holds all
 * of the ground, and is left out. Null: there are too few orders, or their phases are not those of a lattice.
 */
export function distanceByPhases(
  of: PhasesOf,
  settings: RefitSettings,
  wasm: Pick<KernelExports, 'exp' | 'log'>,
): FromPhases | null {
  const { radius } = of.disc;
  const perSquare = 1 / (Math.PI * of.medium_wavelength_um * radius * radius);
  const rows = rowsOf(of, settings);
  if (rows.length <= FREE + lensTerms.length) return null;
  const width = 2 * Math.PI * settings.lens;
  let found: Float64Array = new Float64Array(FREE + lensTerms.length);
  found[ZETA] = of.zeta;
  const near = { zeta: of.zeta, width: perSquare };
  for (const share of GROWING) {
    const own = rows.filter(({ aside }) => aside <= share * radius);
    found = solvedBy(own, found, width, near)?.values ?? found;
  }
  const last = solvedBy(rows, found, width);
  const known = solvedBy(rows, found, 0);
  if (!last || !known || last.left > AT_RANDOM) return null;
  const { values, covariance } = last;
  const scatter = Math.sqrt(Math.max(1, last.square / (rows.length - FREE)));
  const sigma = (own: Float64Array, k: number) => scatter * Math.sqrt(own[k * values.length + k]!);
  const [all, orders] = [sigma(covariance, ZETA), sigma(known.covariance, ZETA)];
  const unknown = sigma(covariance, FREE);
  const astigmatism = Math.sqrt(width * width + unknown * unknown);
  // √6 w (u² − v²) is π λ zeta times that share of f²
  const share = (rad: number) => (Math.sqrt(6) * rad * perSquare) / values[ZETA]!;
  /** what a term is, known or not */
  const size = (term: number) => {
    const [value, unknown] = [values[FREE + term]!, sigma(covariance, FREE + term)];
    return Math.sqrt(value * value + unknown * unknown);
  };
  const comas = Math.sqrt(size(COMA) * size(COMA) + size(COMA + 1) * size(COMA + 1));
  const most = pitchOf(of.place) / of.medium_wavelength_um / radius;
  const wider = of.disc.isSeen
    ? 2 * settings.offCentre
    : usuallyWider(size(SPHERICAL) / width, most * most, wasm);
  return {
    ...{ zeta: values[ZETA]!, orders, lens: Math.sqrt(Math.max(0, all * all - orders * orders)) },
    // √8 (3 ρ² − 2) u of what lies aside by d holds 6 √8 d ρ²
    offCentre: 6 * Math.sqrt(8) * settings.offCentre * comas * perSquare,
    // of √5 (6 ρ⁴ − 6 ρ²) over another disc the first part is the same, the second grows with its area
    balance: 6 * Math.sqrt(5) * size(SPHERICAL) * wider * perSquare,
    oblong: { value: share(values[FREE]!), sigma: Math.abs(share(astigmatism)) },
  };
}

/** How finely discs are gone through, as steps over all. */
const DISCS = 64;

/**
 * By what share a disc is larger in area than what is seen, root mean square. One x times as large has x² times the spherical
 * aberration, which is no larger than such things are; any size is as likely as another beforehand, dx / x.
 * @param size of what is seen, over σ of such a thing
 * @param most times at most: it passes all light
 */
export function usuallyWider(
  size: number,
  most: number,
  { exp, log }: Pick<KernelExports, 'exp' | 'log'>,
): number {
  if (!(most > 1)) return 0;
  let [sum, all] = [0, 0];
  for (let k = 0; k <= DISCS; k += 1) {
    const x = exp((k / DISCS) * log(most));
    const own = size * x * x;
    // of what is seen, which is its x⁻² part
    const likely = x * x * exp(-(own * own) / 2);
    sum += likely * (x - 1) * (x - 1);
    all += likely;
  }
  return all > 0 ? Math.sqrt(sum / all) : 0;
}

/** Which of a lens's terms is the first coma. */
const COMA = 2;

function rowsOf({ seen, place, medium_wavelength_um, disc }: PhasesOf, settings: RefitSettings): Row[] {
  const { radius } = disc;
  const [pitch, ratio] = [pitchOf(place), ratioOf(place)];
  const inverse = 1 / medium_wavelength_um;
  return seen.flatMap(({ f: [fx, fy], angle, angleNoise }): Row[] => {
    const aside = Math.sqrt(fx * fx + fy * fy);
    // a lens's terms say nothing of what lies beyond its rim
    if (aside === 0 || aside > radius) return [];
    const square = (fx * fx) / ratio + fy * fy * ratio;
    const axial = inverse * inverse - square / (pitch * pitch);
    if (axial <= 0) return [];
    const turn = (-2 * Math.PI * square) / (Math.sqrt(axial) + inverse);
    const lens = lensTerms.map(({ of }) => of(fx / radius, fy / radius));
    const row = Float64Array.from([1, fx / radius, fy / radius, turn, ...lens]);
    const origin = 2 * Math.PI * (fx * place[2] + fy * place[5]);
    const variance = angleNoise * angleNoise + settings.reflections * settings.reflections;
    return [{ aside, row, angle: angle + origin, variance }];
  });
}

/**
 * Least squares, of phases as near to what is known as turns by π let them come.
 * @param width of each of a lens's terms; 0: they stay as they are
 * @param near what zeta is about
 */
function solvedBy(
  rows: readonly Row[],
  from: Float64Array,
  width: number,
  near?: { readonly zeta: number; readonly width: number },
) {
  const count = from.length;
  const { matrix, right } = { matrix: new Float64Array(count * count), right: new Float64Array(count) };
  const lefts = rows.map(({ row, angle }) => {
    const apart = angle - row.reduce((sum, v, k) => sum + v * from[k]!, 0);
    return apart - Math.PI * Math.round(apart / Math.PI);
  });
  rows.forEach(({ row, variance }, i) => {
    for (let k = 0; k < count; k += 1) {
      right[k]! += (row[k]! * lefts[i]!) / variance;
      for (let l = 0; l < count; l += 1) matrix[k * count + l]! += (row[k]! * row[l]!) / variance;
    }
  });
  for (let k = FREE; k < count; k += 1) {
    // what is known to be nothing has all the weight there is
    const precision = width > 0 ? 1 / (width * width) : matrix[k * count + k]! * FIRM;
    matrix[k * count + k]! += precision;
    right[k]! -= width > 0 ? precision * from[k]! : right[k]!;
  }
  if (near) {
    matrix[ZETA * count + ZETA]! += 1 / (near.width * near.width);
    right[ZETA]! += (near.zeta - from[ZETA]!) / (near.width * near.width);
  }
  const scale = Float64Array.from({ length: count }, (_, k) => 1 / Math.sqrt(matrix[k * count + k]! || 1));
  const scaled = () =>
    matrix.map((v, i) => v * scale[Math.floor(i / count)]! * scale[i % count]!) as Float64Array;
  const step = solveSymmetric(
    scaled(),
    right.map((v, k) => v * scale[k]!),
  );
  if (!step) return null;
  const covariance = new Float64Array(count * count);
  for (let l = 0; l < count; l += 1) {
    const unit = Float64Array.from({ length: count }, (_, k) => (k === l ? scale[k]! : 0));
    const column = solveSymmetric(scaled(), unit)!;
    for (let k = 0; k < count; k += 1) covariance[k * count + l] = column[k]! * scale[k]!;
  }
  const values = from.map((v, k) => v + step[k]! * scale[k]!) as Float64Array;
  const after = rows.map(({ row }, i) => {
    return lefts[i]! - row.reduce((sum, v, k) => sum + v * (values[k]! - from[k]!), 0);
  });
  const penalty =
    width > 0 ? values.subarray(FREE).reduce((sum, v) => sum + (v * v) / (width * width), 0) : 0;
  const square = after.reduce((sum, v, i) => sum + (v * v) / rows[i]!.variance, penalty);
  const left = Math.sqrt(after.reduce((sum, v) => sum + v * v, 0) / Math.max(1, rows.length - count));
  return { values, covariance, square, left };
}

/** Of a term that is known, times what all orders say of it. */
const FIRM = 1e9;
