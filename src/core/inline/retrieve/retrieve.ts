import type { ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { solveCoarse, type CoarseInput } from './solve-coarse.ts';
import { contradictedBy, withoutContradicted, type Contradicted } from './contradicted.ts';
import { EvenLight } from './even-light.ts';
import type { LightLeft } from './light-left.ts';
import { mean, type Exposure } from './exposure.ts';
import { RetrievalLevels, type SolvedLevel } from './retrieval-levels.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { takeSensor } from '../optics/retrieval-grid.ts';
import type { RetrievalInput } from './retrieval-input.ts';
import { retrievalSettings, type RetrievalSettings } from './retrieval-settings.ts';
import { retrievalBytes } from './retrieval-level.ts';
import type { OnWork } from './sensor-model.ts';
import { restartStrong } from './strong-start.ts';
import { settleCoupled } from './settle-coupled.ts';
import { mixedShare } from './mixed-share.ts';
import { lambdaSensitivity, probeOf, type LambdaSensitivity } from './lambda-sensitivity.ts';
import type { OnIteration } from './solve-level.ts';
import { turnBackground } from './background-phase.ts';
import { residualTwinEnergy } from './twin-energy.ts';
import { shiftsLeft, type Shift } from './shifts-left.ts';
import { undoPull } from './undo-pull.ts';
import { unexplainedRest } from './unexplained-rest.ts';
import { variationForce } from './variation-force.ts';

export interface Retrieval {
  /** rows × cols in the sample's plane; 1 where nothing is in the beam */
  readonly field: ComplexPlane;
  /** cycles/µm: radius of the disc of frequencies that the optics are found to pass; null: nothing shows that there is one */
  readonly pupil: number | null;
  /** at full resolution */
  readonly iterations: number;
  readonly converged: boolean;
  /** rms of |P x| − A over the noise: about 1 where the model and the noise explain the hologram */
  readonly dataMisfit: number;
  /** whether that is more than the camera's noise can leave; λ was then chosen for what is left */
  readonly isUnexplained: boolean;
  /** after each iteration at full resolution */
  readonly objective: readonly number[];
  /** share of the field's structure that is twin image; see {@link residualTwinEnergy} */
  readonly residualTwinEnergy: number;
  /** how far the sample both absorbs and delays light: a single frame then leaves broad phase open */
  readonly mixedShare: number;
  /** of the camera, in the amplitude of the frames' weighted mean */
  readonly noise: number;
  /** the λ used */
  readonly regularisation: number;
  /** one standard deviation of the phase beside the sample, rad */
  readonly backgroundSpread: number;
  /** gain and offset of each frame as recorded; of a single frame 1 and 0 */
  readonly exposures: readonly Exposure[];
  /** root mean square over the light of what was left in the frames and taken out of them; see {@link lightLeft}; 0: nothing was */
  readonly lightLeft: number;
  /** that light; null: nothing was taken out */
  readonly evenedBy: LightLeft | null;
  /** whether full resolution started from a sample that absorbs only; see {@link AbsorbingStart} */
  readonly startedAbsorbing: boolean;
  /** whether strong parts were solved again from another start; see {@link restartStrong} */
  readonly restarted: boolean;
  /** rad, row by row: by how much the phase is more as absorption and phase were taken to go together in each part; null: they were not. See {@link settleCoupled} */
  readonly coupledBy: Float32Array | null;
  /** null where it was not asked for */
  readonly sensitivity: LambdaSensitivity | null;
  /** see {@link variationForce}; null where it was not asked for */
  readonly force: Float32Array | null;
  /** see {@link unexplainedRest}; null where it was not asked for */
  readonly rest: readonly Float64Array[] | null;
  /** per frame, the places among its amplitude's floats of pixels that were left out as they contradict what explains the others; none where they were not asked for */
  readonly withheld: readonly (readonly number[])[];
  /** see {@link shiftsLeft}; null of a single frame, and where it was not asked for */
  readonly shifts: readonly Shift[] | null;
}

type Solved = Omit<Retrieval, 'withheld'>;

/** A hologram without any noise still gets a λ, or its twin image would stay. */
const LEAST_LAMBDA = 1e-5;

/** Both may throw to cancel. */
export interface RetrievalProgress {
  /** called after every iteration at any resolution with their running number */
  readonly onIteration?: OnIteration;
  /** told of every frame that was taken through a propagation and back, at any resolution */
  readonly onWork?: OnWork;
  readonly onSolved?: OnSolved;
}

export type SolvedFinest = Pick<SolvedLevel, 'level' | 'lambda'>;

/**
 * Told of full resolution when it is solved, while it is still there; the last time is what counts.
 * @param kernels in whose memory it lies
 */
export type OnSolved = (solved: SolvedFinest, kernels: Kernels) => void;

/**
 * The wave in the sample's plane from the intensity of one or several in-line holograms, without the twin image: the
 * field that explains the amplitudes, does not amplify light (|x| ≤ 1) and has the least total variation. What lies
 * outside the sensor is unknown and part of the answer. Solved from coarse to fine.
 */
export function retrieve(
  kernels: Kernels,
  scope: Scope,
  input: RetrievalInput,
  { onIteration = () => {}, onWork = () => {}, onSolved = () => {} }: RetrievalProgress = {},
  settings: RetrievalSettings = retrievalSettings,
): Retrieval {
  const { perSigma, unexplained } = settings.weight;
  const { evidence } = settings.exposure;
  // minutes pass before the finest level is reached
  kernels.checkRoom(retrievalBytes(input.frames, input));
  const field = scope.complex(input.rows, input.cols);
  const lambda = Math.max(LEAST_LAMBDA, perSigma * averagedNoise(input));
  let done = 0;
  const count: OnIteration = (_, relativeChange) => onIteration((done += 1), relativeChange);
  const evenLight = input.evensLight ? new EvenLight(kernels, settings.leftLight) : null;
  const solveWith = (frames: RetrievalInput['frames'], weight: number, triesAbsorbing: boolean) => {
    let contradicted: readonly Contradicted[] = [];
    const judged: OnSolved = (solved, where) => {
      if (input.probe && !input.keepsAll)
        contradicted = contradictedBy(where, solved.level, input.noiseSigma, evidence);
      onSolved(solved, where);
    };
    const found = solve(
      kernels,
      field,
      { ...input, frames, lambda: weight, triesAbsorbing, evenLight },
      settings,
      {
        onIteration: count,
        onWork,
        onSolved: judged,
      },
    );
    return { found, contradicted };
  };
  const first = solveWith(input.frames, lambda, true);
  const sound = withoutContradicted(
    kernels,
    { frames: input.frames, field },
    first,
    (frames) => solveWith(frames, lambda, true),
    { worth: evidence.worth, unexplained },
  );
  const found = { ...sound.found, withheld: sound.withheld };
  if (found.dataMisfit < unexplained) return found;
  // with this λ what was left was `dataMisfit` times the noise, and the field had taken in much of it; with so much
  // unexplained, a sample that absorbs only does not explain much less than any other
  const again = solveWith(input.frames, lambda * found.dataMisfit * found.dataMisfit, false);
  return { ...again.found, withheld: found.withheld };
}

/** The grid of the twin image is as large as those of the levels, which are gone by then. */
function solve(
  kernels: Kernels,
  field: ComplexPlane,
  input: CoarseInput,
  settings: RetrievalSettings,
  progress: Required<RetrievalProgress>,
): Solved {
  const { optics, ...solved } = solveLevels(kernels, field, input, settings, progress);
  const farthest = Math.max(...input.frames.map((frame) => Math.abs(frame.z)));
  return {
    ...solved,
    residualTwinEnergy: residualTwinEnergy(kernels, field, optics, farthest),
    mixedShare: mixedShare(kernels, field),
  };
}

interface FromLevels extends Omit<Solved, 'residualTwinEnergy' | 'mixedShare'> {
  readonly optics: SensorOptics;
}

/** Several frames say more, so that full resolution is content sooner. */
function fineLimits({ fine, solver }: RetrievalSettings, frames: number) {
  const { maxIterations, tolerance, sooner, cooling } = fine;
  if (frames === 1) return { maxIterations, tolerance };
  const window = Math.ceil(solver.window / sooner);
  return { maxIterations, tolerance: sooner * tolerance, window, cooling };
}

function solveLevels(
  kernels: Kernels,
  field: ComplexPlane,
  input: CoarseInput,
  settings: RetrievalSettings,
  { onIteration, onWork, onSolved }: Required<RetrievalProgress>,
): FromLevels {
  const { rows, cols, noiseSigma, lambda } = input;
  using coarseScope = kernels.scope();
  using levels = new RetrievalLevels(kernels, onWork, settings);
  const coarse = solveCoarse(kernels, coarseScope, levels, input, settings, onIteration);
  const limits = {
    ...fineLimits(settings, input.frames.length),
    narrowAbove: input.frames.length * rows * cols * square(settings.pupil.above * noiseSigma),
  };
  const first = levels.solve(coarse.finest, { lambda, noiseSigma }, limits, onIteration);
  const solved = coarse.startedAbsorbing ? first : withStrong(kernels, first, input, onIteration);
  const { level, solution } = solved;
  const coupled = coarse.coupled && settleCoupled(kernels, solved, coarse.coupled, onIteration);
  onSolved(solved, kernels);
  const { gains, pupil, measured } = level.sensor;
  const pulled =
    coarse.sensitivity ??
    (input.probe || input.undoesPull
      ? lambdaSensitivity(kernels, solved, probeOf(settings.probe, input.frames.length), onIteration)
      : null);
  const force = input.probe ? variationForce(kernels, solved) : null;
  const distances = input.frames.map(({ z }) => z);
  // where absorption and phase were told apart by more than the constraints, these pull at something else
  const undoes = input.undoesPull && !coarse.startedAbsorbing && !coupled;
  const undone = pulled && undoes ? undoPull(kernels, level, pulled, distances) : null;
  const rest = input.probe ? unexplainedRest(kernels, level) : null;
  const shifts = input.probe && input.frames.length > 1 ? shiftsLeft(kernels, level) : null;
  takeSensor(kernels, level.passed(), level.grid, field);
  onWork(rows * cols);
  const backgroundSpread = turnBackground(kernels, field);
  onWork(rows * cols);
  const { iterations, converged, objective } = solution;
  const left = (undone ?? coupled ?? solution).misfit;
  const dataMisfit = Math.sqrt((left * mean(gains)) / measured) / noiseSigma;
  return {
    ...{ field, optics: level.optics },
    pupil,
    iterations,
    converged,
    objective,
    dataMisfit,
    isUnexplained: dataMisfit > settings.weight.unexplained,
    noise: averagedNoise(input),
    regularisation: solved.lambda,
    backgroundSpread,
    // the amplitude is the root of the light
    lightLeft: 2 * (input.evenLight?.rms ?? 0),
    ...{ evenedBy: input.evenLight?.light ?? null, startedAbsorbing: coarse.startedAbsorbing },
    ...{ restarted: solved !== first, coupledBy: coupled?.apart ?? null },
    ...{ sensitivity: pulled && undone ? { ...pulled, left: undone.left } : pulled, force, rest, shifts },
    exposures: gains.map((gain, k) => ({ gain, offset: coarse.offsets[k]! })),
  };
}

/** A solution with strong parts started anew where that explains more of the frames. */
function withStrong(
  kernels: Kernels,
  solved: SolvedLevel,
  { frames, noiseSigma, couples }: RetrievalInput,
  onIteration: OnIteration,
): SolvedLevel {
  if (!couples) return solved;
  const z = frames.reduce((far, frame) => Math.max(far, Math.abs(frame.z)), 0);
  const restarted = restartStrong(kernels, solved, { noiseSigma, z }, onIteration);
  return restarted ? { ...solved, solution: { ...solved.solution, ...restarted } } : solved;
}

function square(value: number): number {
  return value * value;
}

/** Noise of the frames' weighted mean. */
function averagedNoise({ frames, noiseSigma }: RetrievalInput): number {
  const weights = frames.map((frame) => frame.weight ?? 1);
  const sum = weights.reduce((total, w) => total + w, 0);
  return noiseSigma * Math.sqrt(weights.reduce((total, w) => total + (w * w) / (sum * sum), 0));
}
