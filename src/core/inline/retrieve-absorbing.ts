import type { Kernels } from '../kernel/kernels.ts';
import { RetrievalLevels, type LevelLimits, type LevelWeights } from './retrieve-levels.ts';
import type { Resolution } from './retrieve-pyramid.ts';
import type { OnIteration, Solution } from './retrieve-solve.ts';

/**
 * Objectives of a sample that absorbs only over those of one that may delay light as well: with more, it is no such
 * sample; with less, from this resolution on, it is. Measured at a quarter of the resolution: absorbers 1.0 to 2.2, samples
 * that delay light 2.3 to 30; at half of it 1.0 to 1.6 and 2.2 to 30, and there the last word is had.
 */
const HOPELESS = 3;
const SURE = 1.8;
const SURE_FROM_FACTOR = 4;
const BETTER = 1.9;

/**
 * One frame does not tell a dark place that absorbs from one that also delays light, and the search for both ends in a
 * wrong phase inside wide bars, which full resolution does not mend. So the coarse resolutions are also solved for a
 * sample that absorbs only, x real and from 0 to 1. Where that explains the frame nearly as well with so much less
 * freedom, full resolution starts from there, as free as ever.
 */
export class AbsorbingStart implements Disposable {
  readonly #levels: RetrievalLevels;
  #ratio = 1;

  constructor(kernels: Kernels) {
    this.#levels = new RetrievalLevels(kernels);
  }

  get isHopeless(): boolean {
    return this.#ratio > HOPELESS;
  }

  /** @param free how it went for any sample */
  solve(
    resolution: Resolution,
    weights: LevelWeights,
    limits: LevelLimits,
    free: Solution | null,
    onIteration: OnIteration,
  ): void {
    if (this.isHopeless) return;
    const { solution } = this.#levels.solve(resolution, weights, { ...limits, absorbs: true }, onIteration);
    if (free !== null) this.#ratio = solution.objective.at(-1)! / free.objective.at(-1)!;
    if (this.isHopeless) this.#levels.restart();
  }

  /** Whether nothing else need be solved from here on. */
  isSure({ factor }: Resolution): boolean {
    return factor <= SURE_FROM_FACTOR && this.#ratio < SURE;
  }

  /** Where the sample absorbs only, full resolution starts from here. */
  startTo(levels: RetrievalLevels): void {
    if (this.#ratio < BETTER) levels.adopt(this.#levels);
  }

  [Symbol.dispose](): void {
    this.#levels[Symbol.dispose]();
  }
}
