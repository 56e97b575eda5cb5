/**
 * What one of four samples a step apart counts for between the two in the middle (Catmull and Rom; Keys, doi:10.1109/TASSP.1981.1163711, with a = −½).
 * @param k of the sample: −1, 0, 1, 2
 * @param t of the way from sample 0 to sample 1
 */
export function cubicShare(k: number, t: number): number {
  switch (k) {
    case -1:
      return 0.5 * t * (-1 + t * (2 - t));
    case 0:
      return 1 + 0.5 * t * t * (-5 + 3 * t);
    case 1:
      return 0.5 * t * (1 + t * (4 - 3 * t));
    default:
      return 0.5 * t * t * (t - 1);
  }
}
