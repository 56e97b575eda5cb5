import type { Frames } from '../../field/frame.ts';
import { unlessRefused } from '../../problem/unless-refused.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { RealPlane } from '../../kernel/plane.ts';
import { loadCameraImage } from '../../field/camera.ts';
import { estimateLight } from '../../light/illumination.ts';
import { loadExposures } from '../../light/load-exposures.ts';
import { UNKNOWN, unmeasured, withoutPixels } from '../../light/full-pixels.ts';
import type { LightSettings } from '../../light/light-settings.ts';
import { copiedPart, livelyBox, type LivelyBox } from '../optics/lively-box.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { retrieve } from '../retrieve/retrieve.ts';
import type { RetrievalSettings } from '../retrieve/retrieval-settings.ts';
import {
  alikeResponse,
  confirmedResponse,
  firstPowers,
  leastAt,
  openResponse,
  remembered,
  responseBy,
  USUAL,
  type CameraResponse,
} from './judge-response.ts';
import { linearFrames } from './linear-frames.ts';
import type { ResponseSettings } from './response-settings.ts';

export interface ResponseSearch {
  readonly frames: Frames;
  /** the exposure that `frames` hold, as linear: √(intensity / light) */
  readonly amplitude: RealPlane;
  /** of the light that it was divided by; null with a background frame */
  readonly degree: number | null;
  readonly optics: SensorOptics;
  /** share of the hologram's pixels at its largest value */
  readonly fractionAtMaximum: number;
  /** µm */
  readonly z: number;
  readonly light: LightSettings;
  readonly retrieval: RetrievalSettings;
  readonly settings: ResponseSettings;
  /** called after every iteration; may throw to cancel */
  readonly onIteration: () => void;
}

/** Bits that cameras bend the response for: frames of more are taken as linear. */
export const BENT_BITS = 8;

/**
 * Whether a camera gave a power of the light instead of the light, as with a gamma. The interference of a sample's light with the
 * beam, and the sample's own, hold one ratio only where counts are in proportion to the light: with another power no field
 * explains the frame, so that a retrieval is left with more than noise. A weak sample has no light of its own to tell by.
 * @returns null: nothing speaks against 1
 */
export function findResponse(kernels: Kernels, search: ResponseSearch): CameraResponse | null {
  const { frames, fractionAtMaximum, light, settings } = search;
  if (frames.hologram.bitDepth > BENT_BITS) return null;
  // what the range cut off is missing where fringes are brightest, and so where a power would show most
  const isWhole = !(fractionAtMaximum > light.evidence.saturated);
  using scope = kernels.scope();
  const inLights = likelyDegrees(kernels, search).map(
    (degree) => (own: ResponseSettings) => misfitsOf(kernels, scope, { ...search, degree, settings: own }),
  );
  return responseIn(kernels, inLights, isWhole, settings);
}

/**
 * That of the light by which the frame is divided as it is, and the lowest that it would have with another power where that is less:
 * bent fringes may look like light, and what a higher degree takes of the frame would look like what a power takes.
 */
export function likelyDegrees(
  kernels: Kernels,
  { frames, degree, light, settings }: Pick<ResponseSearch, 'frames' | 'degree' | 'light' | 'settings'>,
): readonly (number | null)[] {
  if (degree === null) return [null];
  const { hologram } = frames;
  const degrees = firstPowers(settings)
    .filter((power) => power !== 1)
    .map((power) => {
      using scope = kernels.scope();
      const linear = linearFrames(kernels, { hologram, background: null }, power);
      const { plane } = loadCameraImage(kernels, scope, linear.hologram, 'hologram');
      return estimateLight(kernels, plane, light.fit)?.degree ?? degree;
    });
  return [...new Set([degree, Math.min(degree, ...degrees)])];
}

/**
 * As {@link findResponse}, of a frame of few bits.
 * @param inLights what retrievals with such settings leave of the frame, by the power that its counts are taken to: in each light
 * that may be the frame's. The one in which a power leaves least is taken
 * @param isWhole nothing was cut off of it
 */
