import type { Frames } from '../field/frame.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { asMeasured, unmeasured, withoutPixels } from '../light/full-pixels.ts';
import { meanNoise, roundingOf } from '../light/load-exposures.ts';
import type { NormalisedInline } from '../light/normalise-inline.ts';
import type { Recipe } from '../recipe/values.ts';
import type { SmoothBackground } from '../phase/background.ts';
import type { RigCorrection } from '../rig/rig-correction.ts';
import { statedDefocus } from '../rig/stated-defocus.ts';
import { movedBack, type Aligned } from './align/align-exposures.ts';
import type { InlineFocus } from './focus/autofocus-inline.ts';
import type { FoundHeights } from './heights/find-heights.ts';
import { straightExposures } from './focused-exposures.ts';
import type { InlineSettings } from './inline-settings.ts';
import type { SensorOptics } from './optics/sensor-optics.ts';
import type { StatedUncertainty } from './report/findings.ts';
import type { CameraResponse } from './response/judge-response.ts';
import { linearFrames } from './response/linear-frames.ts';
import { responseDoubt } from './response/response-doubt.ts';
import { backgroundPhase } from './retrieve/background-phase.ts';
import { mean } from './retrieve/exposure.ts';
import type { RetrievalInput } from './retrieve/retrieval-input.ts';
import { retrieveAside } from './retrieve/retrieve-aside.ts';
import type { Retrieval } from './retrieve/retrieve.ts';
import { flattenedDetail } from './uncertainty/flattened-detail.ts';
import { blurredDetail, leftOfLines } from './uncertainty/blurred-detail.ts';
import { withThinParts } from './uncertainty/thin-parts.ts';
import { lightBlur } from './uncertainty/light-blur.ts';
import { broadPhase, type BroadPhase } from './uncertainty/broad-phase.ts';
import { doubtedShift } from './uncertainty/doubted-shift.ts';
import { doubtedPlane } from './uncertainty/doubted-plane.ts';
import { inlineUncertainty, RECORDED, type InlineUncertainty } from './uncertainty/inline-uncertainty.ts';
import { sampleFree } from './uncertainty/sample-free.ts';
import type { UncertaintySettings } from './uncertainty/uncertainty-settings.ts';

/** An exposure of a stack, and by how many px its content was moved. */
type Exposure = RetrievalInput['frames'][number] & {
  readonly moved?: { readonly x: number; readonly y: number };
};

/** The exposures but for what the camera's range cut off. */
export function inputOf(
  kernels: Kernels,
  scope: Scope,
  of: {
    readonly normalised: readonly NormalisedInline[];
    readonly exposures: readonly Exposure[];
    readonly optics: SensorOptics;
    /** what a retrieval has left out, places among the exposures' floats */
    readonly withheld?: Retrieval['withheld'];
  },
): RetrievalInput {
  const { normalised, exposures, optics, withheld } = of;
  const frames = exposures.map(({ amplitude, z, moved }, k) => {
    const pixels = normalised[k]!;
    // several frames tell by themselves what one lacks: beads in stacks with 2 % of full pixels came out 0.36 off by a least value, 0.03 without
    const measured =
      exposures.length === 1
        ? asMeasured(kernels, scope, amplitude, pixels)
        : withoutPixels(kernels, scope, amplitude, unmeasured(pixels), moved);
    return { amplitude: withoutPixels(kernels, scope, measured, withheld?.[k] ?? []), z };
  });
  const evensLight = normalised.every(({ illumination }) => illumination.source === 'fitted');
  return { frames, noiseSigma: meanNoise(normalised), ...optics, evensLight };
}

export function atDistances(
  { amplitudes, drifts, unrelated }: Aligned,
  distances: readonly number[],
): readonly Exposure[] {
  return amplitudes.map((amplitude, k) => {
    const { x, y } = (unrelated.includes(k + 1) ? null : drifts[k]) ?? { x: 0, y: 0 };
    return { amplitude, z: distances[k]!, moved: { x: -x, y: -y } };
  });
}

