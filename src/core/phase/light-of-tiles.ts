import { TUKEY_REACH, type RobustFit } from '../fit/robust.ts';

/**
 * The modulus above which half of the light lies: of an even frame the median, of one that is dark but for some parts
 * that of these parts.
 * @param moduli of places of one size, none negative
 * @returns 0 where there are none
 */
export function medianOfLight(moduli: Float64Array): number {
  const sorted = moduli.toSorted();
  const half = sorted.reduce((sum, m) => sum + m * m, 0) / 2;
  let light = 0;
  return sorted.find((m) => (light += m * m) >= half) ?? 0;
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
  const held = weight.reduce((sum, w) => sum + (w > 0 ? 1 : 0), 0);
  return held >= times * chanceOfLevel(scale) * candidates;
}
