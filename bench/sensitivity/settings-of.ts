import { calibrationSettings } from '../../src/core/calibrate/calibration-settings.ts';
import { evidenceSettings } from '../../src/core/evidence/evidence-settings.ts';
import { alignSettings } from '../../src/core/inline/align/align-settings.ts';
import { inlineBackgroundSettings } from '../../src/core/inline/background/background-settings.ts';
import { focusSettings } from '../../src/core/inline/focus/focus-settings.ts';
import { responseSettings } from '../../src/core/inline/response/response-settings.ts';
import { retrievalSettings } from '../../src/core/inline/retrieve/retrieval-settings.ts';
import { uncertaintySettings } from '../../src/core/inline/uncertainty/uncertainty-settings.ts';
import { lightSettings } from '../../src/core/light/light-settings.ts';
import { offAxisSettings } from '../../src/core/off-axis/off-axis-settings.ts';
import { sidebandSettings } from '../../src/core/sideband/sideband-settings.ts';

const { judge, report, ...calibration } = calibrationSettings;

/** What each stage varies, by the name of its file in `stages/`. */
export const settingsOf = {
  calibration,
  'calibration-judge': { judge, report },
  'inline-focus': focusSettings,
  'inline-light': { light: lightSettings, align: alignSettings },
  'inline-retrieval': {
    retrieval: retrievalSettings,
    uncertainty: uncertaintySettings,
    background: inlineBackgroundSettings,
  },
  'inline-response': responseSettings,
  'off-axis': offAxisSettings,
  sideband: sidebandSettings,
  evidence: evidenceSettings,
};
