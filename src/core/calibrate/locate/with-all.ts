import { STEPS_ANEW, fitScene, type SceneFit } from '../fit/fit-scene.ts';
import type { FitSettings } from '../fit/fit-settings.ts';
import { endlessOptics, isLarge } from '../fit/part-of-frame.ts';
import { allUnknowns } from '../fit/unknowns.ts';
import { foldOf, marginOf } from '../model/margin.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import { Optics } from '../model/optics.ts';
import type { Subject } from '../model/predict.ts';

/** Camera pixels at the frame’s edge: a step of a search that moves nothing by more is the last. */
export const ENOUGH_PX = 0.1;

/** A fit, and the cells that it is of. */
interface OnCells {
  readonly fit: SceneFit;
  readonly measured: MeasuredLight;
}

/** What a search has for each of its fits. */
interface Asked {
  readonly subject: Subject;
  readonly nominal: Nominal;
  readonly settings: { readonly fit: FitSettings };
  readonly onStep: () => void;
}

/**
 * A fit on the same cells with its widths, its contrast and all else that finer cells are fitted by.
 * @param large whether the frame that the cells are of is
 */
export function withAll(
  { subject, nominal, settings, onStep }: Asked,
  { fit, measured }: OnCells,
  large = isLarge(subject.model, measured),
): OnCells {
  const { kernels, model, medium_wavelength_um } = subject;
  const margin = marginOf(measured, nominal, settings.fit.ringing);
  const optics = large
    ? endlessOptics(subject, measured, fit.state.places[0]!)
    : new Optics(kernels, measured, medium_wavelength_um, margin, foldOf(measured));
  const options = {
    ...{ unknowns: allUnknowns(model, 1), iterations: STEPS_ANEW },
    ...{ onStep, enough: ENOUGH_PX, settings: settings.fit },
  };
  return { fit: fitScene(subject, measured, optics, fit, options), measured };
}
