/** What every stage asks evidence by: over frames of the light in line, of off-axis phases and of calibrations. */
import type { EvidenceSettings } from '../../../src/core/evidence/evidence-settings.ts';
import { offAxisSettings } from '../../../src/core/off-axis/off-axis-settings.ts';
import { calibrationSettings } from '../../../src/core/calibrate/calibration-settings.ts';
import { cheap } from '../calibration-cases.ts';
import { rareCases } from '../off-axis-rare.ts';
import { settingsOf } from '../settings-of.ts';
import type { Outcome, Stage } from '../stage.ts';
import { withShared } from '../vary.ts';
import { stage as light } from './inline-light.ts';

type Cases = Readonly<Record<string, (settings: EvidenceSettings) => Outcome>>;

/** The cases of a stage, all of whose other settings stay as they are. */
function of<S extends object>(
  name: string,
  cases: Readonly<Record<string, (settings: S) => Outcome>>,
  settings: S,
): Cases {
  return Object.fromEntries(
    Object.entries(cases).map(([label, run]) => [
      `${name}: ${label}`,
      (evidence: EvidenceSettings) => run(withShared(settings, evidence)),
    ]),
  );
}

export const stage: Stage<EvidenceSettings> = {
  error: 'that of the stage whose case it is',
  settings: settingsOf.evidence,
  cases: {
    ...of('light', light.cases, light.settings),
    ...of('off-axis', rareCases, offAxisSettings),
    ...of('calibration', cheap, calibrationSettings),
  },
};
