import { NOISE_TILES, nativeMargin } from '../demodulate/demodulate-pair.ts';
import type { NativeField } from '../demodulate/demodulate.ts';
import { upsample } from '../demodulate/upsample.ts';
import { burntAround, burntIn } from '../field/burnt-in.ts';
import { blankParts, type BlankParts } from '../field/blank-parts.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { mapsOf } from '../maps/maps.ts';
import { regionOn } from '../phase/background-region.ts';
import type { SmoothPhase } from '../phase/smooth-phase.ts';
import type { Recipe } from '../recipe/values.ts';
import type { OnProgress } from '../reconstruction/reconstruction.ts';
import { heightPerRadian, samplePixelSize } from '../rig/geometry.ts';
import type { RigCorrection } from '../rig/rig-correction.ts';
import type { MeasuredFrame } from '../sideband/measure-frame.ts';
import type { Sideband } from '../sideband/sideband.ts';
import { undone, type Undone } from '../undistort/undistort.ts';
import { flattened, lightFromOutOfFocus, takeBackground, type KnownOfRig } from './flatten/flatten.ts';
import { doubtOfDistance, lightThatMissed } from './focus/doubt-of-distance.ts';
import { focusAndLevel } from './focus/focus-and-level.ts';
import { alsoFocused, fromBeyond } from './focus/focus-field.ts';
import { doubtOfBlur, withBlur } from './noise/blur-doubt.ts';
import { budgetOf, withOutOfFocus } from './noise/budget.ts';
import { fringeHarmonics } from './noise/fringe-harmonics.ts';
import { lineStrips, type Lines } from './lines/line-strips.ts';
import { shakenLines } from './lines/shaken-lines.ts';
import { wanderingLines } from './lines/wandering-lines.ts';
import { takeSteadily, type SteadilyTaken } from './lines/steady-lines.ts';
import { doubtOfCopy, takeCopy } from './copy/take-copy.ts';
import { weakCopy } from './copy/weak-copy.ts';
import { fringesOf, type SeenOfPrograms } from './noise/fringes.ts';
import { cameraFaults, noiseMapsOf, type LostInFrames, type MeasuredNoise } from './noise/measure-noise.ts';
import { addedPower } from './noise/added-power.ts';
import { sidebandOverlap } from './noise/sideband-overlap.ts';
import { noiseOverRounding, unevenNoise } from './noise/uneven-noise.ts';
import type { OffAxisSettings } from './off-axis-settings.ts';
import { detailLost } from './pupil/detail-lost.ts';
import { toPupil, withFirst, type FlatField } from './pupil/to-pupil.ts';
import type { DividedStructure } from '../uncertainty/divided-out.ts';
import type { Findings } from './report/findings.ts';

/** A demodulated field with what is known of the frames it came from. */
export interface DemodulatedField {
  readonly hologram: MeasuredFrame;
  readonly background: MeasuredFrame | null;
  readonly sideband: Sideband;
  /** less the background frame and the rig’s own aberration; changed: it ends flattened and in focus */
  readonly field: NativeField;
  readonly backgroundModulus: Float64Array | null;
  readonly noise: MeasuredNoise;
  /** beside the background frame's light, less its noise; absent or null: there is no frame */
  readonly divided?: DividedStructure | null;
  /** absent: nothing */
  readonly lost?: LostInFrames;
  /** absent or null: the filter is to stay as it is */
  readonly again?: DemodulateAgain | null;
}

/** What it takes to demodulate the same frames with the carrier bent. */
interface DemodulateAgain {
  /** the smooth phase of the background frame; null where there is none */
  readonly surface: SmoothPhase | null;
  /** the field, as the first one but less a surface that bends the carrier */
  readonly bent: (surface: SmoothPhase) => NativeField;
}

const NOTHING_LOST: LostInFrames = { clipped: null, hologram: null, background: null };

/**
 * A demodulated field to maps and everything that was found on the way: take the background out, focus, unwrap, say how
 * uncertain it is.
 * @param scope owns what outlives this
 * @param uploaded the hologram's frame as it was decoded: the recipe's regions refer to it
 */
