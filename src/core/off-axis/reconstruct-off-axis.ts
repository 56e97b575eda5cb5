import type { NativeField } from '../demodulate/demodulate.ts';
import { demodulatePair, nativeMargin } from '../demodulate/demodulate-pair.ts';
import { giveBackPixels, grownNoise } from '../demodulate/give-back-pixels.ts';
import { subtractAberration } from '../demodulate/subtract-aberration.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { SmoothPhase } from '../phase/smooth-phase.ts';
import { unlessRefused } from '../problem/unless-refused.ts';
import type { Recipe } from '../recipe/values.ts';
import type { OnProgress, Reconstruction } from '../reconstruction/reconstruction.ts';
import { samplePixelSize } from '../rig/geometry.ts';
import { uncorrected, type RigCorrection } from '../rig/rig-correction.ts';
import type { Sideband } from '../sideband/sideband.ts';
import {
  beforeBlur,
  chooseSideband,
  isToldAt,
  leftBlurred,
  measureFrame,
  type MeasuredFrame,
} from '../sideband/measure-frame.ts';
import type { DividedStructure } from '../uncertainty/divided-out.ts';
import { undistortField } from '../undistort/undistort.ts';
import { lessNoise, refinement } from './likelihood/refine-fields.ts';
import { grown, measureNoise, type MeasuredNoise } from './noise/measure-noise.ts';
import { resolveOverlap } from './overlap/resolve-overlap.ts';
import { offAxisSettings, type OffAxisSettings } from './off-axis-settings.ts';
import { dividedStructure, lessNoiseOf } from './reference/divided-structure.ts';
import { unsharedStructure, type UnsharedStructure } from './reference/unshared-structure.ts';
import { backgroundSmoothing } from './reference/smooth-background.ts';
import { referenceSurface } from './pupil/reference-surface.ts';
import { developOffAxis } from './develop-off-axis.ts';
import { describe } from './report/describe-off-axis.ts';

/**
 * An off-axis hologram to phase, amplitude, field and their uncertainty: the whole pipeline on one screen.
 * Works on the native grid, which carries the recorded bandwidth, until the last step.
 * @throws Problem SIDEBAND_NOT_FOUND, HOLOGRAM_UNREADABLE, INVALID_INPUT
 */
export function reconstructOffAxis(
  kernels: Kernels,
  frames: FramesOfPair,
  recipe: Recipe,
  onProgress: OnProgress,
  rig: RigCorrection = uncorrected,
  settings: OffAxisSettings = offAxisSettings,
): Reconstruction {
  using scope = kernels.scope();
  onProgress('spectrum', 0);
  const read = measureFrames(kernels, scope, frames);

  onProgress('sideband', 0.1);
  const { hologram, background, sideband } = chooseSharp(kernels, scope, frames, read, recipe, settings);

  onProgress('demodulation', 0.2);
  const frontEnd = { hologram, background, sideband, recipe, rig, settings };
  const { demodulateBy, look, surfaceOf, unsharedOf, dividedOf, refined, smoothing } = demodulator(
    kernels,
    scope,
    frames,
    frontEnd,
  );
  // a person who gave a filter gets that one
  const asFound = recipe.filter_radius_cycles_per_um === null;
  const pair = demodulateBy(null);
  const { field, backgroundModulus, clipped } = pair;
  const smoothed = smoothing?.outcome() ?? null;
  const measure = [hologram, background, field, backgroundModulus, settings.noise, smoothed] as const;
  const noise = measureNoise(kernels, ...measure);
  const linear = { ...pair, hologram, background, sideband, noise, look };
  const overlapFit = resolveOverlap(kernels, scope, linear, recipe, settings);
  const taken = overlapFit?.taken;
  if (taken && rig.aberration) subtractAberration(kernels, taken.field, sideband.carrier, rig.aberration);
  const lost = { clipped, hologram: hologram.image, background: background?.image ?? null };
  // what was fitted has the pupil's own rim already
  const asArrived = (of: NativeField) => {
    // what was fitted to the intensity has been given it
    if (!taken) giveBackPixels(kernels, of, sideband);
    if (rig.distortion) undistortField(kernels, of, rig.distortion);
    return of;
  };
  const again =
    asFound && !taken
      ? { surface: surfaceOf(), bent: (by: SmoothPhase) => asArrived(demodulateBy(by).field) }
      : null;
  const likelihood = refined && !taken ? refined.outcome() : null;
  const less = likelihood ? { noise: lessNoise(noise, likelihood) } : {};
  const found = { ...linear, ...less, ...taken, lost, again };
  const more = taken ? 1 : grownNoise(sideband, kernels.wasm.sin);
  const demodulated = { ...found, divided: dividedOf(noise), noise: grown(found.noise, more) };
  asArrived(demodulated.field);
  const how = [recipe, onProgress, rig, settings] as const;
  const findings = developOffAxis(kernels, scope, demodulated, frames.hologram, ...how);
  const dividedByItself = isSame(frames.hologram, frames.background);
  const all = { ...findings, overlapFit, likelihood, smoothed, dividedByItself, unshared: unsharedOf() };
  return describe(kernels, settings.flags, all);
}

