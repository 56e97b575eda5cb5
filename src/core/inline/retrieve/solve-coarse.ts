import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { RealPlane } from '../../kernel/plane.ts';
import { AbsorbingStart } from './absorbing-start.ts';
import { coupledChange, type CoupledChange } from './couple/coupled-phase.ts';
import type { EvenLight } from './even-light.ts';
import { matchAmplitude, offsetsOf } from './exposure.ts';
import type { RetrievalInput } from './retrieval-input.ts';
import type { OnWork, RetrievalFrame } from './sensor-model.ts';
import type { RetrievalLevels, SolvedLevel } from './retrieval-levels.ts';
import { retrievalPyramid, type Resolution } from './retrieval-pyramid.ts';
import type { CoarseSettings, RetrievalSettings } from './retrieval-settings.ts';
import { overSensor } from '../optics/retrieval-grid.ts';
import { mixedShare } from './mixed-share.ts';
import { lambdaSensitivity, probeOf, type LambdaSensitivity } from './lambda-sensitivity.ts';
import type { OnIteration } from './solve-level.ts';

/** How often the coarse resolutions are solved again: bounds the time, each try must bring the misfit down anyway. */
const MOST_TRIES = 4;
/** At resolutions coarser than a quarter, where they take no time: they settle before. */
const MOST_ITERATIONS = 1500;

/** Samples over the sensor, at most, of the resolution that absorption and phase are taken to go together at: what is open is broad. */
const MOST_COUPLED = 40_000;
/**
 * Share of what both absorbs and delays light below which that is not tried, for time alone: a sample that does only one is found to be no such
 * thing anyway. Clear cells and balls come to 0.01 to 0.06, dyed cells to 0.05 to 0.4.
 */
const LEAST_MIXED = 0.04;

export interface CoarseSolution {
  /** what is left to be solved */
  readonly finest: Resolution;
  /** whether that starts from a sample that absorbs only */
  readonly startedAbsorbing: boolean;
  /** taken out of the recorded intensity of each frame, over the light */
  readonly offsets: readonly number[];
  /** null where it was not asked for, or not solved yet at the resolution that it is found at */
  readonly sensitivity: LambdaSensitivity | null;
  /** of one frame of a sample that both absorbs and delays light; null where nothing is to be changed, or nobody asked */
  readonly coupled: CoupledChange | null;
}

/** The weight of the total variation, and whether it is tried if the sample absorbs only. */
export interface CoarseInput extends RetrievalInput {
  readonly lambda: number;
  readonly triesAbsorbing: boolean;
  /** null: the frames' light is as it was estimated */
  readonly evenLight: EvenLight | null;
}

/**
 * Solves all resolutions but the finest, from the coarsest up, and again where they show that frames were recorded with
 * offsets: what is broad and slow has then gone wrong from the start.
 */
export function solveCoarse(
  kernels: Kernels,
  scope: Scope,
  levels: RetrievalLevels,
  input: CoarseInput,
  settings: RetrievalSettings,
  onIteration: OnIteration,
): CoarseSolution {
  let offsets: readonly number[] = input.frames.map(() => 0);
  let before: { readonly offsets: readonly number[]; readonly misfit: number } | null = null;
  let last = false;
  for (let tries = 1; ; tries += 1) {
    const given = { ...input, offsets };
    const { half, ...solved } = solveEvenly(kernels, scope, levels, given, settings, onIteration);
    if (last || !half) return { ...solved, offsets };
    const { misfit } = half.solution;
    // where a wrong phase asked for offsets, the misfit rises with them
    if (before && misfit > before.misfit) {
      ({ offsets } = before);
      last = true;
    } else {
      const further = offsetsOf(half.level.sensor.moments(misfit), settings.offsets);
      if (!further) return { ...solved, offsets };
      before = { offsets, misfit };
      offsets = offsets.map((offset, k) => offset + further[k]!);
      last = tries === MOST_TRIES;
    }
    levels.restart();
    scope[Symbol.dispose]();
  }
}

