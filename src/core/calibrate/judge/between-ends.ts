import { boundsOf } from '../../targets/shape.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import { explainedShare, lossOf } from '../fit/residuals.ts';
import { seenBox } from './features.ts';

/** What a drawing explains of a frame or a part of it, and the weighted mean square of what it leaves there. */
export interface ExplainedPart {
  readonly explained: number;
  readonly meanSquare: number;
}

/**
 * Of a scale: what its drawing explains where its lines are, each from one end to the other and half a division wide on either side. Figures
 * stand beyond the ends, and are in no drawing.
 */
export function explainedBetweenEnds({ fit, subject, measured }: FinalFit): ExplainedPart {
  const { rows, cols, cell } = measured;
  const { model } = subject;
  const place = fit.state.places[0]!;
  const [a, b, c, d, e, f] = place;
  const determinant = a * e - b * d;
  const division = model.lattices[0]!.a.x_um;
  const ends = new Map<number, readonly [number, number]>();
  for (const { shape } of model.areas(seenBox(place, cols * cell, rows * cell))) {
    const { left_um, right_um, top_um, bottom_um } = boundsOf(shape);
    ends.set(Math.round((left_um + right_um) / 2 / division), [top_um, bottom_um]);
  }
  const weight = fit.left.weight.slice();
  for (let row = 0, i = 0; row < rows; row += 1)
    for (let col = 0; col < cols; col += 1, i += 1) {
      const [u, v] = [(col + 0.5) * cell - 0.5 - c, (row + 0.5) * cell - 0.5 - f];
      const own = ends.get(Math.round((e * u - b * v) / determinant / division));
      const y = (a * v - d * u) / determinant;
      if (!own || y < own[0] || y > own[1]) weight[i] = 0;
    }
  if (!weight.some((w) => w > 0)) return { explained: 0, meanSquare: fit.meanSquare };
  const { square } = fit.left;
  return { explained: explainedShare(measured, square, weight), meanSquare: lossOf(square, weight) };
}
