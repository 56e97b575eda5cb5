import {
  COVERAGE,
  measuredQuantities,
  type BudgetLine,
  type Calibration,
  type Measured,
  type MeasuredQuantity,
} from '../rig/calibration.ts';

/** What both have in common where the same part and the same light were used: it can't tell them apart. */
const common = new Set(['part', 'wavelength']);
/** What a part that is not square makes of pixels, as it lies. */
const asPartLies: ReadonlySet<MeasuredQuantity> = new Set(['scale_anisotropy', 'shear_rad']);

export interface Comparable extends Pick<Calibration, 'corrections' | 'budget'> {
  readonly fit?: (Pick<Calibration['fit'], 'rotation_deg'> & { readonly mirrored?: boolean }) | undefined;
}

/** One quantity then and now. */
export interface QuantityDrift {
  readonly name: MeasuredQuantity;
  readonly then: number;
  readonly now: number;
  readonly difference: number;
  /** expanded uncertainty (k = 2) of the difference */
  readonly expanded: number;
  /** the difference over that; up to 1 both agree (ISO 13528, 9.7) */
  readonly e_n: number;
  readonly agrees: boolean;
}

/**
 * Whether a rig still is what its profile says. Quantities that either calibration lacks are left out.
 * @param now of the same target, described in the same words
 * @param showsTurn the target is no lattice, which looks the same after a quarter of a turn
 */
export function compareProfiles(then: Comparable, now: Comparable, showsTurn = false): QuantityDrift[] {
  const kept = showsTurn ? keptOf(then, now) : -1;
  return measuredQuantities.flatMap((name) => {
    const [before, after] = [then.corrections[name], now.corrections[name]];
    if (!before || !after) return [];
    const difference = after.value - before.value;
    const [u, v] = [ownOf(before, name, then.budget), ownOf(after, name, now.budget)];
    const part = asPartLies.has(name) ? leftOfPart(then, now, name, kept) : 0;
    const expanded = COVERAGE * Math.sqrt(u * u + v * v + part * part);
    const e_n = expanded > 0 ? Math.abs(difference) / expanded : difference === 0 ? 0 : Infinity;
    return [
      {
        ...{ name, then: before.value, now: after.value, difference, expanded, e_n },
        agrees: e_n <= 1,
      },
    ];
  });
}

/** What makes a value uncertain beside what both calibrations share. */
function ownOf({ sigma }: Measured, name: string, budget: readonly BudgetLine[]): number {
  const lines = budget.filter(({ quantity }) => quantity === name);
  if (lines.length === 0) return sigma;
  const own = lines.filter(({ source }) => !common.has(source));
  return Math.sqrt(own.reduce((sum, { u }) => sum + u * u, 0));
}

/** What is left in a difference of what a part's own oblongness makes of ratio or shear, one σ. */
function leftOfPart(then: Comparable, now: Comparable, name: MeasuredQuantity, kept: number): number {
  const of = ({ budget }: Comparable) =>
    budget.find(({ quantity, source }) => quantity === name && source === 'part')?.u ?? 0;
  const [u, v] = [of(then), of(now)];
  return Math.sqrt(Math.max(0, u * u + v * v - 2 * kept * u * v));
}

/**
 * How much of that is the same both times, from 1 to −1: it goes once around in half a turn of the part. Of one that was turned over, or turned by nobody
 * knows how much, the least; cos 2t is 1 − 2t² or more.
 */
function keptOf({ fit: then }: Comparable, { fit: now }: Comparable): number {
  if (!then?.rotation_deg || !now?.rotation_deg || then.mirrored !== now.mirrored) return -1;
  const halves = (now.rotation_deg.value - then.rotation_deg.value) / 180;
  const turned = Math.PI * (halves - Math.round(halves));
  return Math.max(-1, 1 - 2 * turned * turned);
}
