import { evidenceSettings, type EvidenceSettings } from '../../evidence/evidence-settings.ts';
import { coupledSettings, type CoupledSettings } from './couple/coupled-settings.ts';

/** Every number that was chosen in retrieving the field, but those of the solver at one resolution. */
export interface RetrievalSettings {
  readonly weight: WeightSettings;
  readonly solver: SolverSettings;
  readonly coarse: CoarseSettings;
  readonly fine: FineSettings;
  readonly pupil: PupilSettings;
  readonly absorbing: AbsorbingSettings;
  readonly coupled: CoupledSettings;
  readonly exposure: ExposureSettings;
  readonly leftLight: LeftLightSettings;
  readonly offsets: OffsetSettings;
  readonly probe: ProbeSettings;
}

/** λ, the weight of the total variation. */
export interface WeightSettings {
  /**
   * λ over the noise of the averaged gradient. Measured on charts, absorbers, cells and mixed objects at 400 to 200 000
   * photo-electrons: between 1.4 and 2 errors are least or nearly so and the misfit of what fits is 1. A resolution begins with as
   * much over what it starts with and noise does not explain. Measured: with more, what the coarser ones found of the broad phase is
   * pulled flat again and does not come back; with less, charts keep twin images.
   */
  readonly perSigma: number;
  /**
   * A misfit above this is not the camera's noise: light, dirt or other planes leave what no field in this plane explains.
   * Some of it would be taken for broad phase of many radians, so λ is chosen anew for as much.
   */
  readonly unexplained: number;
  /**
   * Share of λ that coarse resolutions are solved with, of one frame. What is broad is decided there, and a total variation flattens it
   * the more the less the data say of it. Measured on 21 samples, one frame, 256 px: with all of λ beads of 3 rad came out
   * up to 0.55 rad flat inside and 2.5 to 4 times σ off, with a quarter their errors are 0.3 to 0.6 of that, of charts 0.7
   * to 1, of others about the same. Several frames say enough of what is broad.
   */
  readonly coarseShare: number;
  /** least λ at coarse resolutions over the contrast: by so much detail that they cannot resolve makes them wrong */
  readonly coarsePerContrast: number;
  /** first λ of the coarsest resolution over the contrast, the rms of A − 1: the twin image is gone at once */
  readonly firstPerContrast: number;
}

/** Accelerated proximal gradient at one resolution. */
export interface SolverSettings {
  /**
   * Along the gradient. The data term's curvature is at most 1, since propagation keeps energy: up to 1 the accelerated
   * method is sure to settle, without momentum up to 2. Measured: 1.2 and 1.3 save up to a quarter of the iterations, 1.5
   * does not settle any more.
   */
  readonly step: number;
  /**
   * Of the dual, over λ and the step along the gradient; up to 2/‖D‖² = ¼ it settles. (Less, because the limit itself
   * leaves it ringing while the solver moves on.)
   */
  readonly dualStep: number;
  /** steps of the dual in an iteration. Measured: with 3 errors grow, with 6 iterations take longer and are hardly fewer */
  readonly dualSteps: number;
  /** iterations over which the decrease of the objective is judged: longer than one restart needs to pick up speed */
  readonly window: number;
  /** iterations from one match of the frames' gains to the next */
  readonly matchEvery: number;
  /** share of the momentum's age that is left where the objective rose: all of it lost, it takes long to come back */
  readonly keptAge: number;
  /** share of λ that is left after an iteration, until it is what was asked for */
  readonly cooling: number;
}

/** When coarse resolutions, which settle what is broad and slow, are content. */
export interface CoarseSettings {
  /** share by which the objective falls over the window */
  readonly tolerance: number;
  /** of one frame; and of several, over their number, where the sample is sure to absorb only */
  readonly one: CoarseIterations;
  /** several say more about the phase; where edges are too sharp for a coarse resolution, more make the broad phase worse */
  readonly several: CoarseIterations;
}

/** How many are allowed at half and at a quarter of the resolution. */
export interface CoarseIterations {
  readonly half: number;
  readonly quarter: number;
}

/** When full resolution is content. */
export interface FineSettings {
  /**
   * Iterations, whatever is left. Measured on 66 frames of the second simulator, as they were and with pixels left out: half of them settle
   * after 80, all after 133.
   */
  readonly maxIterations: number;
  /** share by which the objective falls over the solver's window */
  readonly tolerance: number;
  /**
   * So many times sooner it is content, by window and tolerance, with several frames, which say more about the phase: what is left
   * to full resolution is detail. And by window and tolerance once the pupil was found: what is left then is near edges.
   */
  readonly sooner: number;
  /**
   * the solver's, with several frames: with its square instead of 0.85 charts that delay light came out a fifth worse (192 px, seeds 91001, 91002),
   * with 0.9 single distances of stacks were found to a sixth of a depth in place of a fourteenth, as trials end before
   */
  readonly cooling: number;
}

/** The disc of frequencies that the optics pass. */
export interface PupilSettings {
  /** misfit over the noise from which it is looked for: below, the noise explains the hologram */
  readonly above: number;
  /**
   * Iterations after which a level that has much to catch up on shows what its optics pass. Measured on charts: after 2 to 7
   * it is the radius found at the end, and the sooner it is known, the smaller errors are.
   */
  readonly early: number;
}