/** What a field was made of, to make another. */
interface Delivered {
  readonly optics: SensorOptics;
  readonly distances: readonly number[];
  readonly aligned: Aligned;
  readonly exposures: readonly Exposure[];
  readonly normalised: readonly NormalisedInline[];
  /** what the retrieval left out of each frame */
  readonly withheld: Retrieval['withheld'];
  /** the smooth part of the phase that was taken out of the field */
  readonly removed: SmoothBackground | null;
  readonly response: CameraResponse | null;
  /** null where the distances were given */
  readonly focus: InlineFocus | null;
  /** null: of a single frame, or the frames of a stack were not asked */
  readonly heights: FoundHeights | null;
  readonly again: {
    readonly frames: Frames;
    readonly recipe: Recipe;
    readonly rig: RigCorrection;
    readonly settings: InlineSettings;
    /** called again and again; may throw to cancel */
    readonly onStep: () => void;
  };
}

/** The field with the counts taken to another power, in all else as the one that is delivered. */
function fieldWith(kernels: Kernels, scope: Scope, power: number, of: Delivered): ComplexPlane {
  const { distances, aligned, again } = of;
  const { rig, settings } = again;
  const frames = linearFrames(kernels, again.frames, power);
  using scratch = kernels.scope();
  const { normalised } = straightExposures(kernels, scratch, frames, rig, settings);
  const { drifts, unrelated } = aligned;
  const amplitudes = movedBack(kernels, scratch, normalised, drifts, unrelated);
  return fieldOf(kernels, scope, { ...of, normalised }, atDistances({ ...aligned, amplitudes }, distances));
}

function fieldOf(
  kernels: Kernels,
  scope: Scope,
  { optics, normalised, withheld, again }: Delivered,
  exposures: readonly Exposure[],
): ComplexPlane {
  const { settings, onStep: onWork } = again;
  using scratch = kernels.scope();
  const input = inputOf(kernels, scratch, { normalised, exposures, optics, withheld });
  return retrieveAside(
    kernels,
    scope,
    { ...input, couples: true, undoesPull: true },
    { onWork },
    settings.retrieval,
  ).field;
}

/** Of the field as it is delivered: what was taken out of it spreads no more. */
export function statedOf(
  kernels: Kernels,
  retrieval: Retrieval,
  made: Omit<Delivered, 'withheld'>,
  settings: UncertaintySettings,
): StatedUncertainty {
  const of = { ...made, withheld: retrieval.withheld };
  const { optics, distances, normalised, removed, withheld } = of;
  const { field } = retrieval;
  const backgroundSpread = removed ? backgroundPhase(kernels, field).spread : retrieval.backgroundSpread;
  const found = { ...retrieval, backgroundSpread };
  const rounding = roundingOf(normalised);
  const unlit = normalised[0]!.unlit.concat(withheld[0]!);
  const stated = inlineUncertainty(kernels, found, optics, distances, settings, { rounding, unlit });
  const broad = ofBroad(kernels, found, stated, of, settings);
  const responseVariance = ofResponse(kernels, field, stated, of);
  const distanceVariance = ofDistance(kernels, field, stated, of);
  const shiftVariance = found.shifts && doubtedShift(kernels, field, stated, found.shifts);
  const blurVariance = ofBlur(kernels, found, stated, of);
  const ofBroadPhase = broad && !broad.asLight ? broad.sigma * broad.sigma : 0;
  const { noise } = stated;
  const extraPhaseVariance = noise.extraPhaseVariance.map(
    (v, t) => v + (responseVariance?.[t] ?? 0) + (distanceVariance?.[t] ?? 0) + ofBroadPhase,
  );
  // half of a field's variance makes the phase's
  const fieldVariance = noise.fieldVariance.map(
    (v, t) => v + 2 * ((shiftVariance?.[t] ?? 0) + (blurVariance?.[t] ?? 0)),
  );
  const doubts = {
    responseVariance,
    distanceVariance,
    shiftVariance,
    blurVariance,
    broad,
    distanceOff: offOf(of),
  };
  return { ...stated, noise: { ...noise, fieldVariance, extraPhaseVariance }, ...doubts };
}

/**
 * Of a sample that absorbs only no phase is in doubt, of one that covers the frame nothing is known beside it, and what no field
 * explains is no broad phase.
 */
