import { openFocus } from './focus/metrics/metrics-settings.ts';
import { uncorrected, type RigCorrection } from '../rig/rig-correction.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import type { Frames } from '../field/frame.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { heightPerRadian } from '../rig/geometry.ts';
import { mapsOf } from '../maps/maps.ts';
import { unwrappingSettings } from '../phase/unwrapping-settings.ts';
import { regionOn } from '../phase/background-region.ts';
import { powerSpectrum } from '../spectrum/power-spectrum.ts';
import type { Recipe } from '../recipe/values.ts';
import type { OnProgress, Reconstruction } from '../reconstruction/reconstruction.ts';
import { undone, type Undone } from '../undistort/undistort.ts';
import type { NoiseMap } from '../uncertainty/phase-sigma.ts';
import { afterRetrieval } from './focus/after-retrieval.ts';
import type { InlineFocus } from './focus/autofocus-inline.ts';
import { distancesOf, focusedExposures } from './focused-exposures.ts';
import { inlineSettings, type InlineSettings } from './inline-settings.ts';
import { backPropagateFrames, plainMaps } from './retrieve/back-propagate-frames.ts';
import { turnedNegative } from './response/negative-frame.ts';
import { placedExposures } from './placed-exposures.ts';
import { inputOf, statedOf } from './stated-phase.ts';
import type { StatedUncertainty } from './report/findings.ts';
import { describeInline } from './report/describe-inline.ts';
import { roundingOf } from '../light/load-exposures.ts';
import type { NormalisedInline } from '../light/normalise-inline.ts';
import {
  checkBackgroundRegion,
  phaseBlindBelow,
  removePhaseBackground,
} from './background/phase-background.ts';
import type { OnSolved, Retrieval } from './retrieve/retrieve.ts';
import { framesAside, retrieveAside } from './retrieve/retrieve-aside.ts';
import type { RetrievalInput } from './retrieve/retrieval-input.ts';
import type { SensorOptics } from './optics/sensor-optics.ts';

/**
 * In-line holograms to amplitude, phase and field: the whole pipeline on one screen. Where pixels turn out to tell nothing of the scene,
 * what was looked for before that was known is looked for again without them; and where the frame turns out to be a negative, all is.
 * @throws Problem HOLOGRAM_UNREADABLE, HOLOGRAM_UNSUPPORTED, INVALID_INPUT
 */
export function reconstructInline(
  kernels: Kernels,
  frames: Frames,
  recipe: Recipe,
  onProgress: OnProgress,
  rig: RigCorrection = uncorrected,
  settings: InlineSettings = inlineSettings,
  onSolved: OnSolved = () => {},
  onStated: OnStated = () => {},
): Reconstruction {
  let furthest = 0;
  const seen = {
    ...{ recipe, rig, settings, onStated },
    onProgress: (...[stage, share]: Parameters<OnProgress>) =>
      onProgress(stage, (furthest = Math.max(furthest, share))),
  };
  const made = reconstructOnce(kernels, frames, seen, onSolved);
  if (made.reconstruction) return made.reconstruction;
  return reconstructOnce(kernels, made.frames, seen, onSolved).reconstruction!;
}

/** Told of what is stated of a field, while that is still there; the last time is what counts. */
export type OnStated = (
  stated: StatedUncertainty,
  retrieval: Retrieval,
  of: { readonly optics: SensorOptics; readonly z: number; readonly rounding: number },
) => void;

interface AskedInline {
  readonly recipe: Recipe;
  readonly rig: RigCorrection;
  readonly settings: InlineSettings;
  readonly onProgress: OnProgress;
  readonly onStated: OnStated;
}

/** The reconstruction; or the frames as they turned out to be, where all is to be done again. */
type Made =
  | { readonly reconstruction: Reconstruction; readonly frames?: never }
  | { readonly reconstruction?: never; readonly frames: Frames };

