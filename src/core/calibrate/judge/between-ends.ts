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
 * Whether a cell of a frame lies where lines of a scale do, each from one end to the other and half a division wide on either side.
 * @param elsewhere where the frame shows no line, as beyond it: `strip`, from the farthest end to the farthest; `none`, nowhere
 */
export function isBetweenEnds(
  { fit, subject: { model }, measured: { rows, cols, cell } }: Pick<FinalFit, 'fit' | 'subject' | 'measured'>,
  elsewhere: 'strip' | 'none',
): (row: number, col: number) => boolean {
  const place = fit.state.places[0]!;
  const [a, b, c, d, e, f] = place;
  const determinant = a * e - b * d;
  const division = model.lattices[0]!.a.x_um;
  const ends = new Map<number, readonly [number, number]>();
  for (const { shape } of model.areas(seenBox(place, cols * cell, rows * cell))) {
    const { left_um, right_um, top_um, bottom_um } = boundsOf(shape);
    ends.set(Math.round((left_um + right_um) / 2 / division), [top_um, bottom_um]);
  }
  const all = [...ends.values()];
  const farthest = [
    Math.min(...all.map(([top]) => top)),
    Math.max(...all.map(([, bottom]) => bottom)),
  ] as const;
  const nowhere = [Infinity, -Infinity] as const;
  return (row, col) => {
    const [u, v] = [(col + 0.5) * cell - 0.5 - c, (row + 0.5) * cell - 0.5 - f];
    const own = ends.get(Math.round((e * u - b * v) / determinant / division));
    const [top, bottom] = own ?? (elsewhere === 'strip' ? farthest : nowhere);
    const y = (a * v - d * u) / determinant;
    return y >= top && y <= bottom;
  };
}

/** Of a scale: what its drawing explains where its lines are. Figures stand beyond the ends, and are in no drawing. */
export function explainedBetweenEnds(final: FinalFit): ExplainedPart {
  const { fit, measured } = final;
  const isBetween = isBetweenEnds(final, 'none');
  const { cols } = measured;
  const weight = fit.left.weight.map((own, i) => (isBetween(Math.floor(i / cols), i % cols) ? own : 0));
  if (!weight.some((w) => w > 0)) return { explained: 0, meanSquare: fit.meanSquare };
  const { square } = fit.left;
  return { explained: explainedShare(measured, square, weight), meanSquare: lossOf(square, weight) };
}
