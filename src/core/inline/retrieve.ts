import type { ComplexPlane } from '../field/plane.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { Sampling } from '../propagate/transfer.ts';
import { mixedShare } from './mixed-share.ts';
import { takeSensor } from './retrieve-grid.ts';
import { RetrievalLevel, type RetrievalFrame } from './retrieve-level.ts';
import { retrievalPyramid, type Resolution } from './retrieve-pyramid.ts';
import { lambdaSensitivity, type LambdaSensitivity } from './retrieve-sensitivity.ts';
import { solveLevel, type OnIteration, type Solution } from './retrieve-solve.ts';
import { turnBackground } from './turn-background.ts';
import { residualTwinEnergy } from './twin-energy.ts';

export interface RetrievalInput {
  /** one exposure, or several at different distances */
  readonly frames: readonly RetrievalFrame[];
  readonly rows: number;
  readonly cols: number;
  readonly sampling: Sampling;
  /** µm, in the medium of propagation */
  readonly wavelength: number;
  /** standard deviation of the amplitude: 1/(2√N) for N photo-electrons */
  readonly noiseSigma: number;
  /** iterations at full resolution */
  readonly maxIterations?: number;
  /** λ of λ · total variation, in place of the one chosen from the noise */
  readonly regularisation?: number;
  /** also find how the phase depends on λ, for {@link inlineUncertainty} */
  readonly probe?: boolean;
}

export interface Retrieval {
  /** rows × cols in the sample's plane; 1 where nothing is in the beam */
  readonly field: ComplexPlane;
  /** at full resolution */
  readonly iterations: number;
  readonly converged: boolean;
  /** rms of |P x| − A over the noise: about 1 where the model and the noise explain the hologram */
  readonly dataMisfit: number;
  /** after each iteration at full resolution */
  readonly objective: readonly number[];
  /** share of the field's structure that is twin image; see {@link residualTwinEnergy} */
  readonly residualTwinEnergy: number;
  /** how far the sample both absorbs and delays light: a single frame then leaves broad phase open */
  readonly mixedShare: number;
  /** the λ used */
  readonly regularisation: number;
  /** one standard deviation of the phase beside the sample, rad */
  readonly backgroundSpread: number;
  /** null where it was not asked for */
  readonly sensitivity: LambdaSensitivity | null;
}

/**
 * λ over the noise of the averaged gradient. Measured on charts, absorbers, cells and mixed objects at 400 to 200 000
 * photo-electrons: between 1.4 and 2 errors are least or nearly so and the misfit of what fits is 1.
 */
const LAMBDA_PER_SIGMA = 1.5;
/** Least λ at coarse resolutions over the contrast: by so much detail that they cannot resolve makes them wrong. */
const COARSE_LAMBDA_PER_CONTRAST = 0.01;
/** A hologram without any noise still gets a λ, or its twin image would stay. */
const LEAST_LAMBDA = 1e-5;
/** First λ of the coarsest resolution over the contrast of the hologram, the rms of A − 1: the twin image is gone at once. */
const FIRST_LAMBDA_PER_CONTRAST = 0.3;
/**
 * First λ of the others over what they start with and noise does not explain. Measured: with more, what the coarser
 * ones found of the broad phase is pulled flat again and does not come back; with less, charts keep twin images.
 */
const FIRST_LAMBDA_PER_MISFIT = 1.5;
/** Whoever limits the iterations compares objectives, as the search for the focus does, and needs no finished field. */
const COARSE_HASTY = { maxIterations: 600, fineIterations: 25, tolerance: 4e-5 };
/** Iterations at coarse resolutions cost little and settle what is broad and slow; they are allowed to take long. */
const COARSE = { maxIterations: 1500, fineIterations: 50, tolerance: 1e-5 };
/** At half the resolution iterations cost a quarter: several frames, which say more about the phase, do with fewer. */
const MOST_AT_HALF = 100;
/** λ is doubled at this resolution, or at the coarsest that there is: errors of the phase are broad. */
const PROBED_FACTOR = 4;
const FINE = { maxIterations: 80, tolerance: 0.01 };

/**
 * The wave in the sample's plane from the intensity of one or several in-line holograms, without the twin image: the
 * field that explains the amplitudes, does not amplify light (|x| ≤ 1) and has the least total variation. What lies
 * outside the sensor is unknown and part of the answer. Solved from coarse to fine.
 * @param onIteration called after every iteration at any resolution with their running number; may throw to cancel
 */
