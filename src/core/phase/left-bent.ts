import type { DegreeSettings } from './background-settings.ts';
import { legendreDesign, legendreTerms } from './legendre.ts';
import { solvedByFirst, surfaceEquations } from './surface-equations.ts';
import type { TilePlaces } from './tiles.ts';

/**
 * Whether what a plane leaves of a background's phases is a surface still: fitted to every other patch of the frame, one of
 * higher degree predicts the patches between better than chance can. What each tile has for itself predicts nothing.
 * @param left rad, per tile
 * @param weight 0 leaves a tile out
 * @param degrees of the surfaces that are tried, beyond 1
 */
export function leftBent(
  tiles: TilePlaces,
  left: Float64Array,
  weight: Float64Array,
  degrees: readonly number[],
  { patches, evidence }: DegreeSettings,
): boolean {
  const highest = Math.max(...degrees);
  const columns = legendreTerms(highest).length;
  const design = legendreDesign(tiles, highest);
  const colour = coloursOf(tiles, patches);
  const halves = [0, 1].map((half) =>
    surfaceEquations(design, columns, left, (t) => (weight[t]! > 0 && colour[t] === half ? 1 : 0)),
  );
  const missed = (degree: number) => {
    const m = legendreTerms(degree).length;
    const fits = halves.map((half) => solvedByFirst(half, m));
    let sum = 0;
    for (let t = 0; t < left.length; t++) {
      if (weight[t] === 0) continue;
      const fit = fits[1 - colour[t]!];
      if (!fit) return Infinity;
      let off = left[t]!;
      for (let k = 0; k < m; k++) off -= fit[k]! * design[t * columns + k]!;
      sum += off * off;
    }
    return sum;
  };
  const count = weight.reduce((sum, w) => sum + (w > 0 ? 1 : 0), 0);
  // squares of so many tiles scatter by √(2 / n)
  const most = missed(1) * (1 - evidence.clear * Math.sqrt(2 / count));
  return degrees.some((degree) => missed(degree) < most);
}

/** Black or white, as patches lie on a chessboard. */
function coloursOf({ count, x, y }: TilePlaces, patches: number): Uint8Array {
  const patch = (place: number) => Math.min(patches - 1, Math.floor(((place + 1) / 2) * patches));
  const [across, down] = [Array.from(x, patch), Array.from(y, patch)];
  return Uint8Array.from(
    { length: count },
    (_, t) => (across[t % x.length]! + down[Math.floor(t / x.length)]!) % 2,
  );
}
