import { evidenceSettings, type EvidenceSettings } from '../../evidence/evidence-settings.ts';
import { contrastSettings, type ContrastSettings } from '../optics/contrast-settings.ts';
import { metricsSettings, type MetricsSettings } from './metrics/metrics-settings.ts';
import { modelSettings, type ModelSettings } from './model/model-settings.ts';
import { ringSettings, type RingSettings } from './rings/ring-settings.ts';

/**
 * Finding the distance of an in-line hologram. Chosen on simulated holograms of `bench/accuracy/inline-focus.ts` and the
 * recordings of `bench/accuracy/inline-sets.ts`. Depths are depths of field λ / NA² of what is resolved at the distance.
 */
export interface FocusSettings {
  readonly contrast: ContrastSettings;
  readonly metrics: MetricsSettings;
  readonly model: ModelSettings;
  readonly rings: RingSettings;
  readonly doubts: FocusDoubtSettings;
  readonly opinion: OpinionSettings;
}

/** What a person should look at. */
export interface FocusDoubtSettings {
  /** a rival that costs no more than this share more than the cheapest could as well be the focus */
  readonly asGood: number;
  /** share of the frame's power: with less signal there is no hologram to focus */
  readonly leastSignal: number;
}

/** The dark rings of the spectrum, where metrics and phase retrieval left a doubt. */
export interface OpinionSettings {
  /** share of the range's ends that rings are looked for beyond them at most */
  readonly beyond: number;
  /** rings decide where this share of them is there, and evidence says so */
  readonly modulation: number;
  /**
   * a logarithm of how much likelier one thing is than another is half the square of standard deviations: no other
   * distance may explain the spectrum within the reach of noise, nor is one within it a worse guess, and rings must be proven, as
   * they are looked for at hundreds of distances
   */
  readonly evidence: EvidenceSettings;
  /** parts of the frame at least: among fewer nothing is spread */
  readonly leastParts: number;
  /** share of the parts that would hold all of the light if it were even among them: above it objects are many */
  readonly spread: number;
}

export const focusSettings: FocusSettings = {
  contrast: contrastSettings,
  metrics: metricsSettings,
  model: modelSettings,
  rings: ringSettings,
  doubts: {
    asGood: 0.05,
    leastSignal: 0.005,
  },
  opinion: {
    beyond: 0.3,
    modulation: 0.75,
    evidence: evidenceSettings,
    leastParts: 9,
    spread: 0.35,
  },
};
