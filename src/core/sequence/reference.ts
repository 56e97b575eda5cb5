import type { NativeField } from '../demodulate/demodulate.ts';
import { nativeMargin } from '../demodulate/demodulate-pair.ts';
import { medianInPlace } from '../fit/median.ts';
import type { Frame } from '../field/frame.ts';
import type { Frequency } from '../field/frequency.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { backgroundSmoothing, type Smoothing } from '../off-axis/reference/smooth-background.ts';
import { divide } from '../phase/smooth-series.ts';
import { Problem } from '../problem/problem.ts';
import type { Recipe } from '../recipe/values.ts';
import { samplePixelSize } from '../rig/geometry.ts';
import type { RigCorrection } from '../rig/rig-correction.ts';
import { cameraImage, chooseSideband, measureFrame, type MeasuredFrame } from '../sideband/measure-frame.ts';
import type { Sideband } from '../sideband/sideband.ts';
import { measureCameraNoise, type CameraNoise } from '../uncertainty/camera-noise.ts';
import { DRIFT_DEGREE, DriftMeter, type FrameDrift } from './drift.ts';
import {
  demodulateAt,
  demodulationOf,
  divideByGain,
  rigGain,
  type Demodulation,
  type Rig,
} from './rig-gain.ts';
import { robustMean } from './robust-mean.ts';
import type { SequenceSettings } from './sequence-settings.ts';

/** What a sequence's frames are compared with: a mean of some of them, each moved to where one of them lies. */
export interface SequenceReference {
  readonly demodulation: Demodulation;
  /** less the background frame and the rig's aberration, and nothing else */
  readonly mean: NativeField;
  /** how much of one frame's noise variance the mean still has */
  readonly noiseShare: number;
  /** of the camera's variance by a frame's light, on average over these frames, over that measured in `pivot` */
  readonly noiseRatio: number;
  /** the same, as the light alone would have it */
  readonly expectedRatio: number;
  readonly backgroundModulus: Float64Array | null;
  /** the frame that the others were moved to */
  readonly pivot: Frame;
  /** of the frames it was made of, how many agree */
  readonly used: number;
  /** of the background frame that the mean was divided by */
  readonly smoothing: Smoothing | null;
}

interface Candidate {
  readonly frame: Frame;
  readonly sideband: Sideband;
  readonly noise: CameraNoise;
  /** counts */
  readonly mean: number;
}

/**
 * The mean of the frames that belong together: their median, sample by sample, after the drift between them was taken out.
 * @param scope owns the mean's plane
 * @param smooths whether the background frame loses its noise before it divides
 * @throws Problem SIDEBAND_NOT_FOUND where none has fringes, HOLOGRAM_UNREADABLE
 */
export function findReference(
  kernels: Kernels,
  scope: Scope,
  frames: readonly Frame[],
  background: MeasuredFrame | null,
  smooths: boolean,
  recipe: Recipe,
  rig: RigCorrection,
  settings: SequenceSettings,
): SequenceReference {
  const candidates = candidatesOf(kernels, frames, background, recipe, settings);
  const usual = widened(usualSideband(candidates), recipe, settings);
  const asRecorded = { background, smoothing: null, rig, settings: settings.offAxis };
  const { pivot, shifts } = alignmentAt(kernels, candidates, usual, asRecorded, settings);
  // the filter's middle is the pivot's own: what lies off it rings at the frame's edges
  const { sideband: own, frame } = candidates[pivot]!;
  const sideband = usual.given ? usual : { ...usual, carrier: own.carrier };
  using scratch = kernels.scope();
  const smoothing = smooths && background && smoothingFor(kernels, frame, background, sideband, settings);
  const known = { ...asRecorded, smoothing: smoothing || null };
  const demodulated = demodulateAll(kernels, scratch, candidates, sideband, known, shifts);
  const { demodulation, backgroundModulus, fields } = demodulated;
  const aligned = alignTo(kernels, fields, pivot, settings);
  const noiseShare = robustMean(
    kernels,
    aligned.map(({ k }) => fields[k]!.plane),
  );
  const median = fields[pivot]!;
  const mean = { ...median, plane: scope.complex(median.plane.rows, median.plane.cols) };
  copyField(kernels, median, mean);
  return {
    ...{ demodulation, backgroundModulus, mean, noiseShare, pivot: frame, used: aligned.length },
    smoothing: known.smoothing,
    ...noiseRatios(candidates, pivot, aligned),
  };
}