export function developOffAxis(
  kernels: Kernels,
  scope: Scope,
  demodulated: DemodulatedField,
  uploaded: Pick<Frame, 'width' | 'height' | 'recorded' | 'samples'>,
  recipe: Recipe,
  onProgress: OnProgress,
  rig: RigCorrection,
  settings: OffAxisSettings,
): Findings {
  onProgress('background', 0.3);
  const { hologram, background, backgroundModulus, lost = NOTHING_LOST, divided = null } = demodulated;
  const flattening = flattenToPupil(kernels, scope, demodulated, uploaded, recipe, { rig, settings });
  const { field, sideband, bentBy, endsSharply, region, flat, noise } = flattening;
  const [{ blank }, { amplitude, outside }, { image }] = [flattening.light, flat, hologram];
  const fringes = fringesOf(kernels, image, sideband, flattening.light, settings);
  const added = sidebandOverlap(kernels, scope, { image, ...flattening, ...fringes }, settings.noise);

  onProgress('focus', 0.4);
  const toFocus = { field, sideband, outside, rig };
  const onSample = (f: number) => onProgress('focus', 0.4 + 0.2 * f);
  const toLevel = { region, flat, known: flattening.known, noise: median(noise.fieldVariance) };
  const { twin, levelled, scatter } = focusAndLevel(kernels, toFocus, recipe, settings, toLevel, onSample);
  const defocus = doubtOfDistance(kernels, toFocus, twin, recipe, settings, scatter);

  onProgress('sampling', 0.6);
  const [frame, { stepX, stepY, rows, cols }] = [image.plane, field];
  const [native, asNative] = [{ ...field.plane, rows, cols }, recipe.output_sampling === 'native'];
  const output = asNative ? native : upsample(kernels, scope, field, frame.rows, frame.cols, outside);
  const delivered = { field, amplitude, scale: levelled?.amplitude[0] ?? 1, frame, output };
  const faults = { ...cameraFaults(kernels, lost, backgroundModulus, noise, sideband, delivered), defocus };
  const { camera, atEdges } = noiseMapsOf(kernels, noise, delivered, sideband, asNative);
  const filtered = { ...delivered, sideband, backgroundModulus, camera, bentBy, endsSharply, rig, twin };
  const detail = detailOf(kernels, image, filtered, recipe, settings);
  const overlap = added && addedPower(kernels, added, toFocus, twin, recipe, settings);
  const edges = lightThatMissed(kernels, toFocus, twin, recipe, settings, camera);
  const straight = undone(kernels, field, NOISE_TILES, rig.distortion);
  const doubts = { ...faults, ...fringes, atEdges, edges, detail, displaced: straight?.variance ?? null };
  const usual = budgetOf(camera, scatter, flat.fit ?? levelled, overlap, doubts);
  const unlit = unseen(kernels, field, { image, blank, sideband, straight });
  const inFocus = { ...field, unseen: unlit, refocused: twin.z !== 0, divided };
  const budget = withOutOfFocus(usual, lightFromOutOfFocus(kernels, inFocus, flat, usual.maps, settings));
  const maps = mapsOf(
    kernels,
    {
      ...{ native, output, stepX, stepY, fromBeyond: fromBeyond(field, recipe, twin.z) },
      margin: nativeMargin(field, settings.demodulation),
      samplesPerCycle: { x: 1 / (sideband.passRadius * stepX), y: 1 / (sideband.passRadius * stepY) },
      ...{ ...budget.maps, wantsNoise: recipe.outputs.includes('phase_noise') },
      ...{ heightPerRad: heightPerRadian(recipe), unwrapping: settings.unwrapping },
      ...{ beyond: inFocus.unseen, levelledByLight: !flat.fit && levelled !== null },
    },
    (stage) => onProgress(stage, { unwrap: 0.7, uncertainty: 0.85, export: 0.9 }[stage]),
  );
  return {
    ...{ recipe, rig, hologram, background, sideband, field, noise, budget, flat, twin, levelled },
    ...{ ...fringes, maps, straight, uploaded, blank: blank.share, blankFull: blank.full },
    ...{ firstRadius: demodulated.sideband.passRadius, bentBy, pixelSize: samplePixelSize(recipe) },
  };
}

interface RigAndSettings {
  readonly rig: RigCorrection;
  readonly settings: OffAxisSettings;
  readonly known: KnownOfRig;
  readonly shaken: readonly Lines[];
}

/** The field without its smooth background, through no more than the pupil where its rim shows, and its noise. */
function flattenToPupil(
  kernels: Kernels,
  scope: Scope,
  demodulated: DemodulatedField,
  uploaded: Pick<Frame, 'width' | 'height' | 'samples'>,
  recipe: Recipe,
  { rig, settings }: Pick<RigAndSettings, 'rig' | 'settings'>,
) {
  const { hologram, background, backgroundModulus } = demodulated;
  const { evidence } = settings.flags;
  const blank = blankParts(kernels, hologram.image);
  const programs = {
    ...fringeHarmonics(kernels, hologram.image, demodulated.sideband, evidence),
    uneven: blank.share > 0 ? null : unevenNoise(kernels, hologram, settings.noise),
    overRounding: noiseOverRounding(
      hologram.image,
      uploaded.samples,
      demodulated.noise.hologram.meanVariance,
      evidence,
    ),
  };
  const known = knownOf(background, rig, programs);
  const strips = lineStrips(kernels, hologram.image, demodulated.sideband.carrier);
  const fast = shakenLines(kernels, strips, demodulated.sideband, evidence);
  const firstMargin = nativeMargin(demodulated.field, settings.demodulation);
  const slow = wanderingLines(kernels, demodulated.field, firstMargin, evidence);
  const shaken = [...fast, ...slow.filter((one) => !fast.includes(one))];
  const how = { rig, settings, known, shaken };
  const { turned, ...found } = pupilField(kernels, scope, demodulated, uploaded, recipe, how);
  const { field, sideband, taken, bentBy } = found;
  // lines that wander carry detail beyond the lens's rim
  const endsSharply = found.endsSharply && turned.length === 0;
  const region = regionOn(recipe, uploaded, hologram.image.crop, field);
  const margin = nativeMargin(field, settings.demodulation);
  const copy = taken.fit && weakCopy(kernels, field, margin, sideband.passRadius, evidence);
  if (copy) takeCopy(kernels, field, copy);
  const doubled = copy && { ...copy, doubt: doubtOfCopy(kernels, field, copy, NOISE_TILES) };
  const flat = flattened(kernels, field, taken, recipe, settings);
  const noise = through(demodulated.noise, field.noiseGain / demodulated.field.noiseGain);
  const light = { flat, backgroundModulus, blank, programs, strips, turned, doubled };
  return { field, sideband, bentBy, endsSharply, region, flat, noise, known, light };
}

