import { conjugateGradients } from './conjugate-gradients.ts';
import { unknowns, type FringeModel, type Unknowns } from './fringe-model.ts';
import type { OverlapSettings } from './overlap-settings.ts';

/** Where Gauss–Newton ended. */
export interface FittedFringes {
  readonly at: Unknowns;
  /** Σ e² over the variance, per pixel, at the start and after each round */
  readonly misfits: readonly number[];
  /** a first round left too much */
  readonly gaveUp: boolean;
  /** what the last round changed of the spectrum */
  readonly lastChange: Float64Array;
}

/** Least share of a step that is tried. */
const LEAST_STEP = 0.02;

/**
 * The least weighted squares of the intensity, by Gauss–Newton from a start. The model ends at that point. It gives up after a
 * round that leaves too much.
 * @param unit the misfit that noise alone leaves
 */
export function fitFringes(
  model: FringeModel,
  start: Unknowns,
  unit: number,
  { innerRounds, mostLeft }: Pick<OverlapSettings, 'innerRounds' | 'mostLeft'>,
): FittedFringes {
  const gradient = unknowns(start.spectrum.length / 2);
  const per = ({ misfit, count }: { readonly misfit: number; readonly count: number }) => misfit / count;
  let at = start;
  let lastChange = start.spectrum;
  const misfits = [per(model.moveTo(at, gradient))];
  for (const rounds of innerRounds) {
    const change = conjugateGradients(model, gradient, rounds);
    const surfaces = model.coefficients(change.surfaces);
    const last = misfits.at(-1)!;
    let step = 2;
    let next: Unknowns;
    let misfit: number;
    do {
      step /= 2;
      next = moved(at, change.spectrum, surfaces, step);
      misfit = per(model.moveTo(next, gradient));
    } while (!(misfit < last) && step > LEAST_STEP);
    if (!(misfit < last)) {
      model.moveTo(at, gradient);
      break;
    }
    at = next;
    lastChange = change.spectrum.map((value) => step * value);
    misfits.push(misfit);
    if (misfits.length === 2 && misfit > mostLeft * unit) return { at, misfits, lastChange, gaveUp: true };
  }
  return { at, misfits, lastChange, gaveUp: false };
}

function moved(from: Unknowns, spectrum: Float64Array, surfaces: Float64Array, step: number): Unknowns {
  return {
    spectrum: from.spectrum.map((value, k) => value + step * spectrum[k]!),
    surfaces: from.surfaces.map((value, k) => value + step * surfaces[k]!),
  };
}