export function responseIn(
  kernels: Pick<Kernels, 'wasm'>,
  inLights: readonly ((settings: ResponseSettings) => (power: number) => number)[],
  isWhole: boolean,
  settings: ResponseSettings,
): CameraResponse | null {
  const lights = inLights.map((misfitsWith) => ({ misfitsWith, misfit: remembered(misfitsWith(settings)) }));
  const least = lights.map(({ misfit }) => (lights.length > 1 ? misfit(leastAt(misfit, settings)) : 0));
  const { misfitsWith, misfit } = lights[least.indexOf(Math.min(...least))]!;
  const hint = responseBy(kernels, misfit, settings);
  const settled = { ...settings, iterations: times(settings.iterations, settings.settled) };
  const found = hint?.doubt ? confirmedResponse(kernels, hint, misfitsWith(settled), settings) : hint;
  // where the usual gamma is not told from none, those that lie between them still may be
  if (!found?.doubt) return alikeResponse(misfit, settings) ?? found;
  return isWhole ? found : openResponse(found);
}

function times({ quarter, fine }: ResponseSettings['iterations'], factor: number) {
  return { quarter: factor * quarter, fine: factor * fine };
}

/** What is tried of a frame, as a power of its counts. */
interface Trial {
  /** with {@link UNKNOWN} where a pixel is broken or was cut off */
  readonly part: RealPlane;
  readonly noiseSigma: number;
}

/**
 * What a retrieval leaves of the part of a frame that differs most from the beam, by the power that its counts are taken to. The
 * larger the power, the more broken pixels stand out. So that no power leaves less by that, those that do as the frame is, or as
 * the usual gamma would have it, are left out of all. All are divided by light of the same degree.
 */
export function misfitsOf(
  kernels: Kernels,
  scope: Scope,
  search: Omit<ResponseSearch, 'fractionAtMaximum'>,
): (power: number) => number {
  const { amplitude, optics, z, retrieval, settings, onIteration } = search;
  const box = livelyBox(kernels, amplitude, settings.side);
  const { rows, cols } = box;
  const trials = new Map<number, Trial | null>();
  const trialAt = (power: number) => {
    const known = trials.get(power);
    if (known !== undefined) return known;
    const trial = trialOf(kernels, scope, search, { box, power });
    trials.set(power, trial);
    return trial;
  };
  return (power) => {
    const trial = trialAt(power);
    if (!trial) return Infinity;
    const { part, noiseSigma } = trial;
    for (const other of [1, USUAL].map(trialAt)) if (other) leaveOut(kernels, part, other.part);
    using scratch = kernels.scope();
    const input = { ...optics, rows, cols, frames: [{ amplitude: part, z }], noiseSigma };
    const { dataMisfit } = retrieve(kernels, scratch, input, { onIteration }, quick(retrieval, settings));
    // of a part with nothing left to compare no power is told
    return Number.isNaN(dataMisfit) ? Infinity : dataMisfit;
  };
}

/** @returns null where no light is found for that power: it is none that the frame was taken with */
function trialOf(
  kernels: Kernels,
  scope: Scope,
  { frames, degree, light }: Pick<ResponseSearch, 'frames' | 'degree' | 'light'>,
  { box, power }: { readonly box: LivelyBox; readonly power: number },
): Trial | null {
  using scratch = kernels.scope();
  const { hologram, background } = frames;
  const first = { hologram, background };
  const taken = power === 1 ? first : linearFrames(kernels, first, power);
  const load = () => loadExposures(kernels, scratch, taken, light, { degree });
  const loaded = unlessRefused(load, 'HOLOGRAM_UNSUPPORTED');
  if (!loaded) return null;
  const { amplitude, noiseSigma, mended, ...pixels } = loaded.normalised[0]!;
  const values = kernels.floats(amplitude.ptr, amplitude.rows * amplitude.pitch);
  for (const at of mended) values[at] = UNKNOWN;
  // what the range cut off would look as if it were bent
  const known = withoutPixels(kernels, scratch, amplitude, unmeasured(pixels));
  const part = copiedPart(kernels, scope, known, box);
  return { part, noiseSigma };
}

/** Forgets the pixels of a part that are unknown in another of its size. */
function leaveOut(kernels: Kernels, part: RealPlane, other: RealPlane): void {
  const [values, others] = [part, other].map(({ ptr, rows, pitch }) => kernels.floats(ptr, rows * pitch));
  for (let k = 0; k < values!.length; k += 1) if (others![k] === UNKNOWN) values![k] = UNKNOWN;
}

/** No λ chosen anew: what is left with one power must compare with what is left with another. */
function quick(retrieval: RetrievalSettings, { iterations }: ResponseSettings): RetrievalSettings {
  const { quarter, fine } = iterations;
  return {
    ...retrieval,
    weight: { ...retrieval.weight, unexplained: Infinity },
    coarse: { ...retrieval.coarse, one: { half: fine, quarter } },
    fine: { ...retrieval.fine, maxIterations: fine },
  };
}