/** Again wherever it turns out that light was left in the frame. */
function solveEvenly(...of: Parameters<typeof solveOnce>): NonNullable<ReturnType<typeof solveOnce>> {
  const [, scope, levels] = of;
  for (;;) {
    const solved = solveOnce(...of);
    if (solved) return solved;
    levels.restart();
    scope[Symbol.dispose]();
  }
}

/** @returns null where it turned out that light was left in the frame, so that all is to be solved again */
function solveOnce(
  kernels: Kernels,
  scope: Scope,
  levels: RetrievalLevels,
  input: CoarseInput & { readonly offsets: readonly number[] },
  settings: RetrievalSettings,
  onIteration: OnIteration,
) {
  const { lambda, noiseSigma, rows, cols, sampling, wavelength } = input;
  const frames = withoutOffsets(kernels, scope, input.frames, input.offsets);
  const optics = { rows, cols, sampling, wavelength };
  const { evenLight } = input;
  const takeOut = (amplitude: RealPlane) => evenLight?.takeFrom(amplitude);
  const distances = frames.map(({ z }) => z);
  const pyramid = retrievalPyramid(kernels, scope, frames, optics, takeOut);
  const asksLight = evenLight?.at(pyramid) ?? null;
  const several = frames.length > 1;
  const probe = probeOf(settings.probe, frames.length);
  const probed = Math.min(probe.factor, pyramid.at(-1)!.factor);
  let sensitivity: LambdaSensitivity | null = null;
  let half: SolvedLevel | null = null;
  using absorbing = input.triesAbsorbing
    ? new AbsorbingStart(kernels, several, levels.onWork, settings)
    : null;
  let isSure = false;
  let coupled: CoupledChange | null = null;
  const coupledAt = input.couples && !several ? coupledResolution(pyramid) : null;
  for (const resolution of pyramid.slice(1).toReversed()) {
    const { factor } = resolution;
    const maxIterations = mostIterations(settings.coarse, frames.length, factor, isSure);
    const limits = { tolerance: settings.coarse.tolerance, maxIterations };
    const weights = { lambda, noiseSigma };
    const free = isSure ? null : levels.solve(resolution, weights, limits, onIteration);
    if (free && resolution === asksLight && evenLight!.ask(free, distances)) return null;
    const absorber = absorbing?.solve(resolution, weights, limits, free?.solution ?? null, onIteration);
    isSure = absorbing?.isSure(resolution) ?? false;
    const solved = (isSure ? absorber : null) ?? free!;
    if (several && factor === 2) half = solved;
    if (free && resolution === coupledAt)
      coupled = ofMixed(kernels, free, resolution, settings, levels.onWork);
    if ((input.probe || input.undoesPull) && factor === probed)
      sensitivity = lambdaSensitivity(kernels, solved, probe, onIteration, isSure);
  }
  if (isSure) absorbing!.startTo(levels);
  return {
    finest: pyramid[0]!,
    startedAbsorbing: isSure,
    sensitivity,
    half,
    coupled: isSure ? null : coupled,
  };
}

/** The finest one that is not too fine, but for full resolution. */
function coupledResolution(pyramid: readonly Resolution[]): Resolution | null {
  const isFew = ({ optics: { rows, cols } }: Resolution) => rows * cols <= MOST_COUPLED;
  return pyramid.slice(1).find(isFew) ?? null;
}

function ofMixed(
  kernels: Kernels,
  { level, lambda, solution }: SolvedLevel,
  { frames, factor }: Resolution,
  { coupled, solver, absorbing: { sure } }: RetrievalSettings,
  onWork: OnWork,
): CoupledChange | null {
  const { x, grid, optics } = level;
  if (!(mixedShare(kernels, overSensor(x, grid, optics)) > LEAST_MIXED)) return null;
  const free = { x, grid, optics, lambda, objective: solution.objective.at(-1)!, frame: frames[0]!, factor };
  return coupledChange(kernels, free, solver, { ...coupled, sure }, onWork);
}

function mostIterations(settings: CoarseSettings, frames: number, factor: number, absorbs: boolean): number {
  const { one, several } = settings;
  if (factor > 4) return MOST_ITERATIONS;
  const at = factor === 2 ? 'half' : 'quarter';
  if (frames === 1) return one[at];
  return absorbs ? Math.ceil(one[at] / frames) : several[at];
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
