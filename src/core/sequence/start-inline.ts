import { medianInPlace } from '../fit/median.ts';
import { loadCameraImage, type CameraImage } from '../field/camera.ts';
import type { Frame, Frames } from '../field/frame.ts';
import { recordedFrames } from '../field/recorded-part.ts';
import { opticsOf } from '../inline/focused-exposures.ts';
import { meanCounts, statedLight } from '../inline/response/linear-frames.ts';
import { noiseOf, reconstructInline, type OnStated } from '../inline/reconstruct-inline.ts';
import { phaseBlindBelow } from '../inline/background/phase-background.ts';
import type { SensorOptics } from '../inline/optics/sensor-optics.ts';
import { withoutLight } from '../inline/retrieve/even-light.ts';
import type { LightLeft } from '../inline/retrieve/light-left.ts';
import type { OnSolved } from '../inline/retrieve/retrieve.ts';
import {
  withoutGaps,
  solutionIn,
  WarmRetrieval,
  type RetrievalState,
} from '../inline/retrieve/warm-retrieval.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { corner } from '../kernel/plane.ts';
import { normaliseInline, type LightOfRig, type NormalisedInline } from '../light/normalise-inline.ts';
import { realMap } from '../maps/maps.ts';
import { Problem } from '../problem/problem.ts';
import type { Recipe } from '../recipe/values.ts';
import type { OnProgress, RealMap, Reconstruction } from '../reconstruction/reconstruction.ts';
import { uncorrected, type RigCorrection } from '../rig/rig-correction.ts';
import { phaseSigma } from '../uncertainty/phase-sigma.ts';
import { frameDoubts, type FrameDoubts } from './frame-doubts.ts';
import { sequenceSettings, type SequenceSettings } from './sequence-settings.ts';

/** What is known of an in-line rig before the frames are done, group by group; it lives in the kernels' memory. */
export interface StartedInline extends Disposable {
  readonly mode: 'inline';
  readonly recipe: Recipe;
  readonly settings: SequenceSettings;
  readonly pivot: Frame;
  /** of the frame that it was started from: mean counts, and mean light where a request states how counts follow it */
  readonly level: number;
  readonly pivotMean: number;
  readonly optics: SensorOptics;
  /** µm */
  readonly z: number;
  readonly background: CameraImage | null;
  readonly light: LightOfRig;
  /** what of the light that leaves in a frame is taken out of each; null: nothing is */
  readonly evenedBy: LightLeft | null;
  readonly blindBelow: number;
  /** of the frame that it was started from: each group begins with it */
  readonly state: RetrievalState;
  readonly warm: WarmRetrieval;
  readonly doubts: FrameDoubts;
  /** what changes from frame to frame: of the last one that was retrieved by itself, see {@link FrameDoubts.pulledShare} */
  readonly last: { pulledShare: number };
  readonly startedAbsorbing: boolean;
  readonly lambda: number;
  readonly noiseSigma: number;
  readonly dataMisfit: number;
  /** rad, of the phase beside the sample */
  readonly spread: number;
  /** the frame that it was started from, as a reconstruction of its own */
  readonly reconstruction: Reconstruction;
  readonly uncertainty: RealMap;
  readonly noise: RealMap;
  /** rad² */
  readonly typical: { readonly total: number; readonly noise: number };
}

/**
 * Reconstructs one of these frames as by itself, focus included: the others go on from there.
 * @param some of one size; that whose light is the middle one is taken, and another where it can't be used
 * @throws Problem as a reconstruction of one frame
 */
export function startInline(
  kernels: Kernels,
  some: readonly Frame[],
  background: Frame | null,
  recipe: Recipe,
  onProgress: OnProgress = () => {},
  rig: RigCorrection = uncorrected,
  settings: SequenceSettings = sequenceSettings,
): StartedInline {
  let refused: unknown = new Problem('HOLOGRAM_UNREADABLE', 'No frame of the sequence can be read.');
  for (const pivot of byLight(kernels, some)) {
    const scope = kernels.scope();
    try {
      const frames = recordedFrames({ hologram: pivot, background });
      return startFrom(kernels, scope, frames, recipe, onProgress, rig, settings);
    } catch (cause) {
      scope[Symbol.dispose]();
      if (!(cause instanceof Problem)) throw cause;
      refused = cause;
    }
  }
  throw refused;
}

/** That of the middle light first: a dark frame is no start. */
function byLight(kernels: Kernels, frames: readonly Frame[]): Frame[] {
  const lit = frames.flatMap((frame) => {
    using scratch = kernels.scope();
    try {
      return [{ frame, mean: loadCameraImage(kernels, scratch, frame, 'frame').mean }];
    } catch (cause) {
      if (cause instanceof Problem) return [];
      throw cause;
    }
  });
  const middle = lit.length > 0 ? medianInPlace(Float64Array.from(lit, ({ mean }) => mean)) : 0;
  const off = ({ mean }: { readonly mean: number }) => Math.abs(mean - middle);
  return lit.toSorted((a, b) => off(a) - off(b)).map(({ frame }) => frame);
}