/**
 * Whether a sample absorbs only. Objectives over those of a sample that may delay light as well, measured with one frame
 * at a quarter of the resolution: absorbers 1.0 to 2.2, samples that delay light 2.3 to 30; at half of it 1.0 to 1.6 and
 * 2.2 to 30. Several frames tell the two apart sooner: at an eighth, dark absorbers 1.2 to 1.7, samples that delay light
 * by 0.7 rad or more from 3.5.
 */
export interface AbsorbingSettings {
  /** above this it is no such sample */
  readonly hopeless: number;
  /**
   * Below this it is one, with one frame from the resolution `sureFromFactor` on, and full resolution starts from there. As much is asked
   * of a sample whose parts each have one ratio of absorption to phase: measured at half of the resolution, second simulator, nine frames
   * of dyed cells whose phase it mended come to 1.3 to 1.64, two that it harmed to 1.8 and 2.5; suspensions and clear beads, of which it
   * changes little, to 1.5 to 1.7; opaque beads to 3.7.
   */
  readonly sure: number;
  readonly sureFromFactor: number;
  /**
   * Several frames tell the phase of a sample that lets light through, so only dark parts are worth the try: at least this
   * share of the samples passes less than the amplitude `dark`, and less than `perhapsDark` where it is not sure yet,
   * because samples that cover fringes are less dark. Measured on cells of 0.1, errors with up to 1 rad fall by a sixth to
   * nine tenths; of 0.3, with 0.35 rad and more they would double.
   */
  readonly darkShare: number;
  readonly dark: number;
  readonly perhapsDark: number;
}

/** The gains of several frames, and the light that they have in common. */
export interface ExposureSettings {
  /** intensity that is added to the estimate's where it is weighted with 1/intensity: below it, read noise counts */
  readonly dark: number;
  /** the biweight's reach in rms of what the estimate misses; the light is left as it was estimated within its slack: simulated samples of all kinds come to 0.007 at most, and to 0.014 where noise is a tenth of its amplitude */
  readonly evidence: EvidenceSettings;
  /** however little of the beam a sample leaves, a light that is so much brighter is not believed */
  readonly mostLight: number;
}

/** The light that is left in one frame that was divided by an estimate of it. */
export interface LeftLightSettings {
  /**
   * from 1, of x: what stands out so far of all that is broader than the phase that is hardly recorded is a sample. Measured on 12 rigs with parasitic
   * fringes: with half of it what the light left as broad phase passes for a sample in one of them, and the error is three times as large
   */
  readonly stands: number;
  readonly evidence: EvidenceSettings;
}

/** The offsets of several frames: coarse resolutions are solved again where they show some. */
export interface OffsetSettings {
  /** smaller ones, over the light, are not worth it */
  readonly least: number;
  /**
   * How much of what gains leave unexplained offsets must explain. Measured: the pull of the constraints explains up to
   * 0.005 of it, a phase that is still wrong up to 0.07, which shows as a misfit that rises with them.
   */
  readonly evidence: EvidenceSettings;
}

/**
 * What more of λ does. Measured on 34 simulated cases of one and four frames: after 40 iterations at a quarter of the resolution
 * error over σ lies within 0.7 and 1.4 in 30, after 60 in 28. One frame settles what is broad more slowly: on the 20 samples of
 * bench/accuracy/inline-broad.ts, with another seed, those 40 gave 0.6 to 1.6, and 160 at an eighth, which cost as much, 0.5
 * to 1.2.
 */
export interface ProbeSettings {
  /** resolution that it is tried at, or the coarsest that there is, as errors of the phase are broad: of several frames; of one the next coarser */
  readonly several: number;
  /** iterations, over the square of that: as much work at each */
  readonly work: number;
}

export const retrievalSettings: RetrievalSettings = {
  weight: {
    ...{ perSigma: 1.5, unexplained: 2.5, coarseShare: 0.25 },
    ...{ coarsePerContrast: 0.01, firstPerContrast: 0.3 },
  },
  solver: { step: 1.2, dualStep: 0.2, dualSteps: 4, window: 16, matchEvery: 4, keptAge: 0.5, cooling: 0.9 },
  coarse: {
    tolerance: 1e-5,
    one: { half: 100, quarter: 800 },
    several: { half: 60, quarter: 300 },
  },
  fine: {
    maxIterations: 160,
    tolerance: 0.01,
    sooner: 2,
    cooling: 0.85,
  },
  pupil: {
    ...{ above: 1.05, early: 3 },
  },
  absorbing: {
    ...{ hopeless: 3, sure: 1.8, sureFromFactor: 4, darkShare: 0.005, dark: 0.25, perhapsDark: 0.35 },
  },
  coupled: coupledSettings,
  exposure: { dark: 0.05, evidence: evidenceSettings, mostLight: 4 },
  leftLight: { stands: 0.1, evidence: evidenceSettings },
  offsets: { least: 0.002, evidence: evidenceSettings },
  probe: { several: 4, work: 2.5 },
};
