/**
 * Deviations that are foretold: an object of some extent has rings of its own in its spectrum, evenly spaced, and two periods would
 * need four. More find rings that are not even as well, which the distance makes.
 */
const FORETELLING = 4;

/**
 * Mean square of what is left of a row of deviations that the ones before each do not foretell (Yule and Walker's equations by
 * Levinson's recursion, doi:10.1002/sapm1946251261).
 */
export function unforetold(deviations: Float64Array): number {
  const count = deviations.length;
  const moment = (lag: number) => {
    let sum = 0;
    for (let r = lag; r < count; r += 1) sum += deviations[r]! * deviations[r - lag]!;
    return sum / count;
  };
  const moments = Array.from({ length: FORETELLING + 1 }, (_, lag) => moment(lag));
  let left = moments[0]!;
  let weights: number[] = [];
  for (let order = 1; order <= FORETELLING && left > 0; order += 1) {
    const known = weights.reduce((sum, weight, k) => sum + weight * moments[order - 1 - k]!, 0);
    const next = (moments[order]! - known) / left;
    weights = [...weights.map((weight, k) => weight - next * weights[order - 2 - k]!), next];
    left *= 1 - next * next;
  }
  return Math.max(0, left);
}
