/**
 * By what factor a sum over tiles is more uncertain than if each told something of its own. What one edge of a sample, or a bar, leaves lies
 * in neighbouring tiles: √ Σ uᵢ uⱼ ∕ Σ uᵢ² over each tile and its eight neighbours (Bayley and Hammersley, Suppl. J. R. Stat. Soc. 8, 184
 * (1946), doi:10.2307/2983560, for a series), and never less than 1.
 * @param left what each tile counts for in a sum: what it leaves of a fit by its weight, row by row
 * @param tilesX tiles side by side
 */
export function tilesTogether(left: Float64Array, tilesX: number): number {
  let [squares, products] = [0, 0];
  for (let t = 0; t < left.length; t += 1) {
    squares += left[t]! * left[t]!;
    const isFirst = t % tilesX === 0;
    const isLast = t % tilesX === tilesX - 1;
    const after = isLast ? 0 : left[t + 1]!;
    const below = left[t + tilesX] ?? 0;
    const before = isFirst ? 0 : (left[t + tilesX - 1] ?? 0);
    const beyond = isLast ? 0 : (left[t + tilesX + 1] ?? 0);
    products += left[t]! * (after + below + before + beyond);
  }
  return products > 0 ? Math.sqrt(1 + (2 * products) / squares) : 1;
}