/** A frame that has more light, or whose camera has another gain, has more noise in counts and no more of its field. */
function noiseRatios(candidates: readonly Candidate[], pivot: number, aligned: readonly Aligned[]) {
  const own = candidates[pivot]!;
  const average = (of: (frame: Candidate) => number): number => {
    const shares = aligned.map(({ k, light }) => of(candidates[k]!) / (of(own) * light * light));
    return shares.reduce((a, b) => a + b, 0) / shares.length;
  };
  return {
    noiseRatio: average(({ noise }) => noise.meanVariance),
    expectedRatio: average(({ mean }) => meanVarianceOf(own.noise, mean)),
  };
}

/** Of the camera's noise in a frame of so many counts on average. */
export function meanVarianceOf({ offset, slope }: CameraNoise, mean: number): number {
  return offset + slope * mean;
}

/** Once for all frames: they have one sensor, so that one of them tells what noise the background frame shares with them. */
function smoothingFor(
  kernels: Kernels,
  frame: Frame,
  background: MeasuredFrame,
  sideband: Sideband,
  { offAxis }: SequenceSettings,
): Smoothing {
  using own = kernels.scope();
  return backgroundSmoothing(
    kernels,
    measureFrame(kernels, own, frame, 'frame'),
    background,
    sideband,
    offAxis,
  );
}

/** Every frame's field, each demodulated where its drift has moved the sideband. @param scope owns the fields' planes */
function demodulateAll(
  kernels: Kernels,
  scope: Scope,
  candidates: readonly Candidate[],
  sideband: Sideband,
  rig: Rig,
  shifts: readonly Frequency[],
) {
  let shared: Pick<SequenceReference, 'demodulation' | 'backgroundModulus'> & { readonly gain: NativeField } =
    null!;
  const fields = candidates.map(({ frame }, k) => {
    using own = kernels.scope();
    const image = cameraImage(kernels, own, frame, 'frame');
    const demodulation = shared?.demodulation ?? demodulationOf(kernels, image, sideband, rig);
    const { x, y } = shifts[k] ?? { x: 0, y: 0 };
    const carrier = { x: sideband.carrier.x + x, y: sideband.carrier.y + y };
    const field = demodulateAt(kernels, scope, image, carrier, demodulation);
    shared ??= {
      demodulation,
      ...rigGain(kernels, scope, field, image.plane, demodulation, rig),
    };
    divideByGain(kernels, field, shared.gain, demodulation);
    return field;
  });
  return { ...shared, fields };
}

/** Which frame most others agree with, and how these lie to it. */
function alignmentAt(
  kernels: Kernels,
  candidates: readonly Candidate[],
  sideband: Sideband,
  rig: Rig,
  settings: SequenceSettings,
) {
  using scratch = kernels.scope();
  const { fields } = demodulateAll(kernels, scratch, candidates, sideband, rig, []);
  return alignment(kernels, fields, settings);
}

interface Aligned {
  /** which of the frames */
  readonly k: number;
  /** amplitude over that of the one it was moved to */
  readonly light: number;
}

/** The fields that agree with one of them, moved to where it lies; an odd number, so that a median is one of them. */
function alignTo(
  kernels: Kernels,
  fields: readonly NativeField[],
  pivot: number,
  settings: SequenceSettings,
): Aligned[] {
  const reference = fields[pivot]!;
  const margin = nativeMargin(reference, settings.offAxis.demodulation);
  const meter = new DriftMeter(kernels, reference, margin, settings);
  const others = fields.flatMap((field, k) => {
    const drift = field === reference ? null : belonging(meter.measure(field.plane), settings);
    if (!drift) return [];
    divideByDrift(kernels, field, drift);
    return [{ k, light: drift.light }];
  });
  const even = others.length - (others.length % 2);
  return [{ k: pivot, light: 1 }, ...others.slice(0, even)];
}

export function copyField(kernels: Kernels, from: NativeField, to: NativeField): void {
  const bytes = from.plane.rows * from.plane.pitchBytes;
  kernels.bytes(to.plane.ptr, bytes).set(kernels.bytes(from.plane.ptr, bytes));
}

