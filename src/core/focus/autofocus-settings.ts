import { evidenceSettings, type EvidenceSettings } from '../evidence/evidence-settings.ts';
/** How the distance is searched at which a field is sharpest. Lengths in depths of field. */
export interface AutofocusSettings {
  readonly search: {
    /** distances on the first level */
    readonly steps: number;
    /** every level steps so much finer than the one before … */
    readonly refinement: number;
    /** … around its candidates, so many of its steps to either side … */
    readonly reach: number;
    /** … and sees a field whose depth of field is so many of its own */
    readonly depthInSteps: number;
    /** step of the last level */
    readonly finest: number;
    /** candidates that go on to the next level: by the variation of the field … */
    readonly keptByVariation: number;
    /** … and by its excess of light: with one only, strong beads far from the sensor are lost */
    readonly keptByExcess: number;
  };
  /** Which of two distances, or of two twins, is the focus. */
  readonly choice: {
    /** a field with less than this share of the sparser one's excess of light is the sample in focus */
    readonly clearlyDimmer: number;
    /** far away less of the band reaches the frame, and all metrics sink: below this share they can't be compared */
    readonly comparableBand: number;
    /** samples on either side that a dip of the excess is compared with */
    readonly dipNeighbours: number;
  };
  /** When one of two twins is the sharper one beyond doubt: ln of the ratio of their total variations. */
  readonly evidence: EvidenceSettings;
  readonly twins: {
    /** less is as good as nothing: the best twins of fields that have no focus differ by that much */
    readonly least: number;
    /** parts along each side of the frame that are left out in turn */
    readonly parts: number;
    /** it is clear by the jackknife's standard errors over these, or by so much, where the frame holds a single object and its parts do not agree */
    readonly plain: number;
  };
  /** What a person should look at. */
  readonly doubts: {
    /** a second minimum this deep, relative to the best, is a second focus */
    readonly rivalDepth: number;
    /** how far around the focus belongs to it: a rival lies farther, an extremum of the amplitude nearer */
    readonly apart: number;
    /** an extremum of the amplitude as near as this agrees with the variation of the field */
    readonly agree: number;
    /** a bright field is told from the sample in focus without a doubt by an excess of less than this share of its own */
    readonly clearShare: number;
  };
  /** standard uncertainty at least, of strong lenses, whose steep rims the pupil cuts off: such beads came out 0.1 to 0.4 off */
  readonly lensSigma: number;
}

/** What each does: `bench/sensitivity.ts off-axis focus`. */
export const autofocusSettings: AutofocusSettings = {
  search: {
    ...{ steps: 48, refinement: 4, reach: 1.5, depthInSteps: 2 },
    ...{ finest: 1 / 6, keptByVariation: 3, keptByExcess: 2 },
  },
  choice: { clearlyDimmer: 0.4, comparableBand: 0.6, dipNeighbours: 6 },
  evidence: evidenceSettings,
  // twins of recordings without a focus: 1.00 to 1.05
  twins: { least: 0.1, parts: 3, plain: 0.15 },
  doubts: { rivalDepth: 0.7, apart: 3, agree: 0.5, clearShare: 0.15 },
  lensSigma: 1 / 4,
};
