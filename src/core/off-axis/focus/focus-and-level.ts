import { copyPlane } from '../../kernel/copy-plane.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { SmoothBackground } from '../../phase/background.ts';
import { divide } from '../../phase/smooth-series.ts';
import type { Recipe } from '../../recipe/values.ts';
import { level, type LevelledField, type ToLevel } from '../flatten/flatten.ts';
import type { FlattenSettings } from '../flatten/scatter-about-surface.ts';
import { withFirst } from '../pupil/to-pupil.ts';
import type { TwinChoice } from './choose-twin.ts';
import { focusField, type FieldToFocus, type FocusFieldSettings } from './focus-field.ts';

/**
 * Brings the field into focus and levels it. Where no background could be told from the sample before, one may be there: what of
 * it bends moves and blurs what is propagated, so it is taken out at the sensor and the field is focused again.
 */
export function focusAndLevel(
  kernels: Kernels,
  toFocus: FieldToFocus,
  recipe: Recipe,
  settings: FocusFieldSettings & FlattenSettings,
  of: Omit<ToLevel, 'z'>,
  onSample: (fraction: number) => void,
): LevelledField & { readonly twin: TwinChoice } {
  const { plane, rows, cols } = toFocus.field;
  using scope = kernels.scope();
  const atSensor = of.flat.fit ? null : scope.complex(plane.rows, plane.cols);
  if (atSensor) copyPlane(kernels, plane, atSensor);
  const focused = () => {
    const twin = focusField(kernels, toFocus, recipe, settings, onSample);
    return { twin, ...level(kernels, toFocus.field, recipe, settings, { ...of, z: twin.z }) };
  };
  const first = focused();
  const bent = first.levelled;
  if (!atSensor || !bent || bent.degree < 2) return first;
  copyPlane(kernels, atSensor, plane);
  const surfaceFor = (conjugate: boolean) => (conjugate ? bent.phase.map((c) => -c) : bent.phase);
  const there = surfaceFor(first.twin.conjugate);
  divide(kernels, plane, rows, cols, bent.degree, there, 0, new Float64Array([1]));
  const again = focused();
  const taken = again.twin.conjugate === first.twin.conjugate ? bent : conjugated(bent);
  return { ...again, levelled: again.levelled && withFirst(taken, again.levelled) };
}

/** The background of the twin. */
function conjugated(fit: SmoothBackground): SmoothBackground {
  const negated = (values: Float64Array) => values.map((c) => -c);
  const others = fit.others.map((one) => ({ ...one, coefficients: negated(one.coefficients) }));
  return { ...fit, phase: negated(fit.phase), others };
}
