import { COVERAGE, type BudgetLine } from '../../rig/calibration.ts';

/** What two standard uncertainties of a normal law cover. */
const COVERED = 0.9545;
/** Cells to a standard uncertainty of the whole. */
const CELLS = 100;
/** How far from the value the law is looked at, in its own standard uncertainties. */
const REACH = 6;

type Law = Pick<BudgetLine, 'u' | 'distribution'>;

/**
 * By how many standard uncertainties a value may lie off in 95 of 100 cases: 2 where the law is normal, 1.65 where one line is all of
 * it that only limits are known of (JCGM 100:2008, appendix G; EA-4/02 M:2022, S9). The law is that of the sum of all lines.
 */
export function coverageFactor(lines: readonly Law[], exp: (x: number) => number): number {
  const limited = lines.filter(({ distribution }) => distribution === 'rectangular');
  const variance = lines.reduce((sum, { u }) => sum + u * u, 0);
  if (limited.length === 0 || !(variance > 0)) return COVERAGE;
  const left = variance - limited.reduce((sum, { u }) => sum + u * u, 0);
  const count = 2 * REACH * CELLS + 1;
  let density = normal(count, Math.max(0, left / variance) * CELLS * CELLS, exp);
  for (const { u } of limited) density = spread(density, Math.sqrt((3 * u * u) / variance) * CELLS);
  return Math.round(100 * within(density)) / 100;
}

/** A normal law on cells, in the middle of them; of no width where a cell holds it. */
function normal(count: number, variance: number, exp: (x: number) => number): Float64Array {
  const middle = count >> 1;
  const law = new Float64Array(count);
  law[middle] = 1;
  if (variance < 0.25) return law;
  for (let i = 0; i < count; i += 1) law[i] = exp((-(i - middle) * (i - middle)) / (2 * variance));
  const sum = law.reduce((total, v) => total + v, 0);
  return law.map((v) => v / sum);
}

/** The law of a sum with what lies anywhere within ± so many cells. */
function spread(law: Float64Array, half: number): Float64Array {
  const count = law.length;
  const before = new Float64Array(count + 1);
  for (let i = 0; i < count; i += 1) before[i + 1] = before[i]! + law[i]!;
  // between the edges of cells the sum is a straight line
  const upTo = (edge: number) => {
    const at = Math.min(count, Math.max(0, edge));
    const i = Math.min(count - 1, Math.floor(at));
    return before[i]! + (at - i) * law[i]!;
  };
  return law.map((v, i) =>
    half > 0 ? (meanUpTo(upTo, i + half) - meanUpTo(upTo, i - half)) / (2 * half) : v,
  );
}

/** Over a cell that begins there. */
function meanUpTo(upTo: (edge: number) => number, from: number): number {
  return (upTo(from) + upTo(from + 1)) / 2;
}

/** How far to either side as much lies as is to be covered. */
function within(law: Float64Array): number {
  const middle = law.length >> 1;
  let inside = law[middle]!;
  for (let i = 1; i <= middle; i += 1) {
    const more = law[middle - i]! + law[middle + i]!;
    if (inside + more >= COVERED) return (i - 0.5 + (COVERED - inside) / more) / CELLS;
    inside += more;
  }
  return REACH;
}

/** The factor of each quantity that has a budget, by its name. */
export function coverageOf(
  budget: readonly BudgetLine[],
  exp: (x: number) => number,
): Readonly<Record<string, number>> {
  const names = new Set(budget.map(({ quantity }) => quantity));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      coverageFactor(
        budget.filter(({ quantity }) => quantity === name),
        exp,
      ),
    ]),
  );
}
