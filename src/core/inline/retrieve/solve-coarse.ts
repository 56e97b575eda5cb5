import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { AbsorbingStart } from './absorbing-start.ts';
import { matchAmplitude, offsetsOf } from './exposure.ts';
import type { RetrievalInput } from './retrieval-input.ts';
import type { RetrievalFrame } from './sensor-model.ts';
import type { RetrievalLevels, SolvedLevel } from './retrieval-levels.ts';
import { retrievalPyramid, type Resolution } from './retrieval-pyramid.ts';
import { lambdaSensitivity, type LambdaSensitivity } from './lambda-sensitivity.ts';
import type { OnIteration } from './solve-level.ts';

/** Whoever limits the iterations compares objectives, as the search for the focus does, and needs no finished field. */
const COARSE_HASTY = { maxIterations: 600, fineIterations: 25, tolerance: 4e-5 };
/** Iterations at coarse resolutions cost little and settle what is broad and slow; they are allowed to take long. */
const COARSE = { maxIterations: 1500, fineIterations: 50, tolerance: 1e-5 };
/**
 * Iterations by how many times coarser a resolution is. At half of it they cost a quarter. Several frames say more about
 * the phase and do with fewer; where edges are too sharp for a coarse resolution, more make the broad phase worse.
 */
const MOST_OF_ONE: Readonly<Record<number, number>> = { 2: 100 };
const MOST_OF_SEVERAL: Readonly<Record<number, number>> = { 2: 60, 4: 300 };
/**
 * The same of a sample that is sure to absorb only, with several frames, times the number of frames. Measured on charts:
 * twice as many change errors by less than a tenth, half as many leave opaque ones near the sensor twice the error.
 */
const MOST_OF_ABSORBER: Readonly<Record<number, number>> = { 2: 120, 4: 400 };
/** λ is doubled at this resolution, or at the coarsest that there is: errors of the phase are broad. */
const PROBED_FACTOR = 4;
/** How often the coarse resolutions are solved again with offsets that they showed, and which are not worth it. */
const MOST_TRIES = 4;
const LEAST_OFFSET = 0.002;
/**
 * Share of what gains leave unexplained that offsets must explain, first and further ones. Measured: the pull of the
 * constraints explains up to 0.005 of it, a phase that is still wrong up to 0.07.
 */
const WORTH_OFFSETS = 0.03;
const WORTH_MORE = 0.01;
/**
 * By what share the squared misfit must fall with the first ones, or they are dropped: offsets of 0.02 bring it down
 * by 0.1 to 0.3, and where a wrong phase asked for them it rises.
 */
const WORTH_FIRST = 0.05;

export interface CoarseSolution {
  /** what is left to be solved */
  readonly finest: Resolution;
  /** whether that starts from a sample that absorbs only */
  readonly startedAbsorbing: boolean;
  /** taken out of the recorded intensity of each frame, over the light */
  readonly offsets: readonly number[];
  /** null where it was not asked for, or not solved yet at the resolution that it is found at */
  readonly sensitivity: LambdaSensitivity | null;
}

/**
 * Solves all resolutions but the finest, from the coarsest up, and again where they show that frames were recorded with
 * offsets: what is broad and slow has then gone wrong from the start.
 */
export function solveCoarse(
  kernels: Kernels,
  scope: Scope,
  levels: RetrievalLevels,
  input: RetrievalInput & { readonly lambda: number },
  onIteration: OnIteration,
): CoarseSolution {
  let offsets: readonly number[] = input.frames.map(() => 0);
  let before: { readonly offsets: readonly number[]; readonly misfit: number } | null = null;
  let last = false;
  for (let tries = 1; ; tries += 1) {
    const { half, ...solved } = solveOnce(kernels, scope, levels, { ...input, offsets }, onIteration);
    if (last || !half) return { ...solved, offsets };
    const { misfit } = half.solution;
    if (before && misfit > (tries === 2 ? 1 - WORTH_FIRST : 1) * before.misfit) {
      ({ offsets } = before);
      last = true;
    } else {
      const further = offsetsOf(half.level.sensor.moments(misfit), tries === 1 ? WORTH_OFFSETS : WORTH_MORE);
      const clear = further?.some((offset) => Math.abs(offset) > LEAST_OFFSET);
      if (!clear) return { ...solved, offsets };
      before = { offsets, misfit };
      offsets = offsets.map((offset, k) => offset + further![k]!);
      last = tries === MOST_TRIES;
    }
    levels.restart();
    scope[Symbol.dispose]();
  }
}

function solveOnce(
  kernels: Kernels,
  scope: Scope,
  levels: RetrievalLevels,
  input: RetrievalInput & { readonly lambda: number; readonly offsets: readonly number[] },
  onIteration: OnIteration,
) {
  const { lambda, noiseSigma, rows, cols, sampling, wavelength } = input;
  const frames = withoutOffsets(kernels, scope, input.frames, input.offsets);
  const pyramid = retrievalPyramid(kernels, scope, frames, { rows, cols, sampling, wavelength });
  const coarse = input.maxIterations === undefined ? COARSE : COARSE_HASTY;
  const several = frames.length > 1;
  const probed = Math.min(PROBED_FACTOR, pyramid.at(-1)!.factor);
  let sensitivity: LambdaSensitivity | null = null;
  let half: SolvedLevel | null = null;
  using absorbing =
    (input.triesAbsorbing ?? input.maxIterations === undefined)
      ? new AbsorbingStart(kernels, several, levels.onWork)
      : null;
  let isSure = false;
  for (const resolution of pyramid.slice(1).toReversed()) {
    const { factor } = resolution;
    const most = mostIterations(frames.length, factor, isSure) ?? coarse.maxIterations;
    const maxIterations = Math.min(most, coarse.fineIterations * factor * factor);
    const limits = { tolerance: coarse.tolerance, maxIterations };
    const weights = { lambda, noiseSigma };
    const free = isSure ? null : levels.solve(resolution, weights, limits, onIteration);
    const absorber = absorbing?.solve(resolution, weights, limits, free?.solution ?? null, onIteration);
    isSure = absorbing?.isSure(resolution) ?? false;
    const solved = (isSure ? absorber : null) ?? free!;
    if (several && factor === 2) half = absorbing?.isBetter ? absorber! : solved;
    if (input.probe && factor === probed)
      sensitivity = lambdaSensitivity(kernels, solved.level, solved.lambda, onIteration, isSure);
  }
  absorbing?.startTo(levels);
  return { finest: pyramid[0]!, startedAbsorbing: absorbing?.isBetter ?? false, sensitivity, half };
}

function mostIterations(frames: number, factor: number, absorbs: boolean): number | undefined {
  if (frames === 1) return MOST_OF_ONE[factor];
  if (!absorbs) return MOST_OF_SEVERAL[factor];
  const most = MOST_OF_ABSORBER[factor];
  return most && Math.ceil(most / frames);
}

function withoutOffsets(
  kernels: Kernels,
  scope: Scope,
  frames: readonly RetrievalFrame[],
  offsets: readonly number[],
): readonly RetrievalFrame[] {
  return frames.map((frame, k) => {
    if (offsets[k] === 0) return frame;
    const { rows, cols } = frame.amplitude;
    const amplitude = scope.real(rows, cols);
    matchAmplitude(kernels, frame.amplitude, { gain: 1, offset: offsets[k]! }, amplitude);
    return { ...frame, amplitude };
  });
}
