import { evidenceSettings, type EvidenceSettings } from '../evidence/evidence-settings.ts';
/** When one step of scoring towards the likeliest field is taken, and how. */
export interface LikelihoodSettings {
  /** times the noise floor: a part of the spectrum beside the sidebands that is louder belongs to the light, not to the noise */
  readonly loud: number;
  /**
   * visibility from which on darker fringes are not counted on: how dark they are is not known well enough where a step
   * begins. Of simulated cells with full visibility the step reaches what is stated for this one
   */
  readonly mostVisibility: number;
  /** share of the mean variance that each pixel is taken to have at least: no pixel may decide alone */
  readonly leastVariance: number;
  /** share of each side at whose ends nothing is judged by */
  readonly border: number;
  /** correlation of neighbouring pixels' residuals up to which they are the camera's noise */
  readonly mostCorrelation: number;
  /** square of what the step changes over what noise alone lets it change, up to which the model is believed */
  readonly mostChange: number;
  /** expected gain of the phase's standard deviation below which the step is not worth its risk */
  readonly leastGain: number;
  /** Fourier pixels: lower frequencies belong to uneven light */
  readonly leastBins: number;
  /** the autocorrelation term has to be proven against the noise */
  readonly evidence: EvidenceSettings;
}

/** Chosen on the cases of `bench/accuracy/likelihood.ts`, seeds 1 and 2. */
export const likelihoodSettings: LikelihoodSettings = {
  loud: 10,
  mostVisibility: 0.95,
  leastVariance: 0.05,
  border: 0.05,
  mostCorrelation: 0.05,
  mostChange: 1.5,
  leastGain: 0.01,
  leastBins: 3,
  evidence: evidenceSettings,
};
