import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { mean } from './exposure.ts';
import type { OnWork } from './sensor-model.ts';
import { RetrievalLevel } from './retrieval-level.ts';
import type { Resolution } from './retrieval-pyramid.ts';
import type { RetrievalSettings } from './retrieval-settings.ts';
import { solveLevel, type OnIteration, type Solution, type SolveOptions } from './solve-level.ts';

/** At full resolution: noise falls with the samples averaged, so λ does too. */
export interface LevelWeights {
  readonly lambda: number;
  readonly noiseSigma: number;
}

export interface SolvedLevel {
  readonly level: RetrievalLevel;
  /** the λ that it was solved with in the end */
  readonly lambda: number;
  /** the λ that full resolution is solved with, as it counts here */
  readonly fullLambda: number;
  readonly solution: Solution;
}

export type LevelLimits = Omit<SolveOptions, 'lambda' | 'firstLambda' | 'brightens'>;

/** Solves one resolution after the other, each from the one before, whose memory it then gives back. */
export class RetrievalLevels implements Disposable {
  readonly #kernels: Kernels;
  readonly onWork: OnWork;
  readonly #settings: RetrievalSettings;
  #last: { readonly level: RetrievalLevel; readonly scope: Scope } | null = null;

  constructor(kernels: Kernels, onWork: OnWork, settings: RetrievalSettings) {
    this.#settings = settings;
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
    const coarsest = this.#last === null;
    const start = this.#last && { coarse: this.#last.level, release: () => this.restart() };
    const [kernels, settings] = [this.#kernels, this.#settings];
    const level = new RetrievalLevel(kernels, scope, frames, optics, this.onWork, settings, start);
    unfinished.move();
    this.#last = { level, scope };
    const { coarseShare, coarsePerContrast, firstPerContrast, perSigma } = this.#settings.weight;
    const isFinest = factor === 1;
    const share = isFinest || frames.length > 1 ? 1 : coarseShare;
    const least = isFinest ? 0 : coarsePerContrast * level.sensor.contrast;
    // amplitudes fall as the light that they are relative to is found to be brighter
    const scale = 1 / Math.sqrt(mean(level.sensor.gains));
    const fullLambda = (scale * given.lambda) / factor;
    const lambda = Math.max(share * fullLambda, scale * least);
    const noise = (scale * given.noiseSigma) / factor;
    const firstLambda = coarsest
      ? firstPerContrast * level.sensor.contrast
      : (misfit: number) => perSigma * Math.sqrt(Math.max(0, misfit * misfit - noise * noise));
    // beside enough light everything would pass for dark
    const brightens = !limits.absorbs && (coarsest || factor > 2);
    const options = { lambda, firstLambda, ...limits, brightens };
    const solution = solveLevel(level, options, onIteration);
    return { level, lambda, fullLambda, solution };
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