/** @param scope owns what lasts as long as the sequence */
function startFrom(
  kernels: Kernels,
  scope: Scope,
  frames: Frames,
  recipe: Recipe,
  onProgress: OnProgress,
  rig: RigCorrection,
  settings: SequenceSettings,
): StartedInline {
  let solved: { readonly solution: ReturnType<typeof solutionIn>; readonly lambda: number } = null!;
  const level = meanCounts(frames.hologram);
  const { hologram: pivot } = frames;
  const light = statedLight(kernels, frames, recipe, level);
  const { inline } = settings;
  const onSolved: OnSolved = ({ level, lambda }, where) => {
    solved = { solution: solutionIn(where, level), lambda };
  };
  let doubts: FrameDoubts = null!;
  let startedAbsorbing = false;
  let evenedBy: LightLeft | null = null;
  const onStated: OnStated = (stated, retrieval, of) => {
    ({ startedAbsorbing, evenedBy } = retrieval);
    doubts = frameDoubts(kernels, stated, retrieval, of);
  };
  const made = reconstructInline(kernels, frames, recipe, onProgress, rig, inline, onSolved, onStated);
  const background =
    light.background && loadCameraImage(kernels, scope, light.background, 'background frame');
  using scratch = kernels.scope();
  const image = loadCameraImage(kernels, scratch, light.hologram, 'frame');
  const normalised = normaliseInline(kernels, scratch, image, background, inline.light);
  if (evenedBy) withoutLight(kernels, normalised.amplitude, evenedBy);
  const optics = opticsOf(normalised.amplitude, recipe, rig);
  const known = numbersOf(made);
  const z = known.z_mm * 1000;
  const warm = new WarmRetrieval(kernels, optics, z, inline.retrieval);
  const noise = cameraNoise(kernels, normalised, made.amplitude);
  return {
    ...{ mode: 'inline', recipe, settings, pivot, level, optics, z, background, warm, doubts },
    ...{ pivotMean: image.mean, light: normalised.ofRig, startedAbsorbing, evenedBy, lambda: solved.lambda },
    last: { pulledShare: doubts.pulledShare },
    state: { ...solved.solution, seen: withoutGaps(kernels, normalised.amplitude) },
    blindBelow: phaseBlindBelow(optics.wavelength, [z], inline.background),
    noiseSigma: normalised.noiseSigma,
    dataMisfit: known.dataMisfit,
    spread: known.spread,
    ...ofOneFrame(made, noise, known.sigma),
    [Symbol.dispose]() {
      warm[Symbol.dispose]();
      scope[Symbol.dispose]();
    },
  };
}

/** What its report says of a reconstruction. */
function numbersOf({ metrics, uncertainty }: Reconstruction) {
  const { z_mm, data_misfit, median_phase_sigma_rad } = metrics;
  return {
    z_mm: Number(z_mm),
    dataMisfit: Number(data_misfit),
    sigma: Number(median_phase_sigma_rad),
    spread: Number(uncertainty.background_phase_sigma_rad ?? 0),
  };
}

function ofOneFrame(
  made: Reconstruction,
  noise: ReturnType<typeof cameraNoise>,
  sigma: number,
): Pick<StartedInline, 'reconstruction' | 'uncertainty' | 'noise' | 'typical'> {
  const words =
    'The largest over time of what the frames that belong state of themselves, each over its factor. What the frame that the sequence was started from leaves in doubt of its sample is a share of that and goes with it where it moves; parts are those of that frame.';
  const { uncertainty } = made;
  return {
    reconstruction: { ...made, uncertainty: { ...uncertainty, method: `${words} ${uncertainty.method}` } },
    uncertainty: made.phase_uncertainty,
    noise: noise.map,
    typical: { total: sigma * sigma, noise: noise.typical },
  };
}

/** The camera's noise as propagation takes it to the sample's plane; constraints leave no more of it. */
function cameraNoise(kernels: Kernels, normalised: NormalisedInline, { rows, cols, data }: RealMap) {
  using scratch = kernels.scope();
  const modulus = scratch.real(rows, cols);
  const values = kernels.floats(modulus.ptr, rows * modulus.pitch).fill(1);
  for (let row = 0; row < rows; row++)
    values.set(data.subarray(row * cols, (row + 1) * cols), row * modulus.pitch);
  const sigma = scratch.real(rows, cols);
  const noise = noiseOf([normalised], { rows, cols });
  phaseSigma(kernels, modulus, noise, sigma);
  return {
    map: realMap(kernels, corner(sigma, rows, cols)),
    typical: medianInPlace(noise.fieldVariance.map((v) => v / 2)),
  };
}
