import { evidenceSettings, type EvidenceSettings } from '../evidence/evidence-settings.ts';
/** How the smooth phase and amplitude of the background are told from the sample. */
export interface BackgroundSettings {
  /** a higher degree of the amplitude must bring the residual down by this factor, or it fits the sample rather than the light */
  readonly worthADegree: number;
  /** tiles darker than this share of the median carry no phase */
  readonly leastModulus: number;
  /** where not all tiles carry light: no place is to be known worse than this many times what a tile is, or the surface is bent less */
  readonly mostReach: number;
  /** a background's level stands out, and is a beam's out of focus, where it holds this many times as many tiles as phases drawn at random would put there */
  readonly overChance: number;
  /** and more than this share of the light, and of the frame */
  readonly much: number;
  /** tiles less coherent than this share of what is usual here mix two levels of a sample: their mean is neither */
  readonly coherentShare: number;
  /** tiles whose samples scatter by this many times what the quiet quarter's do and the camera's noise explains (squares) are of a sample */
  readonly ownScatter: number;
  /** tiles without which there is no fit, and nothing can be said of what scatters: too little of the frame carries phase */
  readonly leastTiles: number;
  /** by how much an error of the tiles of a given region may grow towards the parts of the frame that are far from all of them */
  readonly mostGrowth: number;
  readonly degree: DegreeSettings;
}

/** How the degree of the phase is chosen. */
export interface DegreeSettings {
  /** rad, bandwidths of the phases' density that are gone through first, from coarse on: slopes leave errors of a radian */
  readonly coarse: readonly number[];
  /** rad, finest bandwidth of the phases' density that is always gone to: tiles of recordings scatter by 0.03 to 0.3 */
  readonly finest: number;
  /** whether halves of it are taken where they predict left-out patches better */
  readonly finely: boolean;
  /** rad, that terms are searched to either side where the phases scatter by about the finest bandwidth: samples to one side drew it by up to 0.5 rad */
  readonly searched: number;
  /** share of the phases that may be anywhere: one that lies alone costs no more than this says */
  readonly anywhere: number;
  /** patches of the frame along a side that are left out in turn: what is left out has to be bridged */
  readonly patches: number;
  /** a higher degree must predict left-out tiles better by this many standard errors of the mean over the patches */
  readonly standardErrors: number;
  /** the parts of the frame that are left out where levels are broad; and clearly by standard deviations of the mean of halved squares, 1/√(2n): a chart 20 mm out of focus needs it */
  readonly evidence: EvidenceSettings;
  /** a level that holds this share of the tiles of the largest one may be the background's */
  readonly rivalLevel: number;
}

/** What each does: `bench/sensitivity.ts off-axis background`. */
export const backgroundSettings: BackgroundSettings = {
  worthADegree: 0.8,
  leastModulus: 0.15,
  // chosen on holes in plates, seeds 970001 to 970006 of bench/accuracy/second-off-axis.ts, shapes on a dark ground that another program
  // simulated, and the recordings: no level that was none came to 0.97 times chance with much light, one that was to 2.5 times and more
  mostReach: 1,
  overChance: 2,
  // beams around dense samples out of focus hold from 0.4 of both on; of what was none, in 48 frames on a dark ground, none holds 0.2 of both
  much: 0.3,
  coherentShare: 0.9,
  // of nine samples of noise a tile's is that large once in a thousand
  ownScatter: 4,
  leastTiles: 8,
  mostGrowth: 10,
  // on the off-axis recordings of docs/accuracy/recordings.md and the cases of bench/accuracy/off-axis.ts; `finely` and `searched` on
  // charts of 128 to 384 px, seeds 1 to 3, 501 to 504, 1001, 1002, 920001, 920002 and 940001 to 940005 of bench/accuracy/small-frames.ts
  degree: {
    coarse: [0.8, 0.5, 0.35, 0.25, 0.18],
    finest: 0.12,
    finely: true,
    searched: 0.6,
    anywhere: 0.01,
    patches: 8,
    standardErrors: 1,
    evidence: evidenceSettings,
    rivalLevel: 0.5,
  },
};
