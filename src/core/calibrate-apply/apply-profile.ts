import type { Frequency } from '../field/frequency.ts';
import type { Recipe } from '../recipe/values.ts';
import type { Flag } from '../reconstruction/reconstruction.ts';
import type { Corrections, Measured } from '../rig/calibration.ts';
import type { AppliedCorrection, CalibratedRig } from '../rig/calibrated-rig.ts';
import { applySettings, type ApplySettings } from './apply-settings.ts';
import { calibratedDistance } from './calibrated-distance.ts';
import { checkRig, placeOn, type FrameSize } from './check-rig.ts';
import {
  uncorrected,
  type AberrationToSubtract,
  type DistortionToCorrect,
  type RigCorrection,
} from '../rig/rig-correction.ts';
import { distortionOn, isUnseen, undoneBy, UNSEEN } from './lens-distortion.ts';
import { aberrationRms } from '../demodulate/subtract-aberration.ts';

/** What a profile makes of one request. */
export interface AppliedProfile {
  /** with the measured pitch, and with distances that the measured offset was added to */
  readonly recipe: Recipe;
  readonly correction: RigCorrection;
  /** true phase over measured phase */
  readonly phaseScale: number;
  readonly corrections: readonly AppliedCorrection[];
  readonly flags: readonly Flag[];
  /** for the report: standard uncertainties as shares of what was corrected */
  readonly uncertainty: Readonly<Record<string, number>>;
}

export interface FrameToCorrect extends FrameSize {
  /** a background frame takes the rig's phase out better than any profile */
  readonly hasBackground: boolean;
}

/**
 * Turns what is known of a rig into what changes for one frame of it.
 * @throws Problem CALIBRATION_MISMATCH where the profile is of another rig
 */
export function applyProfile(
  recipe: Recipe,
  rig: CalibratedRig,
  frame: FrameToCorrect,
  settings: ApplySettings = applySettings,
): AppliedProfile {
  checkRig(recipe, rig, frame, settings);
  const { corrections: found } = rig;
  const pitch = correctPitch(recipe, rig);
  const distance = correctDistances(recipe, found.z_offset_mm);
  const aberration = frame.hasBackground ? null : aberrationOn(frame, rig);
  const distortion = distortionOn(recipe, frame, rig);
  const scale = found.phase_scale;
  const sigma = found.pixel_pitch_um?.sigma;
  return {
    recipe: { ...recipe, ...pitch.fields, ...distance.fields },
    correction: {
      ...{ pitchRatio: pitch.ratio, aberration, distance: calibratedDistance(rig), distortion },
      own: ownSideband(found, settings),
    },
    phaseScale: scale?.value ?? 1,
    corrections: [
      ...pitch.applied,
      ...distance.applied,
      ...(aberration ? [subtracted(aberration)] : []),
      ...(distortion ? [undoneBy(distortion, frame)] : []),
      ...(scale ? [correction('phase_scale', 1, scale, '1')] : []),
    ],
    flags: [
      ...flagsOf(rig, frame, settings.shear),
      ...(rig.origin_px ? [] : placeFlags(aberration, distortion, frame, rig)),
      ...(isUnseen(recipe, rig) ? [UNSEEN] : []),
    ],
    uncertainty: {
      ...(sigma !== undefined && { pixel_pitch_relative_sigma: sigma / found.pixel_pitch_um!.value }),
      ...(aberration && { aberration_phase_sigma_rad: aberration.aberration.sigma_rad }),
      ...(scale && { phase_scale_relative_sigma: scale.sigma / scale.value }),
    },
  };
}

function correction(
  name: string,
  before: number | null,
  { value, sigma }: Measured,
  unit: string,
): AppliedCorrection {
  return { name, before, after: value, unit, sigma };
}

interface Corrected {
  readonly fields: Partial<Recipe>;
  readonly applied: readonly AppliedCorrection[];
}

/** The geometric mean goes into the recipe, how x and y differ from it beside it. */
function correctPitch(
  recipe: Recipe,
  { corrections }: CalibratedRig,
): Corrected & Pick<AppliedRatio, 'ratio'> {
  const { pixel_pitch_um: mean, scale_anisotropy: anisotropy } = corrections;
  const before = recipe.pixel_pitch_um;
  const pitch = mean?.value ?? before;
  const root = Math.sqrt(anisotropy?.value ?? 1);
  const ratio = anisotropy ? { x: root, y: 1 / root } : uncorrected.pitchRatio;
  return {
    ratio,
    fields: mean ? { pixel_pitch_um: pitch } : {},
    applied: [
      ...(mean ? [correction('pixel_pitch_um', before, mean, 'µm')] : []),
      ...(anisotropy ? [correction('scale_anisotropy', 1, anisotropy, '1')] : []),
    ],
  };
}

