import { isLarge } from '../fit/part-of-frame.ts';
import { binned, type MeasuredLight } from '../model/measured.ts';
import type { CalibrationRequest } from '../model/nominal.ts';
import type { Subject } from '../model/predict.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import { onFinestCells, searchedPart, overWhole } from './in-the-middle.ts';
import { ALIKE, cellFactors, search, worth, type Located, type Search } from './locate.ts';
import { withAll } from './with-all.ts';

/** What a search comes to, and of which drawing. */
export type FoundWidth = ReturnType<typeof search> & { readonly subject: Subject };

/**
 * A search, of areas of unknown width once for each width that is thought of. In-line a wrong one may fit better as drawn than the right one does, at another
 * distance: they are compared by what each explains with its width fitted along. Off-axis phases show where edges lie: a fit comes from the width that is drawn to
 * others by itself, and rulings are compared as drawn; before a pupil is known, widths that are fitted make up for it (dots of 0.4: 31 % off).
 */
export function searchAnyWidth(own: Search, measured: MeasuredLight): FoundWidth {
  const middle = searchedPart(own, measured);
  const seen = middle ?? measured;
  const found = amongWidths(own, seen);
  const asked = { ...own, subject: found.subject };
  const located = isLarge(found.subject.model, seen)
    ? onFinestCells(asked, found.located, seen)
    : found.located;
  return middle
    ? { ...found, located: overWhole(asked, located, middle, measured), measured }
    : { ...found, located };
}

function amongWidths(own: Search, measured: MeasuredLight): FoundWidth {
  const { model } = own.subject;
  const isRuling = model.lattices.every(({ b }) => !b);
  const { otherWidths = [] } = measured.im === null || isRuling ? model : {};
  const searched = [model, ...otherWidths].map((drawn): FoundWidth => {
    const subject = { ...own.subject, model: drawn };
    return { ...search({ ...own, subject }, measured), subject };
  });
  if (searched.length === 1) return searched[0]!;
  const worthOf = (located: Located) => worth(located, own.nominal, own.settings.locate.outsideCosts);
  const values = searched.map((one) => {
    if (measured.im !== null) return one.located.fit.explained;
    const fitted = widthFitted({ ...own, subject: one.subject }, one);
    // where the light is in higher orders, coarse cells may lose what finer ones have explained already
    return Math.max(worthOf(fitted), worthOf(one.located));
  });
  const left = 1 - Math.max(...values);
  // from several of them a fit may come to the same: the one that fits best as it is drawn is the next to it
  const alike = searched.filter((_, k) => 1 - values[k]! <= (1 + ALIKE) * left);
  const explained = ({ located }: FoundWidth) => located.fit.explained;
  return alike.reduce((a, b) => (explained(b) > explained(a) ? b : a));
}

/** On cells that a search begins with: they show how wide things are, and cost little. */
function widthFitted(own: Search, { located: { fit }, measured }: FoundWidth): Located {
  const [factor] = cellFactors(measured, own.subject.model, own.nominal);
  const level = { fit, measured: binned(measured, factor!) };
  return withAll(own, level, isLarge(own.subject.model, measured));
}

/** The request with each other width of a target's areas, off-axis, where a fit did not come from the drawn one to it: as drawn, a wrong one may fit best. */
export function widthsLeft(model: TargetModel, request: CalibrationRequest): CalibrationRequest[] {
  const { otherWidths = [], lattices } = model;
  if (request.recipe.holography_mode !== 'off-axis' || lattices.some(({ b }) => !b)) return [];
  return otherWidths.map((drawn) => {
    // begun with this one, a fit may come to any of them as well
    const own = { ...drawn, otherWidths: [model, ...otherWidths] };
    return { ...request, target: { ...request.target, model: () => own } };
  });
}
