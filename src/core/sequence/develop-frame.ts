import type { NativeField } from '../demodulate/demodulate.ts';
import { nativeMargin } from '../demodulate/demodulate-pair.ts';
import { corner, type RealPlane } from '../kernel/plane.ts';
import type { CameraImage } from '../field/camera.ts';
import { cameraImage } from '../sideband/measure-frame.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { realMap } from '../maps/maps.ts';
import { divideBySmooth } from '../phase/background.ts';
import { wrapAngle } from '../phase/tiles.ts';
import { unwrap } from '../phase/unwrap.ts';
import type { UnwrappingSettings } from '../phase/unwrapping-settings.ts';
import { wrappedPhaseAndModulus } from '../phase/wrapped.ts';
import { Problem } from '../problem/problem.ts';
import { propagate } from '../propagate/propagate.ts';
import type { RealMap } from '../reconstruction/reconstruction.ts';
import { mediumWavelength } from '../rig/geometry.ts';
import { DRIFT_TERMS, type FrameDrift } from './drift.ts';
import { takeObjectLight } from './object-light.ts';
import { copyField, divideByDrift, meanVarianceOf, shiftOf } from './reference.ts';
import { demodulateAt, divideByGain } from './rig-gain.ts';
import type { SequenceSettings } from './sequence-settings.ts';
import type { StartedSequence } from './start-sequence.ts';

/** Why a frame does not belong to its sequence. */
export type FrameFlag =
  /** it could not be read, or is of another size */
  | 'unreadable'
  /** hardly any light, or no fringes in it */
  | 'no_fringes'
  /** far more or less light than the others have */
  | 'other_light'
  /** most of it is not what the others show */
  | 'other_scene'
  /** in-line: no field explains it as well as others are explained */
  | 'poor_fit';

/** What was found of one frame; NaN: it is nothing that such a hologram records. */
export interface FrameRecord {
  readonly mean_counts: number;
  /** amplitude over the reference's, before it was evened out */
  readonly light: number;
  readonly carrier_x_cycles_per_px: number;
  readonly carrier_y_cycles_per_px: number;
  /** of the phase that was taken out, at the frame's centre, (−π, π] */
  readonly piston_rad: number;
  /** turns of phase from the left edge to the right one, and from the upper to the lower one */
  readonly tilt_x_fringes: number;
  readonly tilt_y_fringes: number;
  /** at the middle of the longer side's edge, relative to the centre */
  readonly defocus_rad: number;
  /** share of the frame that agrees with the reference */
  readonly agreement: number;
  readonly residual_rad: number;
  /** by how much the drift is open that was taken out, one standard deviation: in `sigma_factor` */
  readonly drift_sigma_rad: number;
  /** σ of this frame over the sequence's map: of the camera's noise, and of all */
  readonly noise_factor: number;
  readonly sigma_factor: number;
  readonly untrusted_fraction: number;
  /** in-line: rms of what the field leaves of the hologram, over the noise */
  readonly data_misfit?: number;
  /** in-line: the frame before was no help, and it was retrieved by itself */
  readonly restarted?: boolean;
  readonly flags: readonly FrameFlag[];
}

/** Memory that maps of a frame are written into: allocated anew for each, it is most of what has to be swept. */
export interface MapRoom {
  readonly phase: Float32Array;
  readonly amplitude: Float32Array;
}

export interface DevelopedFrame {
  readonly phase: RealMap;
  readonly amplitude: RealMap;
  /** rad, of this frame, over its `sigma_factor`; null: that of the start holds for it */
  readonly uncertainty: RealMap | null;
  readonly facts: FrameRecord;
}

/**
 * One frame of a started sequence to its phase and amplitude, its drift taken out. It depends on the sequence's start and
 * on this frame alone, so that frames can be done in any order, by anyone.
 * @param room for the maps; they have memory of their own otherwise
 * @throws Problem HOLOGRAM_UNREADABLE for a frame of another size or with samples that are no numbers
 */