type AppliedRatio = { readonly ratio: RigCorrection['pitchRatio'] };

/** A range moves as a whole: what is found in it is then the true distance. */
function correctDistances(recipe: Recipe, offset: Measured | null): Corrected {
  if (!offset) return { fields: {}, applied: [] };
  const fields: Record<string, number | readonly number[]> = {};
  const applied: AppliedCorrection[] = [];
  for (const name of ['z_mm', 'z_min_mm', 'z_max_mm', 'stack_z_mm'] as const) {
    const before = recipe[name];
    if (before === null) continue;
    const after = typeof before === 'number' ? before + offset.value : before.map((z) => z + offset.value);
    fields[name] = after;
    applied.push({ name, before, after, unit: 'mm', sigma: offset.sigma });
  }
  return { fields, applied };
}

function aberrationOn(frame: FrameSize, rig: CalibratedRig): AberrationToSubtract | null {
  const { phase_aberration: aberration, carrier_cycles_per_px: carrier } = rig.corrections;
  if (!aberration || rig.nominal.holography_mode !== 'off-axis') return null;
  const { width, height } = rig.frame.crop_px;
  return { aberration, carrier, measuredOn: { width, height }, offset: placeOn(frame, rig) };
}

/** The twin of a target focuses on the sensor's other side: a distance that is told from its opposite tells the sideband, too. */
function ownSideband(
  { carrier_cycles_per_px: carrier, z_mm: z }: Corrections,
  { evidence }: ApplySettings,
): Frequency | null {
  return z && Math.abs(z.value) > evidence.clear * z.sigma ? carrier : null;
}

function subtracted({ aberration }: AberrationToSubtract): AppliedCorrection {
  // what is subtracted is as far off as it is uncertain: that is left, and nobody knows which way
  const { sigma_rad: left } = aberration;
  const before = aberrationRms(aberration);
  return { name: 'phase_aberration_rms', before, after: left, unit: 'rad', sigma: left };
}

/** A camera's region may lie anywhere: that it is the middle of the calibrated frame is an assumption. */
function placeFlags(
  aberration: AberrationToSubtract | null,
  distortion: DistortionToCorrect | null,
  frame: FrameSize,
  rig: CalibratedRig,
): Flag[] {
  if (!aberration && !distortion) return [];
  const [offset, measuredOn] = [placeOn(frame, rig), rig.frame.crop_px];
  if (offset.x === 0 && offset.y === 0) return [];
  const sizes = `${frame.width} × ${frame.height} px, of ${measuredOn.width} × ${measuredOn.height} px that were calibrated,`;
  const what = [
    ...(aberration ? ['the phase that was subtracted'] : []),
    ...(distortion ? ['the distortion that was undone'] : []),
  ].join(' and ');
  const detail = `The frame's ${sizes} are taken to be the middle ones: ${what} is wrong where the camera's region lay elsewhere; say with the profile where it begins.`;
  return [{ code: 'calibration_region_assumed', level: 'needs_review', detail }];
}

function flagsOf(
  { corrections }: CalibratedRig,
  { hasBackground }: FrameToCorrect,
  { sigmas, rad }: ApplySettings['shear'],
): Flag[] {
  const { shear_rad: shear, phase_aberration: aberration } = corrections;
  const flags: Flag[] = [];
  if (aberration && hasBackground) {
    const detail =
      'The aberration of the calibration profile was not subtracted: the background frame takes it out already.';
    flags.push({ code: 'calibration_aberration_not_needed', level: 'info', detail });
  }
  const seen = shear && Math.abs(shear.value) > Math.max(sigmas * shear.sigma, rad);
  if (seen) {
    const angle = `${(1000 * shear.value).toPrecision(2)} mrad`;
    const detail = `The calibration found the axes of the picture ${angle} from a right angle; that is not corrected.`;
    flags.push({ code: 'calibration_shear_not_corrected', level: 'needs_review', detail });
  }
  return flags;
}
