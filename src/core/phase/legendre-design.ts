import { legendreDerivatives, legendreTerms, legendreValues } from './legendre.ts';
import type { Slopes, Tiles } from './tiles.ts';

/** P_a(y) P_b(x) of every tile (rows) for every term (columns) up to a total degree. */
export function legendreDesign(tiles: Tiles, degree: number): Float64Array {
  const terms = legendreTerms(degree);
  const px = Array.from(tiles.x, (x) => legendreValues(x, degree));
  const py = Array.from(tiles.y, (y) => legendreValues(y, degree));
  const design = new Float64Array(tiles.count * terms.length);
  let at = 0;
  for (const ofY of py) for (const ofX of px) for (const { a, b } of terms) design[at++] = ofY[a]! * ofX[b]!;
  return design;
}

/**
 * Slopes per sample of every term but the constant: first the rows of the slopes along x of every tile, then those
 * along y, each where it was measured.
 * @param perSampleX Legendre coordinate from one sample to the next
 */
export function slopeDesign(
  tiles: Tiles,
  slopes: Slopes,
  degree: number,
  perSampleX: number,
  perSampleY: number,
): Float64Array {
  const terms = legendreTerms(degree).slice(1);
  const px = Array.from(tiles.x, (x) => legendreValues(x, degree));
  const py = Array.from(tiles.y, (y) => legendreValues(y, degree));
  const dx = Array.from(tiles.x, (x) => legendreDerivatives(x + slopes.aheadX, degree));
  const dy = Array.from(tiles.y, (y) => legendreDerivatives(y + slopes.aheadY, degree));
  const design = new Float64Array(2 * tiles.count * terms.length);
  let alongX = 0;
  let alongY = tiles.count * terms.length;
  for (let j = 0; j < py.length; j++) {
    for (let i = 0; i < px.length; i++) {
      for (const { a, b } of terms) {
        design[alongX++] = py[j]![a]! * dx[i]![b]! * perSampleX;
        design[alongY++] = dy[j]![a]! * px[i]![b]! * perSampleY;
      }
    }
  }
  return design;
}