function reconstructOnce(kernels: Kernels, frames: Frames, seen: AskedInline, onSolved: OnSolved): Made {
  const { recipe, rig, settings, onProgress } = seen;
  using scope = kernels.scope();
  onProgress('normalise', 0);
  const loaded = focusedExposures(kernels, scope, frames, seen);
  const { image, background, normalised, optics, response } = loaded;
  const choice = { ...recipe, region: regionOn(recipe, frames.hologram, image.crop) };
  const given = distancesOf(recipe, loaded.focus, normalised.length);
  const blindBelow = blindnessOf(optics, given, choice, settings);
  onProgress('align', 0.4);
  const constrained = recipe.phase_retrieval === 'constrained';
  const stack = { normalised, given, optics, settings, onProgress, constrained, recipe, rig };
  const { aligned, heights, distances, exposures } = placedExposures(kernels, scope, stack);
  onProgress('back-propagation', 0.42);
  const onPropagated = (k: number) => onProgress('back-propagation', 0.42 + (0.03 * k) / exposures.length);
  const shown = constrained && recipe.outputs.includes('previews');
  const backPropagation = shown ? mapsOfPlain(kernels, exposures, optics, onPropagated) : null;
  const plain = constrained ? null : backPropagateFrames(kernels, scope, exposures, optics, onPropagated);
  onProgress('retrieval', 0.45);
  const input = inputOf(kernels, scope, { normalised, exposures, optics });
  const retrieval = constrained ? retrieveField(kernels, scope, input, seen, onSolved) : null;
  onProgress('retrieval', RETRIEVED);
  const known = retrieval && knownSince(kernels, frames, loaded, retrieval, seen);
  if (known) return { frames: known };
  const field = retrieval?.field ?? plain!;
  const focus = judgedFocus(loaded.focus, retrieval, settings);
  const removed = removePhaseBackground(kernels, field, optics, blindBelow, choice, settings.background);
  const again = { ...seen, frames, onStep: () => onProgress('retrieval', RETRIEVED) };
  const of = { optics, aligned, exposures, distances, normalised, removed };
  const doubts = { response, focus, heights, again };
  const stated = retrieval && statedOf(kernels, retrieval, { ...of, ...doubts }, settings.uncertainty);
  if (stated)
    seen.onStated(stated, retrieval, { optics, z: distances[0]!, rounding: roundingOf(normalised) });
  onProgress('maps', 0.9);
  const ofCamera = stated?.camera ?? noiseOf(normalised, field);
  const { straight, noise } = alsoDisplaced(kernels, field, stated?.noise ?? ofCamera, rig);
  const maps = mapsOf(
    kernels,
    {
      ...{ native: field, output: field, stepX: 1, stepY: 1, margin: 0 },
      samplesPerCycle: { x: 2, y: 2 },
      ...{ noise, camera: ofCamera, wantsNoise: recipe.outputs.includes('phase_noise') },
      ...{ untrusted: stated?.untrusted ?? null, beyond: unseenOf(straight, normalised) },
      opensTurns: retrieval?.startedAbsorbing === false,
      ...{ heightPerRad: heightPerRadian(recipe), unwrapping: unwrappingSettings },
    },
    (stage) => onProgress(stage, { unwrap: 0.92, uncertainty: 0.95, export: 0.97 }[stage]),
  );
  const reconstruction = describeInline(kernels, {
    ...{ recipe, rig, image, background, normalised, focus, distances, heights },
    ...{ uncertainty: settings.uncertainty, hologram: frames.hologram },
    ...{ response, aligned, retrieval, stated, removed, maps, blindBelow, straight },
    spectrum: powerSpectrum(kernels, scope, image),
    backPropagation: recipe.outputs.includes('previews') ? (backPropagation ?? maps) : null,
  });
  return { reconstruction };
}

/** One frame as it turned out to be: a negative, or with pixels that tell nothing of what was looked for; null: as it was taken to be. */
function knownSince(
  kernels: Kernels,
  frames: Frames,
  { image: { crop }, normalised, focus, response, search }: ReturnType<typeof focusedExposures>,
  { withheld, dataMisfit }: Retrieval,
  { recipe, rig, settings, onProgress }: AskedInline,
): Frames | null {
  const { hologram } = frames;
  if (normalised.length > 1 || hologram.unmeasured || hologram.negative || rig.distortion) return null;
  if (dataMisfit > settings.uncertainty.poorMisfit) {
    const asRecorded = { ...search, frames, onIteration: () => onProgress('retrieval', RETRIEVED) };
    const turned = turnedNegative(kernels, asRecorded, recipe.camera_gamma ?? response?.power ?? 1);
    if (turned) return turned;
  }
  const places = withheld[0] ?? [];
  const wasSearched = focus !== null || response !== null;
  if (places.length === 0 || !wasSearched) return null;
  const { pitch } = normalised[0]!.amplitude;
  const unmeasured = new Uint8Array(hologram.width * hologram.height);
  for (const at of places)
    unmeasured[(crop.y + Math.floor(at / pitch)) * hologram.width + crop.x + (at % pitch)] = 1;
  return { ...frames, hologram: { ...hologram, unmeasured } };
}

