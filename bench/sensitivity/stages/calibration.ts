import {
  calibrationSettings,
  type CalibrationSettings,
} from '../../../src/core/calibrate/calibration-settings.ts';
import { cheap, ERROR } from '../calibration-cases.ts';
import { withPart } from '../part.ts';
import type { Stage } from '../stage.ts';

const { judge: _judge, report: _report, ...settings } = calibrationSettings;

/** What leads to a fit; what is then made of it is the stage `calibration-judge`. */
export const stage: Stage<Omit<CalibrationSettings, 'judge' | 'report'>> = {
  ...{ error: ERROR, settings },
  cases: withPart(cheap, calibrationSettings),
};
