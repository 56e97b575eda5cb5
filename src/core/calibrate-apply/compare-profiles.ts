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

export type Comparable = Pick<Calibration, 'corrections' | 'budget'>;

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
 */
export function compareProfiles(then: Comparable, now: Comparable): QuantityDrift[] {
  return measuredQuantities.flatMap((name) => {
    const [before, after] = [then.corrections[name], now.corrections[name]];
    if (!before || !after) return [];
    const difference = after.value - before.value;
    const [u, v] = [ownOf(before, name, then.budget), ownOf(after, name, now.budget)];
    const expanded = COVERAGE * Math.sqrt(u * u + v * v);
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
