import {
  calibrationSettings,
  type CalibrationSettings,
} from '../../../src/core/calibrate/calibration-settings.ts';
import { cheap, ERROR } from '../calibration-cases.ts';
import { withPart } from '../part.ts';
import { settingsOf } from '../settings-of.ts';
import type { Stage } from '../stage.ts';

/** What leads to a fit; what is then made of it is the stage `calibration-judge`. */
export const stage: Stage<Omit<CalibrationSettings, 'judge' | 'report'>> = {
  ...{ error: ERROR, settings: settingsOf.calibration },
  cases: withPart(cheap, calibrationSettings),
};