function ofBroad(
  kernels: Kernels,
  { field, rest, noise, startedAbsorbing, isUnexplained }: Retrieval,
  { beside, backgroundSigma }: InlineUncertainty,
  { optics, distances, normalised, removed }: Delivered,
  settings: UncertaintySettings,
): BroadPhase | null {
  if (beside === null || startedAbsorbing || isUnexplained) return null;
  // frames whose light was estimated with fewer terms show more of what is broad
  const degrees = normalised.map(({ illumination }) => illumination.degree ?? 0);
  const degree = Math.min(...degrees);
  const tells = <T>(one: T, k: number) => (degrees[k] === degree ? [one] : []);
  const frames = { distances: distances.flatMap(tells), rests: rest!.flatMap(tells) };
  const free = sampleFree(kernels, field, backgroundSigma, settings);
  // a term of degree d has about d half waves across the frame
  const cycles = { ofLight: degree / 2, removed: (removed?.degree ?? 0) / 2 };
  const { phase, slack, clear } = settings.evidence;
  // the amplitude is the root of the light
  const known = {
    noise: noise * Math.sqrt(distances.length / frames.distances.length),
    leastContrast: slack / 2,
    clear,
    isLightKnown: normalised.length > 1 || normalised[0]!.illumination.source !== 'fitted',
  };
  const found = broadPhase(kernels, free, { optics, ...frames, ...known, ...cycles });
  return found && found.sigma > phase ? found : null;
}

function ofResponse(
  kernels: Kernels,
  field: ComplexPlane,
  { noise: { tiles }, sample }: InlineUncertainty,
  of: Delivered,
): Float64Array | null {
  const { response } = of;
  if (!response?.doubt) return null;
  return responseDoubt(kernels, field, { response, tiles, sample }, (scope, power) =>
    fieldWith(kernels, scope, power, of),
  );
}

/** Of several frames what all distances are off by together: what one is off beside the others, they tell. */
function ofDistance(
  kernels: Kernels,
  field: ComplexPlane,
  { noise: { tiles }, sample }: InlineUncertainty,
  of: Delivered,
): Float64Array | null {
  const { optics, distances, exposures, focus } = of;
  const off = offOf(of);
  if (!(off > 0)) return null;
  const isOpen = focus === null || focus.doubts.length > 0;
  const middle = mean(distances);
  const doubted = { z: middle, off, isOpen, optics, tiles, sample };
  return doubtedPlane(kernels, field, doubted, (scope, z) => {
    const farther = exposures.map((exposure) => ({ ...exposure, z: exposure.z + (z - middle) }));
    return fieldOf(kernels, scope, of, farther);
  });
}

/** Of light that blurs, in the samples of the frames. */
function ofBlur(
  kernels: Kernels,
  { field, pupil, force }: Retrieval,
  { noise: { tiles }, sample }: InlineUncertainty,
  { optics, exposures, normalised }: Delivered,
): Float64Array | null {
  const about = { tiles, sample: withThinParts(kernels, field, { tiles, sample }) };
  const blur = lightBlur(kernels, field, exposures, optics, about, meanNoise(normalised));
  if (!blur) return null;
  const { pitchX, pitchY } = optics.sampling;
  const passed = pupil === null ? null : pupil * Math.max(pitchX, pitchY);
  const blurred = blurredDetail(kernels, field, blur, passed, about);
  // what light blurs a total variation flattens with less of a pull
  const left = leftOfLines(kernels, blur) * RECORDED;
  const [all, counted] = [about, { tiles, sample }].map((one) =>
    flattenedDetail(kernels, force!, field, one),
  );
  return blurred.map((variance, t) => {
    const more = all![t]! / (left * left) - counted![t]! / (RECORDED * RECORDED);
    return variance + Math.max(0, more);
  });
}

/** µm: what was found is off by, or else what is stated, by which the frames of a stack need not be off if they tell better. */
function offOf({ focus, heights, again }: Delivered): number {
  if (focus) return focus.uncertainty;
  const { distance, wavelength } = statedDefocus(again.recipe, again.rig);
  const stated = Math.sqrt(distance * distance + wavelength * wavelength);
  if (!heights?.common) return stated;
  const { farther, sigma } = heights.common;
  if (heights.isMoved) return sigma;
  const shown = Math.max(Math.abs(farther), sigma);
  return stated > 0 ? Math.min(stated, shown) : shown;
}
