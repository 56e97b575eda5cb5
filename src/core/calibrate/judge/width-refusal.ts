import { shortestPeriod } from '../../targets/marks.ts';
import { boundsOf } from '../../targets/shape.ts';
import type { Area, TargetModel } from '../../targets/target-model.ts';
import type { JudgeSettings } from './judge-settings.ts';

/**
 * Why lines as wide as a fit has them are not those of a target whose width nobody has published, or null. Any of the widths that are thought of may be as far off
 * as that of a single one: a fit that began with lines of 2.5 µm came to 6 µm, next to the 5 µm of the catalogue.
 * @param fitted the drawing that the fit began with
 * @param known the same as catalogued, first, and of each other width that is thought of
 */
export function widthRefusal(
  fitted: TargetModel,
  known: readonly TargetModel[],
  wider_um: number,
  { width, bandWidthOff }: Pick<JudgeSettings, 'width' | 'bandWidthOff'>,
): string | null {
  if (fitted.edgesKnown || wider_um === 0) return null;
  const own = lineOf(fitted);
  const lines = known.flatMap((drawn) => lineOf(drawn) ?? []);
  if (!own || lines.length === 0) return null;
  const drawn = lines[0]!.drawn;
  const widths = lines.map((line) => line.drawn / drawn);
  const [less, more] = own.isBand ? [1 - bandWidthOff, 1 + bandWidthOff] : [1 / width, width];
  const [least, most] = [less * Math.min(...widths), more * Math.max(...widths)];
  // clear openings grow at the cost of the lines between them
  const ratio = (own.drawn + (fitted.ground.kind === 'opaque' ? -wider_um : wider_um)) / drawn;
  if (ratio >= least && ratio <= most) return null;
  return `Lines ${ratio.toFixed(2)} × as wide as drawn would fit best; this target has ${least.toFixed(2)} to ${most.toFixed(2)}.`;
}

/** The first line of a drawing. */
function lineOf(model: TargetModel): { readonly drawn: number; readonly isBand: boolean } | null {
  // a lattice shows all it has in two periods, and in a centimetre millions of them
  const reach = 2 * (shortestPeriod(model) ?? 5000);
  const [area] = model.areas({ left_um: -1e-3, right_um: reach, top_um: -1e-3, bottom_um: reach });
  return area ? { drawn: drawnWidth(model, area), isBand: area.shape.kind === 'band' } : null;
}

function drawnWidth(model: TargetModel, { shape }: Area): number {
  if (shape.kind === 'band') return shape.width_um;
  const { left_um, right_um, top_um, bottom_um } = boundsOf(shape);
  const side = Math.min(right_um - left_um, bottom_um - top_um);
  const [lattice] = model.lattices;
  if (model.ground.kind !== 'opaque' || !lattice) return side;
  return Math.sqrt(lattice.a.x_um * lattice.a.x_um + lattice.a.y_um * lattice.a.y_um) - side;
}
