import { nativeMargin } from '../demodulate/demodulate-pair.ts';
import type { NativeField } from '../demodulate/demodulate.ts';
import { startOf } from '../field/camera.ts';
import type { Crop, Frame } from '../field/frame.ts';
import { recordedFrames } from '../field/recorded-part.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { corner } from '../kernel/plane.ts';
import { realMap } from '../maps/maps.ts';
import { developOffAxis } from '../off-axis/develop-off-axis.ts';
import { flattenAlike } from '../off-axis/flatten/flatten.ts';
import { grownNoise } from '../demodulate/give-back-pixels.ts';
import { withLessOverlap } from '../off-axis/noise/budget.ts';
import { grown, measureNoise } from '../off-axis/noise/measure-noise.ts';
import { describe } from '../off-axis/report/describe-off-axis.ts';
import type { Findings } from '../off-axis/report/findings.ts';
import type { Recipe } from '../recipe/values.ts';
import type { OnProgress, RealMap, Reconstruction, Step } from '../reconstruction/reconstruction.ts';
import { beginningAt, uncorrected, type RigCorrection } from '../rig/rig-correction.ts';
import { measureFrame, type MeasuredFrame } from '../sideband/measure-frame.ts';
import { phaseSigma, type NoiseMap } from '../uncertainty/phase-sigma.ts';
import { medianInPlace } from '../fit/median.ts';
import { DriftMeter } from './drift.ts';
import { copyField, findReference, type SequenceReference } from './reference.ts';
import { objectLight, type ObjectLight } from './object-light.ts';
import { rigGain } from './rig-gain.ts';
import { sequenceSettings, type SequenceSettings } from './sequence-settings.ts';

/** What is known of a rig and its sample before the frames are done one by one; it lives in the kernels' memory. */
export interface StartedSequence extends Disposable {
  readonly mode: 'off-axis';
  readonly recipe: Recipe;
  readonly settings: SequenceSettings;
  readonly rig: RigCorrection;
  readonly reference: SequenceReference;
  readonly findings: Findings;
  /** divides out of a demodulated field what all frames have in common, the smooth background too */
  readonly gain: NativeField;
  readonly meter: DriftMeter;
  /** what the sample's own light adds to every frame; null: it does not reach the filter */
  readonly objectLight: ObjectLight | null;
  /** the frame that the reference was moved to */
  readonly pivot: Frame;
  /** mean counts of the frame that the reference was moved to: the noise of others follows theirs */
  readonly pivotMean: number;
  /** the mean as a reconstruction of its own: what was found, done and doubted */
  readonly reconstruction: Reconstruction;
  /** rad, one standard deviation of one frame of the usual light: all of it, and the part that is another in each frame */
  readonly uncertainty: RealMap;
  readonly noise: RealMap;
  /** rad², of the two where the amplitude is that of the background */
  readonly typical: { readonly total: number; readonly noise: number };
}

/**
 * Finds once what all frames of a sequence share: sideband, filter, surface, background, twin and focus, on a robust mean
 * of some of them.
 * @param frames some, spread over the sequence, of one size; those that do not belong with most are left out
 * @throws Problem as a reconstruction of one frame
 */
export function startSequence(
  kernels: Kernels,
  frames: readonly Frame[],
  background: Frame | null,
  recipe: Recipe,
  onProgress: OnProgress = () => {},
  rig: RigCorrection = uncorrected,
  settings: SequenceSettings = sequenceSettings,
): StartedSequence {
  const scope = kernels.scope();
  try {
    using scratch = kernels.scope();
    const part = recordedInAll(frames, background);
    const used = frames.map((frame) => ({ ...frame, ...part }));
    const without = background && { ...background, ...part };
    const blank = without && measureFrame(kernels, scratch, without, 'background frame');
    onProgress('sideband', 0);
    // rounding errors of a file with losses are no noise of single pixels
    const smooths = !background?.quantisation;
    const moved = used[0] ? beginningAt(startOf(used[0]), rig) : rig;
    const reference = findReference(kernels, scope, used, blank, smooths, recipe, moved, settings);
    return withReference(kernels, scope, reference, blank, recipe, onProgress, moved, settings);
  } catch (cause) {
    scope[Symbol.dispose]();
    throw cause;
  }
}

/** What most of the frames show without sides that hold nothing, and the background frame with them. */
function recordedInAll(frames: readonly Frame[], background: Frame | null): Pick<Frame, 'recorded'> {
  const parts = frames.map((hologram) => recordedFrames({ hologram, background }).hologram.recorded);
  const isSame = (one: Crop | undefined, other: Crop | undefined) =>
    one === other || (['x', 'y', 'width', 'height'] as const).every((key) => one?.[key] === other?.[key]);
  const votes = parts.map((one) => parts.filter((other) => isSame(one, other)).length);
  return { recorded: parts[votes.indexOf(Math.max(...votes))] };
}