interface MeasuredPair {
  readonly hologram: MeasuredFrame;
  readonly background: MeasuredFrame | null;
}

function measureFrames(kernels: Kernels, scope: Scope, { hologram, background }: FramesOfPair): MeasuredPair {
  return {
    hologram: measureFrame(kernels, scope, hologram, 'hologram'),
    background: background && measureFrame(kernels, scope, background, 'background frame'),
  };
}

/** The sideband, and the frames before they were smoothed, where that was told as far out as the sideband lies. */
function chooseSharp(
  kernels: Kernels,
  scope: Scope,
  frames: FramesOfPair,
  read: MeasuredPair,
  recipe: Recipe,
  settings: OffAxisSettings,
): MeasuredPair & { readonly sideband: Sideband } {
  const pixelSize = samplePixelSize(recipe);
  const choose = (of: MeasuredPair) =>
    chooseSideband(kernels, of.hologram, of.background, recipe, pixelSize, settings.sideband);
  const sharpened = (frame: Frame, of: MeasuredFrame) =>
    beforeBlur(kernels, scope, frame, of, settings.sideband.blur);
  const hologram = sharpened(frames.hologram, read.hologram);
  const background = frames.background && read.background && sharpened(frames.background, read.background);
  if (hologram === read.hologram && background === read.background)
    return { ...read, sideband: choose(read) };
  const sharp = { hologram, background };
  const sideband = choose(sharp);
  const asRead = unlessRefused(() => choose(read));
  const { carrier } = sideband;
  const isTold = [hologram, background].every((of) => !of || isToldAt(of, carrier, settings.sideband.blur));
  // what rounding left grows with distance where the blur is undone, and passes for more of the sideband
  if (isTold || !asRead) return { ...sharp, sideband: asRead ? narrower(sideband, asRead) : sideband };
  return {
    hologram: leftBlurred(read.hologram, hologram),
    background: read.background && background && leftBlurred(read.background, background),
    sideband: asRead,
  };
}

/** A sideband no wider than another, which was measured around the same carrier. */
function narrower(one: Sideband, other: Sideband): Sideband {
  if (one.passRadius <= other.passRadius) return one;
  const { passRadius, stopRadius, measuredRadius, outwardRadius } = other;
  return { ...one, passRadius, stopRadius, measuredRadius, outwardRadius };
}

/** Whether both hold the same samples. */
function isSame(one: Frame, other: Frame | null): boolean {
  return other?.samples.length === one.samples.length && one.samples.every((v, i) => v === other.samples[i]);
}

interface FramesOfPair {
  readonly hologram: Frame;
  readonly background: Frame | null;
}

interface FrontEnd {
  readonly hologram: MeasuredFrame;
  readonly background: MeasuredFrame | null;
  readonly sideband: Sideband;
  readonly recipe: Recipe;
  readonly rig: RigCorrection;
  readonly settings: OffAxisSettings;
}

/** Demodulates both frames with a carrier that is straight, or bent by a surface, as often as it is asked to. */
function demodulator(
  kernels: Kernels,
  scope: Scope,
  frames: FramesOfPair,
  { hologram, background, sideband, recipe, rig, settings }: FrontEnd,
) {
  const asked = recipe.demodulation === 'likelihood';
  const refined = asked
    ? refinement(kernels, withLosses(frames, hologram, background), sideband, settings)
    : null;
  // rounding errors of a file with losses are no noise of single pixels
  const smoothing =
    background && !frames.background!.quantisation
      ? backgroundSmoothing(kernels, hologram, background, sideband, settings)
      : null;
  let surface: SmoothPhase | null = null;
  let unshared: UnsharedStructure | null = null;
  let divided: DividedStructure | null = null;
  const look = (reference: NativeField, other: NativeField, bend: SmoothPhase | null = null) => {
    if (!bend) surface ??= referenceSurface(kernels, reference, settings);
    const margin = nativeMargin(reference, settings.demodulation);
    unshared ??= unsharedStructure(kernels, other, reference, margin, settings.flags);
    divided ??= dividedStructure(kernels, reference, margin);
    smoothing?.smooth(reference);
  };
  const demodulateBy = (bend: SmoothPhase | null) => {
    const hooks = {
      surface: bend,
      look: (reference: NativeField, other: NativeField) => look(reference, other, bend),
      ...(refined && { refine: refined.refine }),
    };
    const both = [hologram, background] as const;
    const pair = demodulatePair(kernels, scope, ...both, sideband, settings.demodulation, hooks);
    if (rig.aberration) subtractAberration(kernels, pair.field, sideband.carrier, rig.aberration);
    return pair;
  };
  const of = {
    surfaceOf: () => surface,
    unsharedOf: () => unshared,
    dividedOf: (noise: MeasuredNoise) => lessNoiseOf(divided, noise.referenceVariance),
  };
  return { demodulateBy, look, ...of, refined, smoothing };
}

/** Frames as they were measured, with what their files say of a lossy compression. */
function withLosses(frames: FramesOfPair, hologram: MeasuredFrame, background: MeasuredFrame | null) {
  return {
    hologram: { ...hologram, lossy: frames.hologram.quantisation !== undefined },
    background: background && { ...background, lossy: frames.background?.quantisation !== undefined },
  };
}
