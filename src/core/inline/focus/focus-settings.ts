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
  readonly settle: SettleSettings;
  readonly doubts: FocusDoubtSettings;
  readonly opinion: OpinionSettings;
}

/** Whether metrics or phase retrieval tell the distance. */
export interface SettleSettings {
  /** a cost that rises by this share of it over a third of a depth tells the distance */
  readonly clearRise: number;
  /** one that rises by a smaller share says nothing */
  readonly noRise: number;
  /** where nothing is clear, metrics of this strength are still the better guess; weaker ones say nothing */
  readonly betterThanNothing: number;
}

/** What a person should look at. */
export interface FocusDoubtSettings {
  /** a rival that costs no more than this share more than the cheapest could as well be the focus */
  readonly asGood: number;
  /** the same for one that the metrics show as well */
  readonly asGoodIfSharp: number;
  /** share of the focus's strength above which they do */
  readonly rivalStrength: number;
  /** share of the frame's power: with less signal there is no hologram to focus */
  readonly leastSignal: number;
}

/** The dark rings of the spectrum, where metrics and phase retrieval left a doubt. */
export interface OpinionSettings {
  /** share of the range's ends that rings are looked for beyond them at most */
  readonly beyond: number;
  /** depths: nearer to the sensor there are no rings; the metrics' own limit shuts out what rings still tell */
  readonly nearest: number;
  /** rings decide where they are so much likelier (logarithm, over the scatter) than none, */
  readonly gain: number;
  /** than any other distance, */
  readonly ahead: number;
  /** and this share of them is there */
  readonly modulation: number;
  /** an uncertain distance so far behind (the same logarithm) is not the better guess */
  readonly behind: number;
  /** a refocused object that departs more from the undisturbed beam is not weak, and its rings are no measure */
  readonly mostDeparture: number;
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
  settle: {
    clearRise: 0.02,
    noRise: 0.002,
    betterThanNothing: 0.05,
  },
  doubts: {
    asGood: 0.05,
    asGoodIfSharp: 0.15,
    rivalStrength: 0.5,
    leastSignal: 0.005,
  },
  opinion: {
    beyond: 0.3,
    nearest: 0.05,
    gain: 15,
    ahead: 8,
    modulation: 0.75,
    behind: 2,
    mostDeparture: 0.9,
    leastParts: 9,
    spread: 0.35,
  },
};
