import { median } from './markdown-table.ts';

/** How a phase lies to what is stated of it, in one recording of known truth. */
export interface SigmaScore {
  /** root mean square of error / σ over the pixels that are not marked */
  readonly ratio: number;
  /** shares of them, and of all */
  readonly within: number;
  readonly marked: number;
  /** off by a turn with σ below 1 rad */
  readonly turns: number;
  readonly sigma: number;
  /** of pairs of regions: the difference of their mean errors over what is stated for it */
  readonly differences: readonly number[];
}

const average = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
export const percent = (part: number, digits = 0) => `${(100 * part).toFixed(digits)} %`;
export const withinTwo = (differences: readonly number[]) =>
  percent(differences.filter((d) => d < 2).length / differences.length);

/** What {@link rowOfScores} has in its cells. */
export const scoreColumns = [
  ...['median σ (rad)', 'error / σ, median', 'single rigs', 'pixels within 2 σ'],
  ...['pixels marked', 'most off by a turn, σ < 1', 'differences within 2 σ'],
];

/** A row of several rigs. */
export function rowOfScores(scores: readonly SigmaScore[]): string[] {
  const ratios = scores.map(({ ratio }) => ratio);
  return [
    median(scores.map(({ sigma }) => sigma)).toFixed(3),
    median(ratios).toFixed(2),
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    percent(average(scores.map(({ within }) => within)), 1),
    percent(average(scores.map(({ marked }) => marked)), 1),
    percent(Math.max(...scores.map(({ turns }) => turns)), 2),
    withinTwo(scores.flatMap(({ differences }) => differences)),
  ];
}