/** What the filter took of detail, and what is in doubt of it where a frame was smoothed; null: neither. */
function detailOf(
  kernels: Kernels,
  image: MeasuredFrame['image'],
  filtered: Parameters<typeof detailLost>[2] & Pick<Findings, 'field' | 'rig' | 'twin'>,
  recipe: Recipe,
  settings: OffAxisSettings,
): Float64Array | null {
  const { field, sideband, rig, twin } = filtered;
  const blur = doubtOfBlur(kernels, field, sideband.carrier, image.blur, settings.sideband.blur);
  const focus = (beside: NativeField) =>
    alsoFocused(kernels, { field: beside, sideband, rig }, twin, recipe, settings);
  return withBlur(detailLost(kernels, image, { ...filtered, focus }, recipe, settings), blur);
}

/** What the camera saw nothing of, for want of light there or of a frame, or since something was drawn over it. */
function unseen(
  kernels: Kernels,
  { rows, cols, stepX, stepY }: NativeField,
  {
    image: { plane },
    blank,
    sideband: { passRadius },
    straight,
  }: {
    readonly image: MeasuredFrame['image'];
    readonly blank: BlankParts;
    readonly sideband: Sideband;
    readonly straight: Undone | null;
  },
): Uint8Array | null {
  const beyond = straight?.beyond ?? null;
  const marks = burntIn(kernels, plane);
  if (blank.share === 0 && !marks) return beyond;
  // a stroke reaches a quarter of the finest detail's period
  const isBurnt = marks ? burntAround(marks, plane, 1 / (4 * passRadius)) : () => false;
  const isLost = (x: number, y: number) => blank.holds(x, y) || isBurnt(x, y);
  return Uint8Array.from({ length: rows * cols }, (_, i) =>
    isLost((i % cols) * stepX, Math.floor(i / cols) * stepY) ? 1 : (beyond?.[i] ?? 0),
  );
}

function knownOf(
  background: MeasuredFrame | null,
  rig: RigCorrection,
  { bentCounts, third, uneven, overRounding }: SeenOfPrograms,
): KnownOfRig {
  return {
    light: background !== null,
    phase: background !== null || rig.aberration !== null,
    flattens: bentCounts !== null && bentCounts.gamma < 1,
    edited: third !== null || uneven !== null || overRounding !== null,
  };
}

function pupilField(
  kernels: Kernels,
  scope: Scope,
  { hologram, background, sideband, field, noise, again }: DemodulatedField,
  uploaded: Pick<Frame, 'width' | 'height'>,
  recipe: Recipe,
  { settings, known, shaken }: RigAndSettings,
): FlatField & Pick<SteadilyTaken, 'turned'> {
  const typicalNoise = median(noise.fieldVariance);
  let turned: SteadilyTaken['turned'] = [];
  const take = (of: NativeField) => {
    const region = regionOn(recipe, uploaded, hologram.image.crop, of);
    const takeOnce = (one: NativeField) =>
      takeBackground(kernels, one, recipe, settings, known, { region, noise: typicalNoise });
    const steadily = takeSteadily(kernels, of, shaken, takeOnce, settings);
    ({ turned } = steadily);
    return steadily.taken;
  };
  const taken = take(field);
  const wide = { field, sideband, taken, bentBy: null };
  if (!again) return { ...wide, turned };
  const { fit } = taken;
  const own = fit && !background ? { degree: fit.degree, coefficients: fit.phase } : null;
  const demodulateBent = (surface: SmoothPhase) => {
    const bent = again.bent(surface);
    const left = take(bent);
    // a background frame has taken the surface out of the quotient
    const all = left.fit && own ? { ...left, fit: withFirst(fit!, left.fit) } : left;
    return { field: bent, taken: all };
  };
  const rim = { pupil: settings.pupil, extent: settings.sideband.extent };
  const how = { settings: rim, sameGrid: recipe.phase_background === 'none' };
  const frame = hologram.image.plane;
  const found = toPupil(kernels, scope, wide, again.surface ?? own, demodulateBent, frame, how);
  return { ...found, turned };
}

/** Noise through a filter that lets another share of it pass. */
function through(noise: MeasuredNoise, share: number): MeasuredNoise {
  return {
    ...noise,
    fieldVariance: noise.fieldVariance.map((v) => v * share),
    backgroundPhaseVariance: noise.backgroundPhaseVariance.map((v) => v * share),
  };
}

function median(values: Float64Array): number {
  return values.toSorted()[values.length >> 1]!;
}
