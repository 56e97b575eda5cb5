import { evidenceSettings, type EvidenceSettings } from '../evidence/evidence-settings.ts';

/** How the field beside an overlapping autocorrelation term is fitted to the intensity. */
export interface OverlapSettings {
  /**
   * power that the autocorrelation term has within the sideband, over the noise floor, from which on a fit is worth its
   * time: less adds a twentieth to the noise
   */
  readonly worthwhile: number;
  /** of the power, that its edge lets through: where the rim is looked for up to there; beyond, a fit leaves no noise to compare with */
  readonly leastPassed: number;
  /** share of the carrier up to which the field may reach: beyond it the two sidebands meet */
  readonly mostReach: number;
  /** camera pixels of unknown light beyond the frame, so that opposite edges need not match */
  readonly margin: number;
  /** samples that the intensity is fitted on at most: larger frames are sampled as coarsely as their band allows */
  readonly mostSamples: number;
  /** rounds of conjugate gradients in each round of Gauss–Newton: the first ones need not be exact */
  readonly innerRounds: readonly number[];
  /** and of those within the pupil, once its rim was found */
  readonly lastRounds: readonly number[];
  /**
   * misfit, in units of the camera's noise, that the first round may leave: of simulated cells, beads and charts (seed 3, carriers
   * of 2 and 1.3 radii, coherence 1 and 0.9) it left 1.10 to 1.33, of the recordings, which the model does not explain, 1.7 and more
   */
  readonly mostLeft: number;
  /** px along the sides of the part of a large frame that a first round is tried on */
  readonly firstLook: number;
  /** rounds of conjugate gradients that tell what noise does */
  readonly probeRounds: number;
  /** share of the mean variance that each pixel is taken to have at least */
  readonly leastNoise: number;
  /** misfit per degree of freedom, in units of the camera's noise, up to which the model is believed */
  readonly mostMisfit: number;
  /** what is left of the start's errors, as a share of what the last round changed of them, to the square */
  readonly biasShare: number;
  readonly reference: ReferenceSettings;
}

/** How the share of all light that is the reference's is told from the frame's low frequencies. */
export interface ReferenceSettings {
  /** cycles/px: as far as is looked at least, however much of the sideband lies there */
  readonly leastReach: number;
  /** the autocorrelation term has to be proven there */
  readonly evidence: EvidenceSettings;
  readonly most: number;
}

/** Chosen on cells and phase charts of `bench/accuracy/overlap.ts`, seed 3; its random rigs judge them. */
export const overlapSettings: OverlapSettings = {
  worthwhile: 0.1,
  leastPassed: 0.25,
  mostReach: 0.95,
  margin: 32,
  mostSamples: 1.1e6,
  innerRounds: [6, 16],
  lastRounds: [24, 40],
  mostLeft: 1.6,
  firstLook: 320,
  probeRounds: 10,
  leastNoise: 0.01,
  mostMisfit: 1.05,
  biasShare: 0.25,
  reference: { leastReach: 0.02, evidence: evidenceSettings, most: 0.98 },
};