/**
 * Below which frequency the phase is hardly recorded, the region of the background being large enough for it.
 * @throws Problem INVALID_INPUT
 */
function blindnessOf(
  optics: SensorOptics,
  distances: readonly number[],
  choice: Parameters<typeof checkBackgroundRegion>[2],
  { background }: InlineSettings,
): number {
  const blindBelow = phaseBlindBelow(optics.wavelength, distances, background);
  checkBackgroundRegion(optics, blindBelow, choice, background);
  return blindBelow;
}

/** The distance that was found, in the light of what is left of the hologram there. */
function judgedFocus(
  focus: InlineFocus | null,
  retrieval: Retrieval | null,
  { focus: { metrics }, uncertainty }: InlineSettings,
): InlineFocus | null {
  const bounds = { most: uncertainty.poorMisfit, open: openFocus(metrics) };
  return retrieval ? afterRetrieval(focus, retrieval.dataMisfit, bounds) : focus;
}

/** What back-propagation alone gives, to be shown beside what was retrieved. Its plane is given back first. */
function mapsOfPlain(
  kernels: Kernels,
  exposures: RetrievalInput['frames'],
  optics: SensorOptics,
  onPropagated: (k: number) => void,
): ReturnType<typeof plainMaps> {
  const propagated = (other: Kernels, there: Scope, frames: RetrievalInput['frames']) =>
    plainMaps(other, backPropagateFrames(other, there, frames, optics, onPropagated));
  return framesAside(kernels, exposures, optics, propagated, true);
}

const RETRIEVED = 0.88;
/**
 * By how much of the rest the progress grows with the work of an iteration at full resolution: their number is not known
 * beforehand. Measured: a retrieval does the work of 60 to 120.
 */
const PACE = 0.025;

function retrieveField(
  kernels: Kernels,
  scope: Scope,
  input: RetrievalInput,
  { onProgress, settings }: { readonly onProgress: OnProgress; readonly settings: InlineSettings },
  onSolved: OnSolved,
): Retrieval {
  const samples = input.frames.length * input.rows * input.cols;
  let rest = 1;
  const onWork = (worked: number) => {
    rest *= 1 - (PACE * worked) / samples;
    onProgress('retrieval', 0.45 + (RETRIEVED - 0.45) * (1 - rest));
  };
  return retrieveAside(
    kernels,
    scope,
    { ...input, probe: true, couples: true, undoesPull: true },
    { onWork, onSolved },
    settings.retrieval,
  );
}

/** What the camera saw nothing of, with what no light fell on. */
function unseenOf(straight: Undone | null, [first]: readonly NormalisedInline[]): Uint8Array | null {
  const { amplitude, unlit } = first!;
  const beyond = straight?.beyond ?? null;
  if (unlit.length === 0) return beyond;
  const { rows, cols, pitch } = amplitude;
  const seen = beyond ? beyond.slice() : new Uint8Array(rows * cols);
  for (const at of unlit) seen[Math.floor(at / pitch) * cols + (at % pitch)] = 1;
  return seen;
}

/** With what is in doubt of places where a distortion was undone. */
function alsoDisplaced(
  kernels: Kernels,
  field: ComplexPlane,
  noise: NoiseMap,
  { distortion }: RigCorrection,
): { readonly straight: Undone | null; readonly noise: NoiseMap } {
  const output = { ...field, plane: field, stepX: 1, stepY: 1 };
  const straight = undone(kernels, output, noise.tiles, distortion);
  if (!straight) return { straight, noise };
  const extraPhaseVariance = noise.extraPhaseVariance.map((v, t) => v + straight.variance[t]!);
  return { straight, noise: { ...noise, extraPhaseVariance } };
}

/**
 * The amplitudes' noise turns into field noise of the same variance, since propagation keeps it, in both of its parts;
 * several frames average it.
 */
export function noiseOf(
  normalised: readonly NormalisedInline[],
  field: Pick<ComplexPlane, 'rows' | 'cols'>,
): NoiseMap {
  const { tiles, tileVariance } = normalised[0]!;
  const frames = normalised.length;
  const fieldVariance = tileVariance.map((_, tile) => {
    const sum = normalised.reduce((total, frame) => total + frame.tileVariance[tile]!, 0);
    return sum / (frames * frames);
  });
  return {
    ...{ tiles, fieldVariance },
    extraPhaseVariance: new Float64Array(tileVariance.length),
    noisierX: new Float32Array(field.cols).fill(1),
    noisierY: new Float32Array(field.rows).fill(1),
  };
}
