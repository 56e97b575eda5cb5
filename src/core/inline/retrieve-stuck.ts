import type { Kernels } from '../kernel/kernels.ts';
import type { RetrievalLevel } from './retrieve-level.ts';
import type { Unexplained } from './retrieve-spots.ts';
import { solveLevel, type OnIteration, type Solution } from './retrieve-solve.ts';

/**
 * A part of the sensor counts as stuck where it is missed by so many times the noise, root mean square, and its squared
 * misfit is so many times that of the whole.
 */
const STUCK_ABOVE = 3;
const STUCK_OVER = 3;
/**
 * Share of the objective that the squared misfit of those parts must be beyond the noise. Measured: charts came free at
 * 0.02 and more; two recordings, at 0.009 and 0.014, and a chart at 0.004 came to a higher objective.
 */
const WORTH_FREEING = 0.015;
/** λ falls from so many times its own while those parts are forgotten: by a tenth each iteration, in 20 it is back. */
const REHEATED = 8;
const FORGOTTEN_ITERATIONS = 20;
/** Then, with all parts, as after a pupil was found. */
const SETTLING = { maxIterations: 60, window: 8, tolerance: 0.02 };

/** Measured: most charts take one, a phase chart of 2 rad all four. */
const MOST_ROUNDS = 4;

/**
 * Frees a solution from places where it is stuck. Where the light at the sensor is dark its phase may be half a turn off:
 * on its way to the right one the field would have to be darker than what was recorded, so it stays, and the sample shows
 * round spots with rings at the ends of wide bars. No field near this one explains what those places recorded. They are
 * forgotten while the total variation decides what light falls on them, and then taken up again. What comes of it is
 * kept if its objective is lower.
 * @param solution of `level`, from one frame, with λ as given
 */
export function freeStuck(
  kernels: Kernels,
  level: RetrievalLevel,
  solution: Solution,
  given: Given,
  onIteration: OnIteration,
): Solution {
  let best = solution;
  let { iterations } = solution;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const stuck = stuckParts(level, best, given);
    if (stuck === null) break;
    const bytes = level.grid.rows * level.x.pitchBytes;
    const before = kernels.bytes(level.x.ptr, bytes).slice();
    const next = solveWithout(level, stuck, given, onIteration);
    iterations += next.iterations;
    if (next.objective.at(-1)! >= best.objective.at(-1)!) {
      kernels.bytes(level.x.ptr, bytes).set(before);
      break;
    }
    best = { ...next, objective: [...best.objective, ...next.objective] };
  }
  return { ...best, iterations };
}

interface Given {
  readonly lambda: number;
  readonly noiseSigma: number;
}

/** null: none, or too few to matter */
function stuckParts(
  { sensor }: RetrievalLevel,
  { misfit, objective }: Solution,
  { noiseSigma }: Given,
): Unexplained | null {
  const noise = noiseSigma * noiseSigma;
  const most = Math.max(STUCK_ABOVE * STUCK_ABOVE * noise, (STUCK_OVER * misfit) / sensor.measured);
  const stuck = sensor.unexplained(most);
  const excess = stuck ? stuck.misfit - stuck.samples * noise : 0;
  return excess >= WORTH_FREEING * objective.at(-1)! ? stuck : null;
}

/** First without the parts, then with them. */
function solveWithout(
  level: RetrievalLevel,
  parts: Unexplained,
  { lambda }: Given,
  onIteration: OnIteration,
): Solution {
  const recall = level.sensor.forget(parts);
  const maxIterations = FORGOTTEN_ITERATIONS;
  const reheated = { lambda, firstLambda: REHEATED * lambda, maxIterations, tolerance: 0 };
  const without = solveLevel(level, reheated, onIteration);
  recall();
  const all = solveLevel(level, { lambda, firstLambda: lambda, ...SETTLING }, onIteration);
  return { ...all, iterations: without.iterations + all.iterations };
}