export function developFrame(
  kernels: Kernels,
  sequence: StartedSequence,
  frame: Frame,
  room?: MapRoom,
): DevelopedFrame {
  const { pivot, demodulation } = sequence.reference;
  checkSize(frame, pivot);
  using scope = kernels.scope();
  const used = { ...frame, recorded: pivot.recorded };
  const image = cameraImage(kernels, scope, used, 'frame');
  if (sequence.objectLight) takeObjectLight(kernels, image, sequence.objectLight);
  const { carrier } = demodulation.sideband;
  const field = demodulateAt(kernels, scope, image, carrier, demodulation);
  divideByGain(kernels, field, sequence.gain, demodulation);
  const measured = driftOf(kernels, scope, sequence, image, field);
  const { rows, cols } = field;
  const [wrapped, modulus, phase] = [0, 1, 2].map(() => scope.real(rows, cols)) as unknown as Planes;
  if (sequence.findings.twin.z !== 0) {
    if (measured) divideByDrift(kernels, field, measured.left);
    toFocus(kernels, sequence, field);
  }
  wrappedPhaseAndModulus(kernels, corner(field.plane, rows, cols), wrapped, modulus);
  if (sequence.findings.twin.z === 0) inFocus(kernels, sequence, wrapped, modulus, measured?.left ?? null);
  const { settings, typical } = sequence;
  const { unwrapping } = settings.offAxis;
  const untrusted = settledPhase(kernels, scope, typical.noise, unwrapping, [wrapped, modulus, phase]);
  const facts = factsOf(sequence, image, field, measured, untrusted);
  return { ...frameMaps(kernels, phase, modulus, room), uncertainty: null, facts };
}

/** @param room for the maps; they have memory of their own otherwise */
export function frameMaps(
  kernels: Kernels,
  phase: RealPlane,
  modulus: RealPlane,
  room?: MapRoom,
): Pick<DevelopedFrame, 'phase' | 'amplitude'> {
  return {
    phase: realMap(kernels, phase, 1, room?.phase),
    amplitude: realMap(kernels, modulus, 1, room?.amplitude),
  };
}

/** @throws Problem HOLOGRAM_UNREADABLE */
export function checkSize(frame: Frame, pivot: Frame): void {
  if (frame.width === pivot.width && frame.height === pivot.height) return;
  const sizes = [frame, pivot].map(({ width, height }) => `${width} × ${height} px`);
  throw new Problem('HOLOGRAM_UNREADABLE', `The frame is ${sizes[0]}, the others are ${sizes[1]}.`);
}

type Planes = readonly [wrapped: RealPlane, modulus: RealPlane, phase: RealPlane];

interface MeasuredDrift {
  /** what the field still holds of it */
  readonly left: FrameDrift;
  /** rad, all of it */
  readonly phase: Float64Array;
}

/** The drift of a field; one whose sideband has moved far is replaced by that which is demodulated where it lies. */
function driftOf(
  kernels: Kernels,
  scope: Scope,
  { meter, settings, reference, gain }: StartedSequence,
  image: CameraImage,
  field: NativeField,
): MeasuredDrift | null {
  const drift = meter.measure(field.plane);
  if (!drift) return null;
  const { phase } = drift;
  const { carrier, passRadius } = reference.demodulation.sideband;
  const shift = shiftOf(field, phase);
  const isFar = Math.sqrt(shift.x * shift.x + shift.y * shift.y) > settings.mostShift * passRadius;
  if (!isFar || drift.agreement < settings.leastAgreement) return { left: drift, phase };
  const moved = { x: carrier.x + shift.x, y: carrier.y + shift.y };
  const again = demodulateAt(kernels, scope, image, moved, reference.demodulation);
  divideByGain(kernels, again, gain, reference.demodulation);
  const left = meter.measure(again.plane);
  if (!left) return { left: drift, phase };
  copyField(kernels, again, field);
  const [, x, y] = phase as unknown as [number, number, number];
  // a carrier's phase begins at the first pixel, a tilt's at the centre
  const taken = [x + y, x, y, 0, 0, 0];
  return { left, phase: left.phase.map((c, k) => c + taken[k]!) };
}

/** The twin that was chosen, brought to the distance of the sequence's focus and levelled there as the mean was. */
function toFocus(kernels: Kernels, sequence: StartedSequence, field: NativeField): void {
  const { twin, flat, levelled, sideband } = sequence.findings;
  const { recipe, rig, settings } = sequence;
  const { plane, rows, cols, stepX, stepY } = field;
  if (twin.conjugate) kernels.wasm.conjugateField(plane);
  const { outside } = flat;
  propagate(kernels, plane, rows, cols, {
    sampling: {
      pitchX: stepX * recipe.pixel_pitch_um * rig.pitchRatio.x,
      pitchY: stepY * recipe.pixel_pitch_um * rig.pitchRatio.y,
    },
    wavelength: mediumWavelength(recipe),
    taper: nativeMargin(field, settings.offAxis.demodulation),
    outside: twin.conjugate ? { re: outside.re, im: -outside.im } : outside,
    radius: sideband.stopRadius / recipe.pixel_pitch_um,
    z: -twin.z,
  });
  if (levelled) divideBySmooth(kernels, field, levelled);
}

