import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { mean } from './exposure.ts';
import type { OnWork } from './sensor-model.ts';
import { RetrievalLevel } from './retrieval-level.ts';
import type { Resolution } from './retrieval-pyramid.ts';
import { solveLevel, type OnIteration, type Solution, type SolveOptions } from './solve-level.ts';

/** Least λ at coarse resolutions over the contrast: by so much detail that they cannot resolve makes them wrong. */
const COARSE_LAMBDA_PER_CONTRAST = 0.01;
/** First λ of the coarsest resolution over the contrast of the hologram, the rms of A − 1: the twin image is gone at once. */
const FIRST_LAMBDA_PER_CONTRAST = 0.3;
/**
 * First λ of the others over what they start with and noise does not explain. Measured: with more, what the coarser
 * ones found of the broad phase is pulled flat again and does not come back; with less, charts keep twin images.
 */
const FIRST_LAMBDA_PER_MISFIT = 1.5;

/** At full resolution: noise falls with the samples averaged, so λ does too. */
export interface LevelWeights {
  readonly lambda: number;
  readonly noiseSigma: number;
}

export interface SolvedLevel {
  readonly level: RetrievalLevel;
  /** the λ that it was solved with in the end */
  readonly lambda: number;
  readonly solution: Solution;
}

export type LevelLimits = Omit<SolveOptions, 'lambda' | 'firstLambda' | 'brightens'>;

/** Solves one resolution after the other, each from the one before, whose memory it then gives back. */
export class RetrievalLevels implements Disposable {
  readonly #kernels: Kernels;
  readonly onWork: OnWork;
  #last: { readonly level: RetrievalLevel; readonly scope: Scope } | null = null;

  constructor(kernels: Kernels, onWork: OnWork) {
    this.#kernels = kernels;
    this.onWork = onWork;
  }

  solve(
    { frames, optics, factor }: Resolution,
    given: LevelWeights,
    limits: LevelLimits,
    onIteration: OnIteration,
  ): SolvedLevel {
    using unfinished = new DisposableStack();
    const scope = unfinished.use(this.#kernels.scope());
    const level = new RetrievalLevel(this.#kernels, scope, frames, optics, this.onWork);
    unfinished.move();
    const coarsest = this.#last === null;
    if (this.#last) level.continueFrom(this.#last.level);
    this.#last?.scope[Symbol.dispose]();
    this.#last = { level, scope };
    const least = factor === 1 ? 0 : COARSE_LAMBDA_PER_CONTRAST * level.sensor.contrast;
    // amplitudes fall as the light that they are relative to is found to be brighter
    const scale = 1 / Math.sqrt(mean(level.sensor.gains));
    const lambda = scale * Math.max(given.lambda / factor, least);
    const noise = (scale * given.noiseSigma) / factor;
    const firstLambda = coarsest
      ? FIRST_LAMBDA_PER_CONTRAST * level.sensor.contrast
      : (misfit: number) => FIRST_LAMBDA_PER_MISFIT * Math.sqrt(Math.max(0, misfit * misfit - noise * noise));
    // beside enough light everything would pass for dark
    const brightens = !limits.absorbs && (coarsest || factor > 2);
    const options = { lambda, firstLambda, ...limits, brightens };
    const solution = solveLevel(level, options, onIteration);
    return { level, lambda, solution };
  }

  /** Goes on with what others solved, and they forget it. */
  adopt(other: RetrievalLevels): void {
    this.restart();
    this.#last = other.#last;
    other.#last = null;
  }

  /** Forgets what was solved. */
  restart(): void {
    this.#last?.scope[Symbol.dispose]();
    this.#last = null;
  }

  [Symbol.dispose](): void {
    this.restart();
  }
}
