import {
  calibrationSettings,
  type CalibrationSettings,
} from '../../../src/core/calibrate/calibration-settings.ts';
import { all, ERROR } from '../calibration-cases.ts';
import { withPart } from '../part.ts';
import { settingsOf } from '../settings-of.ts';
import type { Stage } from '../stage.ts';

/** What is made of a fit: whether it is believed, and what is said of it. */
export const stage: Stage<Pick<CalibrationSettings, 'judge' | 'report'>> = {
  ...{ error: ERROR, settings: settingsOf['calibration-judge'] },
  cases: withPart(all, calibrationSettings),
};