function withReference(
  kernels: Kernels,
  scope: Scope,
  reference: SequenceReference,
  background: MeasuredFrame | null,
  recipe: Recipe,
  onProgress: OnProgress,
  rig: RigCorrection,
  settings: SequenceSettings,
): StartedSequence {
  using scratch = kernels.scope();
  const { mean, demodulation, backgroundModulus, noiseShare, noiseRatio, pivot, smoothing } = reference;
  const { sideband } = demodulation;
  const hologram = measureFrame(kernels, scratch, pivot, 'frame');
  const { noise: how } = settings.offAxis;
  const smoothed = smoothing?.outcome() ?? null;
  const measured = measureNoise(kernels, hologram, background, mean, backgroundModulus, how, smoothed);
  const scaled = noiseRatio * noiseShare;
  const ofMean = { ...measured, fieldVariance: measured.fieldVariance.map((v) => v * scaled) };
  const noise = grown(ofMean, grownNoise(sideband, kernels.wasm.sin));
  const flat = { ...mean, plane: scope.complex(mean.plane.rows, mean.plane.cols) };
  copyField(kernels, mean, flat);
  const demodulated = { hologram, background, sideband, field: mean, backgroundModulus, noise };
  const { offAxis } = settings;
  const findings = developOffAxis(kernels, scratch, demodulated, pivot, recipe, onProgress, rig, offAxis);
  const further = (field: NativeField) => flattenAlike(kernels, field, findings.flat, recipe);
  further(flat);
  const { plane } = hologram.image;
  const known = { background, smoothing, rig, settings: offAxis };
  const { gain } = rigGain(kernels, scope, mean, plane, demodulation, known, further);
  const margin = nativeMargin(flat, offAxis.demodulation);
  const undivided = (t: number) => backgroundModulus?.[t] ?? 1;
  const sample = {
    ...{ field: flat, outside: findings.flat.outside },
    light: findings.flat.amplitude.map((a, t) => a * undivided(t)),
    noise: measured.fieldVariance.map((v, t) => v * undivided(t) * undivided(t)),
  };
  const alone = objectLight(kernels, scope, hologram.image, sample, demodulation, settings.objectLight);
  const { budget, ...uncertainty } = uncertaintyOf(kernels, findings, noiseShare, alone !== null);
  return {
    ...{ mode: 'off-axis', recipe, settings, rig, reference, findings, gain, pivot },
    meter: new DriftMeter(kernels, flat, margin, settings),
    objectLight: alone,
    pivotMean: hologram.image.mean,
    reconstruction: ofOneFrame(
      describe(kernels, offAxis.flags, { ...findings, smoothed, budget }),
      uncertainty.typical,
      alone,
    ),
    ...uncertainty,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

/** What is stated of the mean, with the uncertainty of one frame in the place of its own. */
function ofOneFrame(
  mean: Reconstruction,
  typical: StartedSequence['typical'],
  alone: ObjectLight | null,
): Reconstruction {
  const median = Math.sqrt(typical.total);
  const { uncertainty, metrics } = mean;
  return {
    ...mean,
    steps: [...mean.steps, ...objectLightStep(alone)],
    metrics: { ...metrics, median_phase_sigma_rad: median },
    uncertainty: {
      ...uncertainty,
      method: `Of one frame of the usual light. ${uncertainty.method}`,
      median_phase_sigma_rad: median,
      total_median_rad: median,
      components: uncertainty.components.map((component) =>
        component.name === 'camera_noise'
          ? { ...component, median_rad: Math.sqrt(typical.noise) }
          : component,
      ),
    },
  };
}

function objectLightStep(alone: ObjectLight | null): Step[] {
  if (!alone) return [];
  return [
    {
      name: 'object_light',
      method:
        'What the sample’s own light, which no carrier modulates, puts into the filter would turn against a field that drifts: the square of the mean’s field, as strong as it is seen between DC and the filter, was taken out of every frame before it was demodulated.',
      source: 'Pavillon et al., doi:10.1364/AO.48.00H186 (the square of the field for the term)',
      metrics: { beam_ratio: alone.beamRatio, most_over_noise_variance: alone.shareOfNoise },
    },
  ];
}

/**
 * Of one frame: the mean's, with the noise of one frame in place of the mean's.
 * @param taken whether the sample's own light was taken out, as the mean's square has it: but for the mean's noise
 */
function uncertaintyOf(
  kernels: Kernels,
  { budget: ofAll, maps }: Findings,
  noiseShare: number,
  taken: boolean,
) {
  const budget = taken ? withLessOverlap(ofAll, ofAll.maps.camera.fieldVariance) : ofAll;
  const { camera: ofMean, noise: totalOfMean } = budget.maps;
  const more = 1 / noiseShare - 1;
  const fieldVariance = ofMean.fieldVariance.map((v) => v / noiseShare);
  // the background frame is the same for all: nothing of it changes from frame to frame
  const camera = { ...ofMean, fieldVariance, extraPhaseVariance: new Float64Array(fieldVariance.length) };
  const total = {
    ...totalOfMean,
    fieldVariance: totalOfMean.fieldVariance.map((v, t) => v + more * ofMean.fieldVariance[t]!),
  };
  using scratch = kernels.scope();
  const { rows, cols, data } = maps.amplitude;
  const modulus = scratch.real(rows, cols);
  const values = kernels.floats(modulus.ptr, rows * modulus.pitch).fill(1);
  for (let row = 0; row < rows; row++)
    values.set(data.subarray(row * cols, (row + 1) * cols), row * modulus.pitch);
  const sigma = scratch.real(rows, cols);
  const mapOf = (map: NoiseMap) => {
    phaseSigma(kernels, modulus, map, sigma);
    return realMap(kernels, corner(sigma, rows, cols));
  };
  const typical = (map: NoiseMap) =>
    medianInPlace(map.fieldVariance.map((v, t) => v / 2 + map.extraPhaseVariance[t]!));
  return {
    ...{ budget, uncertainty: mapOf(total), noise: mapOf(camera) },
    typical: { total: typical(total), noise: typical(camera) },
  };
}
