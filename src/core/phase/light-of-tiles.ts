import { TUKEY_REACH, type RobustFit } from '../fit/robust.ts';

/**
 * The modulus above which half of the light lies: of an even frame the median, of one that is dark but for some parts
 * that of these parts.
 * @param moduli of places of one size, none negative
 * @returns 0 where there are none
 */
export function medianOfLight(moduli: Float64Array): number {
  const sorted = moduli.toSorted();
  let all = 0;
  for (const m of sorted) all += m * m;
  let light = 0;
  for (const m of sorted) if ((light += m * m) >= all / 2) return m;
  return 0;
}

/**
 * Share of phases drawn at random that a robust fit would take for inliers of one level.
 * @param scale rad, standard deviation of the inliers as the fit has it
 */
export function chanceOfLevel(scale: number): number {
  return Math.min(1, (2 * TUKEY_REACH * scale) / (2 * Math.PI));
}

/** Whether a level holds so many times as many tiles as phases anywhere would put there. */
export function levelStandsOut(
  { weight, scale }: Pick<RobustFit, 'weight' | 'scale'>,
  candidates: number,
  times: number,
): boolean {
  let held = 0;
  for (const w of weight) if (w > 0) held++;
  return held >= times * chanceOfLevel(scale) * candidates;
}
