import type { RetrievalLevel } from './retrieval-level.ts';

export interface SolveOptions {
  /** λ of λ · Σ |Dx| */
  readonly lambda: number;
  /** λ to begin with, or what it is for the start's rms of |P x| − A; it falls to `lambda` by a fixed share each iteration */
  readonly firstLambda: number | ((misfit: number) => number);
  readonly maxIterations: number;
  /** stop when the objective fell by less than this share of itself over so many iterations, default that of the settings */
  readonly tolerance: number;
  readonly window?: number;
  /** share of λ that is left after an iteration, default that of the settings */
  readonly cooling?: number;
  /**
   * Σ (|P x| − A)² above which the level looks for what the optics pass: early, once λ has fallen, and again before the
   * solver is content. Default: never.
   */
  readonly narrowAbove?: number;
  /** whether the sample is taken to absorb only: x is real and from 0 to 1, default |x| ≤ 1 */
  readonly absorbs?: boolean;
  /** whether several frames may find their light to be brighter than it was taken for */
  readonly brightens?: boolean;
}

export interface Solution {
  readonly iterations: number;
  readonly converged: boolean;
  /** at the iterate after 1, 2 … iterations, with the λ of that iteration */
  readonly objective: readonly number[];
  /** Σ (|P x| − A)² at the end, over all frames */
  readonly misfit: number;
  /** the same with the frames' weights, which the objective has half of */
  readonly weighted: number;
}

/** Iterations that are allowed once a pupil is found, in any case. Measured on charts: twice as many change errors by a tenth. */
const THEN_ITERATIONS = 40;

/** Called after every iteration; what it throws ends the retrieval. */
export type OnIteration = (iteration: number, relativeChange: number) => void;

/**
 * Accelerated proximal gradient (Beck & Teboulle, doi:10.1109/TIP.2009.2028250) on
 * Σ weight · ½ Σ (|P x| − A)² + λ Σ |Dx|, |x| ≤ 1, with half a restart wherever the objective rose (O'Donoghue & Candès,
 * doi:10.1007/s10208-013-9150-3, restart in full). It begins with a larger λ where the start explains little of the hologram: the twin
 * image lies where the data say next to nothing, and leaves at a pace of λ.
 */
export function solveLevel(level: RetrievalLevel, options: SolveOptions, onIteration: OnIteration): Solution {
  const { solver, pupil, fine } = level.settings;
  const { firstLambda, cooling = solver.cooling, narrowAbove = Infinity, absorbs = false } = options;
  let { maxIterations, tolerance, window = solver.window } = options;
  const objective: number[] = [];
  let lambda = options.lambda;
  let settled = Infinity;
  let variation = 0;
  let momentum = 0;
  let age = 1;
  level.begin();
  for (let iteration = 0; ; iteration += 1) {
    const misfit = level.residual(momentum);
    if (iteration > 0) objective.push(misfit.weighted / 2 + lambda * variation);
    else lambda = first(firstLambda, Math.sqrt(misfit.plain / Math.max(1, level.sensor.measured)));
    const converged = iteration >= settled + window && fallen(objective, settled, window) < tolerance;
    const unseen =
      level.sensor.pupil === null &&
      (iteration === settled || (iteration === pupil.early && settled === Infinity));
    if ((converged || unseen) && misfit.plain > narrowAbove && level.sensor.findPupil(level.x)) {
      // what was solved so far was another problem
      level.begin();
      [momentum, age] = [0, 1];
      if (settled < Infinity) settled = iteration + 1;
      maxIterations = Math.max(maxIterations, iteration + THEN_ITERATIONS);
      [window, tolerance] = [Math.ceil(window / fine.sooner), fine.sooner * tolerance];
      continue;
    }
    if (converged || iteration === maxIterations) {
      return { iterations: iteration, converged, objective, misfit: misfit.plain, weighted: misfit.weighted };
    }
    if (iteration >= settled && iteration % solver.matchEvery === 0)
      level.sensor.match(misfit.plain, options.brightens);
    if (iteration > settled && objective.at(-1)! > objective.at(-2)!) age = Math.max(1, solver.keptAge * age);
    lambda = Math.max(options.lambda, cooling * lambda);
    if (lambda === options.lambda) settled = Math.min(settled, iteration + 1);
    const next = (1 + Math.sqrt(1 + 4 * age * age)) / 2;
    momentum = (age - 1) / next;
    age = next;
    const progress = level.advance(lambda, momentum, absorbs);
    variation = progress.variation;
    onIteration(iteration + 1, progress.relativeChange);
  }
}

function first(lambda: SolveOptions['firstLambda'], misfit: number): number {
  return typeof lambda === 'number' ? lambda : lambda(misfit);
}

/** By what share the least objective since iteration `settled` fell over the last iterations. */
function fallen(objective: readonly number[], settled: number, window: number): number {
  const now = Math.min(...objective.slice(settled - 1));
  const before = Math.min(...objective.slice(settled - 1, objective.length - window));
  return 1 - now / before;
}