/** Every frame that has a sideband. @throws what the last one was refused for, where none has */
function candidatesOf(
  kernels: Kernels,
  frames: readonly Frame[],
  background: MeasuredFrame | null,
  recipe: Recipe,
  settings: SequenceSettings,
): Candidate[] {
  let refused: unknown = new Problem('HOLOGRAM_UNREADABLE', 'No frame of the sequence can be read.');
  const found = frames.flatMap((frame) => {
    using own = kernels.scope();
    try {
      const measured = measureFrame(kernels, own, frame, 'frame');
      const { sideband: how, noise } = settings.offAxis;
      const pixelSize = samplePixelSize(recipe);
      const sideband = chooseSideband(kernels, measured, background, recipe, pixelSize, how);
      const camera = measureCameraNoise(kernels, measured.spectrum, measured.image, noise);
      return [{ frame, sideband, noise: camera, mean: measured.image.mean }];
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      refused = cause;
      return [];
    }
  });
  if (found.length === 0) throw refused;
  return found;
}

/** That of the middle radius among those that lie where most do: a dark or foreign frame has its own ideas. */
function usualSideband(candidates: readonly Candidate[]): Sideband {
  const middle = (values: readonly number[]) => medianInPlace(Float64Array.from(values));
  const x = middle(candidates.map(({ sideband }) => sideband.carrier.x));
  const y = middle(candidates.map(({ sideband }) => sideband.carrier.y));
  const off = ({ sideband: { carrier } }: Candidate) =>
    (carrier.x - x) * (carrier.x - x) + (carrier.y - y) * (carrier.y - y);
  const nearest = candidates.toSorted((a, b) => off(a) - off(b)).slice(0, (candidates.length + 1) >> 1);
  const byRadius = nearest.toSorted((a, b) => a.sideband.passRadius - b.sideband.passRadius);
  return byRadius[byRadius.length >> 1]!.sideband;
}

/** A sideband that drifts by no more than the settings allow loses nothing at the rim of a filter that is wider by as much. */
function widened(sideband: Sideband, recipe: Recipe, { mostShift }: SequenceSettings): Sideband {
  if (recipe.filter_radius_cycles_per_um !== null) return sideband;
  const { carrier, passRadius, stopRadius } = sideband;
  const room = Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y) / stopRadius;
  const by = Math.max(1, Math.min(1 + mostShift, room));
  return { ...sideband, passRadius: by * passRadius, stopRadius: by * stopRadius };
}

/** The frame that most others agree with, and how far their sidebands lie from its own. */
function alignment(
  kernels: Kernels,
  fields: readonly NativeField[],
  settings: SequenceSettings,
): { readonly pivot: number; readonly shifts: readonly Frequency[] } {
  let best = { pivot: 0, agree: 0, shifts: [] as readonly Frequency[] };
  fields.forEach((reference, pivot) => {
    const margin = nativeMargin(reference, settings.offAxis.demodulation);
    const meter = new DriftMeter(kernels, reference, margin, settings);
    const drifts = fields.map((field) => belonging(meter.measure(field.plane), settings));
    const agree = drifts.filter((drift) => drift !== null).length;
    if (agree <= best.agree) return;
    const shifts = drifts.map((drift) => (drift ? shiftOf(reference, drift.phase) : { x: 0, y: 0 }));
    best = { pivot, agree, shifts };
  });
  return best;
}

/** A drift, where it is one of the same thing. */
function belonging(drift: FrameDrift | null, { leastAgreement, light }: SequenceSettings): FrameDrift | null {
  if (!drift || drift.agreement < leastAgreement) return null;
  return drift.light >= light.min && drift.light <= light.max ? drift : null;
}

/** Brings a field to where the reference lies. */
export function divideByDrift(kernels: Kernels, field: NativeField, { phase, light }: FrameDrift): void {
  const { plane, rows, cols } = field;
  divide(kernels, plane, rows, cols, DRIFT_DEGREE, phase, 0, new Float64Array([light]));
}

/** Cycles per camera pixel that the tilts of a phase are. */
export function shiftOf({ rows, cols, stepX, stepY }: NativeField, phase: Float64Array): Frequency {
  return {
    x: phase[1]! / (Math.PI * (cols - 1) * stepX),
    y: phase[2]! / (Math.PI * (rows - 1) * stepY),
  };
}
