import { fitSettings, type FitSettings } from './fit/fit-settings.ts';
import { judgeSettings, type JudgeSettings } from './judge/judge-settings.ts';
import { locateSettings, type LocateSettings } from './locate/locate-settings.ts';
import { rigSettings, type RigSettings } from './model/rig-settings.ts';
import { prepareSettings, type PrepareSettings } from './prepare/prepare-settings.ts';
import { reportSettings, type ReportSettings } from './report/report-settings.ts';

/**
 * Every number of a calibration that one could tune: what each means and why it is what it is stands in the rooms that
 * use it. `bench/sensitivity.ts calibration` says what they do.
 */
export interface CalibrationSettings {
  readonly rig: RigSettings;
  readonly prepare: PrepareSettings;
  readonly locate: LocateSettings;
  readonly fit: FitSettings;
  readonly judge: JudgeSettings;
  readonly report: ReportSettings;
}

export const calibrationSettings: CalibrationSettings = {
  rig: rigSettings,
  prepare: prepareSettings,
  locate: locateSettings,
  fit: fitSettings,
  judge: judgeSettings,
  report: reportSettings,
};