export function retrieve(
  kernels: Kernels,
  scope: Scope,
  input: RetrievalInput,
  onIteration: OnIteration = () => {},
): Retrieval {
  const { rows, cols, sampling, wavelength, noiseSigma } = input;
  const field = scope.complex(rows, cols);
  const lambda = input.regularisation ?? Math.max(LEAST_LAMBDA, LAMBDA_PER_SIGMA * averagedNoise(input));
  using pyramidScope = kernels.scope();
  const pyramid = retrievalPyramid(kernels, pyramidScope, input.frames, { rows, cols, sampling, wavelength });
  let done = 0;
  const count: OnIteration = (_, relativeChange) => onIteration((done += 1), relativeChange);
  using levels = new Levels(kernels);
  const coarse = input.maxIterations === undefined ? COARSE : COARSE_HASTY;
  let sensitivity: LambdaSensitivity | null = null;
  const probed = Math.min(PROBED_FACTOR, pyramid.at(-1)!.factor);
  const probe = (factor: number, level: RetrievalLevel, used: number) => {
    if (input.probe && factor === probed) sensitivity = lambdaSensitivity(kernels, level, used, count);
  };
  for (const resolution of pyramid.slice(1).toReversed()) {
    const { factor } = resolution;
    const most = input.frames.length > 1 && factor === 2 ? MOST_AT_HALF : coarse.maxIterations;
    const maxIterations = Math.min(most, coarse.fineIterations * factor * factor);
    const limits = { tolerance: coarse.tolerance, maxIterations };
    const { level, lambda: used } = levels.solve(resolution, { lambda, noiseSigma }, limits, count);
    probe(factor, level, used);
  }
  const limits = { ...FINE, maxIterations: input.maxIterations ?? FINE.maxIterations };
  const { level, solution } = levels.solve(pyramid[0]!, { lambda, noiseSigma }, limits, count);
  takeSensor(kernels, level.x, level.grid, rows, cols, field);
  probe(1, level, lambda);
  const backgroundSpread = turnBackground(kernels, field);
  const distances = input.frames.map((frame) => Math.abs(frame.z));
  const twin = residualTwinEnergy(kernels, field, level.optics, Math.max(...distances));
  const { iterations, converged, objective } = solution;
  return {
    field,
    iterations,
    converged,
    objective,
    dataMisfit: Math.sqrt(solution.misfit / level.measured) / noiseSigma,
    residualTwinEnergy: twin,
    mixedShare: mixedShare(kernels, field),
    regularisation: lambda,
    backgroundSpread,
    sensitivity,
  };
}

/** Noise of the frames' weighted mean. */
function averagedNoise({ frames, noiseSigma }: RetrievalInput): number {
  const weights = frames.map((frame) => frame.weight ?? 1);
  const sum = weights.reduce((total, w) => total + w, 0);
  return noiseSigma * Math.sqrt(weights.reduce((total, w) => total + (w * w) / (sum * sum), 0));
}

/** Solves one resolution after the other, each from the one before, whose memory it then gives back. */
class Levels implements Disposable {
  readonly #kernels: Kernels;
  #last: { readonly level: RetrievalLevel; readonly scope: Scope } | null = null;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  /** @param given at full resolution: noise falls with the samples averaged, so λ does too */
  solve(
    { frames, optics, factor }: Resolution,
    given: { readonly lambda: number; readonly noiseSigma: number },
    limits: { readonly maxIterations: number; readonly tolerance: number },
    onIteration: OnIteration,
  ): { readonly level: RetrievalLevel; readonly lambda: number; readonly solution: Solution } {
    const scope = this.#kernels.scope();
    const level = new RetrievalLevel(this.#kernels, scope, frames, optics);
    const coarsest = this.#last === null;
    if (this.#last) level.continueFrom(this.#last.level);
    this.#last?.scope[Symbol.dispose]();
    this.#last = { level, scope };
    const least = factor === 1 ? 0 : COARSE_LAMBDA_PER_CONTRAST * level.contrast;
    const lambda = Math.max(given.lambda / factor, least);
    const noise = given.noiseSigma / factor;
    const firstLambda = coarsest
      ? FIRST_LAMBDA_PER_CONTRAST * level.contrast
      : (misfit: number) => FIRST_LAMBDA_PER_MISFIT * Math.sqrt(Math.max(0, misfit * misfit - noise * noise));
    const solution = solveLevel(level, { lambda, firstLambda, ...limits }, onIteration);
    return { level, lambda, solution };
  }

  [Symbol.dispose](): void {
    this.#last?.scope[Symbol.dispose]();
  }
}
