import { demodulationSettings, type DemodulationSettings } from '../demodulate/demodulation-settings.ts';
import { autofocusSettings, type AutofocusSettings } from '../focus/autofocus-settings.ts';
import { likelihoodSettings, type LikelihoodSettings } from '../likelihood/likelihood-settings.ts';
import { overlapSettings, type OverlapSettings } from '../overlap/overlap-settings.ts';
import { backgroundSettings, type BackgroundSettings } from '../phase/background-settings.ts';
import { unwrappingSettings, type UnwrappingSettings } from '../phase/unwrapping-settings.ts';
import { sidebandSettings, type SidebandSettings } from '../sideband/sideband-settings.ts';
import { smoothingSettings, type SmoothingSettings } from '../smooth-reference/smoothing-settings.ts';
import { noiseSettings, type NoiseSettings } from '../uncertainty/noise-settings.ts';
import { scatterSettings, type ScatterSettings } from '../uncertainty/scatter-settings.ts';
import { pupilSettings, type PupilRimSettings } from './pupil/pupil-settings.ts';
import { flagSettings, type FlagSettings } from './report/flag-settings.ts';

/** Every number of an off-axis reconstruction that one could tune, by stage. `bench/sensitivity.ts off-axis` says what each does. */
export interface OffAxisSettings {
  readonly sideband: SidebandSettings;
  readonly demodulation: DemodulationSettings;
  readonly overlap: OverlapSettings;
  readonly likelihood: LikelihoodSettings;
  readonly smoothing: SmoothingSettings;
  readonly background: BackgroundSettings;
  readonly pupil: PupilRimSettings;
  readonly focus: AutofocusSettings;
  readonly unwrapping: UnwrappingSettings;
  readonly noise: NoiseSettings;
  readonly scatter: ScatterSettings;
  readonly flags: FlagSettings;
}

export const offAxisSettings: OffAxisSettings = {
  sideband: sidebandSettings,
  demodulation: demodulationSettings,
  overlap: overlapSettings,
  likelihood: likelihoodSettings,
  smoothing: smoothingSettings,
  background: backgroundSettings,
  pupil: pupilSettings,
  focus: autofocusSettings,
  unwrapping: unwrappingSettings,
  noise: noiseSettings,
  scatter: scatterSettings,
  flags: flagSettings,
};