/** What {@link divideByDrift} and the choice of a twin do, to phase and modulus: no field has to be turned for it. */
function inFocus(
  kernels: Kernels,
  { findings: { twin } }: StartedSequence,
  wrapped: RealPlane,
  modulus: RealPlane,
  drift: FrameDrift | null,
): void {
  using scope = kernels.scope();
  const terms = scope.doubles(DRIFT_TERMS);
  kernels.doubles(terms, DRIFT_TERMS).set(drift?.phase ?? new Float64Array(DRIFT_TERMS));
  const [sign, gain] = [twin.conjugate ? -1 : 1, drift ? 1 / drift.light : 1];
  kernels.wasm.takeCurvedPhase(wrapped, modulus, terms, { sign, gain });
}

/**
 * Unwraps the phase and settles its turns by the background.
 * @param variance rad², of the phase where the amplitude is that of the background
 * @returns the share of the samples whose turns are not trusted
 */
export function settledPhase(
  kernels: Kernels,
  scope: Scope,
  variance: number,
  unwrapping: UnwrappingSettings,
  [wrapped, modulus, phase]: Planes,
): number {
  const mask = scope.bytes(wrapped.rows * wrapped.cols);
  const minimumModulus = Math.sqrt(variance) / unwrapping.usefulSigma;
  const how = unwrap(kernels, wrapped, modulus, phase, mask, { minimumModulus }, unwrapping);
  kernels.wasm.settleTurns(wrapped, phase, mask, unwrapping.nearBackground);
  return how.untrustedFraction;
}

function factsOf(
  sequence: StartedSequence,
  image: CameraImage,
  field: NativeField,
  drift: MeasuredDrift | null,
  untrusted_fraction: number,
): FrameRecord {
  const { findings, typical, settings, pivotMean, reference } = sequence;
  const { sideband, twin, flat, noise } = findings;
  const sign = twin.conjugate ? -1 : 1;
  const phase = drift?.phase ?? new Float64Array(6);
  const surface = flat.fit?.phase;
  const shift = shiftOf(
    field,
    phase.map((c, k) => c + (surface?.[k] ?? 0)),
  );
  const tilt = shiftOf(field, phase);
  const light = drift?.left.light ?? 0;
  const louder = meanVarianceOf(noise.hologram, image.mean) / meanVarianceOf(noise.hologram, pivotMean);
  const ofNoise = light > 0 ? louder / (light * light * reference.expectedRatio) : Infinity;
  const doubt = drift?.left.doubt ?? NaN;
  const ofAll = (typical.total + (ofNoise - 1) * typical.noise + (doubt || 0)) / typical.total;
  const centre = phase[0]! - (phase[3]! + phase[5]!) / 2;
  const facts = {
    mean_counts: image.mean,
    light,
    carrier_x_cycles_per_px: sign * (sideband.carrier.x + shift.x),
    carrier_y_cycles_per_px: sign * (sideband.carrier.y + shift.y),
    piston_rad: sign * wrapAngle(centre),
    tilt_x_fringes: sign * tilt.x * image.plane.cols,
    tilt_y_fringes: sign * tilt.y * image.plane.rows,
    defocus_rad: sign * defocusOf(field, image, phase),
    agreement: drift?.left.agreement ?? 0,
    residual_rad: drift?.left.residual ?? Math.PI / Math.sqrt(3),
    drift_sigma_rad: Math.sqrt(doubt),
    noise_factor: Math.sqrt(ofNoise),
    sigma_factor: Math.sqrt(ofAll),
    untrusted_fraction,
  };
  return { ...facts, flags: flagsOf(facts, settings) };
}

/** Of the curvatures along both sides the mean, as rad at the middle of the longer side's edge: P₂ = (3 x² − 1) / 2. */
function defocusOf(
  { rows, cols, stepX, stepY }: NativeField,
  { plane }: CameraImage,
  phase: Float64Array,
): number {
  const [halfX, halfY] = [((cols - 1) * stepX) / 2, ((rows - 1) * stepY) / 2];
  const half = Math.max(plane.cols, plane.rows) / 2;
  const curvature = (1.5 * phase[3]!) / (halfX * halfX) + (1.5 * phase[5]!) / (halfY * halfY);
  return (curvature / 2) * half * half;
}

function flagsOf(
  { light, agreement }: Pick<FrameRecord, 'light' | 'agreement'>,
  { leastAgreement, leastLight, light: usual }: SequenceSettings,
): FrameFlag[] {
  if (light < leastLight) return ['no_fringes'];
  if (agreement < leastAgreement) return ['other_scene'];
  return light < usual.min || light > usual.max ? ['other_light'] : [];
}
