import type { Area, TargetModel } from '../targets/target-model.ts';
import type { Calibration } from '../rig/calibration.ts';
import { Problem } from '../problem/problem.ts';
import type { FinalFit } from './fit/final-fit.ts';
import type { SceneFit } from './fit/fit-scene.ts';
import { picturesOf, shownOf, type Features, type Pictures } from './judge/features.ts';
import type { MeasuredLight } from './model/measured.ts';
import type { Subject } from './model/predict.ts';
import type { Prepared } from './prepare/prepared.ts';
import { focusedAmplitude } from './report/focused-amplitude.ts';

/** Where a target was looked for that was not found there: what a picture of it needs. */
export interface Attempt extends Pick<Calibration, 'amplitude' | 'model' | 'target_to_frame' | 'features'> {
  readonly features_found: number;
  readonly features_expected: number;
}

/** A refusal that can be looked at; its picture is made when it is. */
export class NotRecognised extends Problem {
  readonly #look: () => Attempt;
  constructor(detail: string, look: () => Attempt) {
    super('TARGET_NOT_RECOGNISED', detail);
    this.#look = look;
  }

  get attempt(): Attempt {
    return this.#look();
  }
}

/** Of a fit that is not believed. */
export function attemptOf(
  model: TargetModel,
  { fit, measured }: FinalFit,
  pictures: Pictures,
  features: Features,
  prepared: Prepared,
): Attempt {
  return {
    ...{ model, target_to_frame: fit.state.places[0]!, features: shownOf(features) },
    amplitude: focusedAmplitude(pictures, measured, prepared.crop),
    ...{ features_found: features.found, features_expected: features.expected },
  };
}

/** Of the best place of a search that came to nothing. */
export function hopeless(
  subject: Subject,
  fit: SceneFit,
  measured: MeasuredLight,
  expected: readonly Area[],
  { crop }: Prepared,
): Attempt {
  return {
    ...{ model: subject.model, target_to_frame: fit.state.places[0]!, features: [] },
    amplitude: focusedAmplitude(picturesOf({ fit, subject, measured }), measured, crop),
    ...{ features_found: 0, features_expected: expected.length },
  };
}
