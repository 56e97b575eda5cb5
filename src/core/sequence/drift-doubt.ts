/**
 * rad²: by how much a drift's surface is open that was fitted to a grid of places. What it leaves knows nothing from one place to the next where
 * only noise is left; a sample that changes slowly over a part of the frame leaves what hangs together, the mean product of neighbours. A
 * surface takes of such a change about as much as it leaves, as the parts are few that it is free in.
 * @param left rad, what the surface leaves of each place, row by row; NaN of those that do not belong to it
 */
export function driftDoubt(left: Float64Array, cols: number): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < left.length; at++)
    for (const next of [(at + 1) % cols > 0 ? at + 1 : NaN, at + cols]) {
      const product = left[at]! * (left[next] ?? NaN);
      if (Number.isNaN(product)) continue;
      sum += product;
      count += 1;
    }
  return count > 0 ? Math.max(0, sum / count) : 0;
}
