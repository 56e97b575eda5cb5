import { inFigures } from '../../evidence/in-figures.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import type { Corrections, Distortion } from '../../rig/calibration.ts';
import type { DistanceDoubt } from '../judge/distance-doubt.ts';
import type { Features } from '../judge/features.ts';
import type { Verdict } from '../judge/judge.ts';
import { lightText } from '../judge/not-found.ts';
import type { CalibrationRequest } from '../model/nominal.ts';
import type { Prepared } from '../prepare/prepared.ts';
import type { ReportSettings } from './report-settings.ts';

export interface Warning {
  readonly text: string;
  /** a person should look at the overlay before using the profile */
  readonly serious: boolean;
}

export interface Grounds {
  readonly corrections: Corrections;
  readonly distortion: Distortion | null;
  /** share by which a part is seen to be longer along x than along y, beyond what is said of it */
  readonly oblong: number;
  /** by what share a round thing is seen wider than high, of which nobody says how round it is; null: it is none */
  readonly oval: number | null;
  readonly features: Features;
  readonly prepared: Prepared;
  readonly model: TargetModel;
  readonly tolerance: number | null;
  readonly doubt: DistanceDoubt;
  readonly nominal_z_mm: number | null;
  readonly verdict: Verdict;
  /** the target is seen as in a mirror */
  readonly mirrored: boolean;
  /** what stands beside the lines of a scale was taken out */
  readonly isFreed: boolean;
  readonly request: CalibrationRequest;
  /** share explained, or of the expected parts found, from which nothing is missing; by how much pixels may be seen off square */
  readonly usual: { readonly clear: number; readonly shear: number };
  readonly settings: ReportSettings;
}

export function warningsOf(grounds: Grounds): Warning[] {
  const { corrections, model, doubt, nominal_z_mm } = grounds;
  const warnings = tolerancesOf(grounds);
  const say = (serious: boolean, text: string) => warnings.push({ serious, text });
  if (grounds.oval !== null) say(Math.abs(grounds.oval) > grounds.usual.shear, ovalText(grounds.oval));
  else if (!corrections.scale_anisotropy) {
    say(false, 'The target shows the scale in one direction: both pitches are taken to be equal.');
  }
  const oblong = oblongText(grounds);
  if (oblong) say(true, oblong);
  const beyond = beyondText(grounds);
  if (beyond) say(false, beyond);
  if (doubt.why) say(false, doubt.why);
  else if (doubt.aside_um > 0) say(false, imageText(doubt.aside_um));
  if (!doubt.why && doubt.beyond_um !== null) say(false, rangeText(doubt.beyond_um));
  if (nominal_z_mm === null) {
    say(
      false,
      'Only a range of distances was given: with no z_mm there is no distance to correct, and those of later requests are used as sent.',
    );
  }
  if (!corrections.phase_scale && model.determines.includes('phase_scale')) {
    say(
      false,
      'So little of the light that the steps diffract is recorded that their height looks like their width: the phase scale is not known. Record them with a larger aperture.',
    );
  }
  if (grounds.distortion?.significant) {
    const most = Math.max(
      ...grounds.distortion.field.map(({ dx_px, dy_px }) => dx_px * dx_px + dy_px * dy_px),
    );
    say(
      false,
      `The lens distorts: things lie up to ${Math.sqrt(most).toFixed(2)} px beside where they belong. What that makes of the pitch is part of its uncertainty; reconstructions with lens_distortion=correct undo it.`,
    );
  }
  if (grounds.mirrored) {
    say(
      false,
      'The target is seen mirrored: through its back, or by an odd number of mirrors. Pitch and distance are no others for it, but a sample that lies as it does is seen mirrored, too. Where it should not be, turn the target over.',
    );
  }
  if (grounds.isFreed) {
    say(
      false,
      'Beside the lines stands something that is in no drawing, as figures are. It was told by its light beyond the ends of the lines, and taken out of the frame before they were fitted.',
    );
  }
  if (model.lattices.length > 0) {
    say(
      false,
      'A pattern that repeats looks the same a period further on: the shift is known up to whole periods.',
    );
  }
  if (model.lattices.length > 0 && !model.edgesKnown) {
    say(false, 'The width of what repeats is not published and was fitted along.');
  }
  return [...warnings, ...doubtsAbout(grounds)];
}

/** A distance outside the range that a person gave: by more than it is unknown it would have been refused. */
function beyondText({ corrections: { z_mm }, request: { recipe } }: Grounds): string | null {
  const { z_min_mm, z_max_mm } = recipe;
  if (!z_mm || z_min_mm === null || z_max_mm === null) return null;
  const beyond_mm = Math.max(z_min_mm - z_mm.value, z_mm.value - z_max_mm);
  if (beyond_mm <= 0) return null;
  const [beyond, sigma] = [beyond_mm, z_mm.sigma].map((mm) => inFigures(1000 * mm));
  return `The distance lies ${beyond} µm outside the range that was given, and is known to ±${sigma} µm: the range may be right, and the distance nearer to it.`;
}

function imageText(aside_um: number): string {
  return `The pattern repeats itself along the light, and an image of it that fits as well may lie ${inFigures(aside_um)} µm aside: less than the distance is known to, and in its uncertainty (image). A pattern with a coarser period has no such image there.`;
}

function rangeText(beyond_um: number): string {
  return `The pattern repeats itself along the light: ${(beyond_um / 1000).toPrecision(4)} mm, beyond the range that was given, fits as well. The frame does not tell which of them it is, so the distance rests on that range.`;
}

const TURN_IT =
  'Record the part turned by 90° as well and give both frames together: what turns with the part is not the rig’s.';

/** What is not said of a round thing, and so of the pixels. */
function ovalText(oval: number): string {
  const seen = `${(100 * Math.abs(oval)).toFixed(2)} % ${oval > 0 ? 'wider than high' : 'higher than wide'}`;
  return `The hole is seen ${seen}. How round it is nobody states, so this says nothing of the pixels, which are taken to be as wide as high. If every diameter of it is known, say part_tolerance; or use a pattern that repeats along two axes.`;
}

/** Pixels that are not square, or a part that is not: light that has diffracted tells them apart, where it is seen well enough. */
function oblongText({ corrections, oblong, usual }: Grounds): string | null {
  const percent = (share: number) => `${(100 * Math.abs(share)).toFixed(1)} %`;
  if (oblong !== 0)
    return `The light diffracts as from a part whose lengths along x are ${percent(oblong)} ${oblong > 0 ? 'larger' : 'smaller'} beside those along y than is said of it, as one that is tilted does, and that is in the uncertainty of sizes and distance. Set it square to the light. ${TURN_IT}`;
  const off = (corrections.scale_anisotropy?.value ?? 1) - 1;
  if (Math.abs(off) <= usual.shear) return null;
  return `Pixels come out ${percent(off)} ${off > 0 ? 'wider than high' : 'higher than wide'}. Cameras’ are square, and a part whose lengths differ along its two axes looks the same. ${TURN_IT}`;
}

/** What is not known of the part and of the light. */
function tolerancesOf({ corrections, request, model, tolerance, settings }: Grounds): Warning[] {
  const { warn, unstated } = settings;
  const warnings: Warning[] = [];
  const say = (serious: boolean, text: string) => warnings.push({ serious, text });
  const { certificate, wavelength_tolerance_nm } = request;
  const part_tolerance = certificate?.part_tolerance;
  if (part_tolerance === undefined && tolerance === null) {
    const share = 100 * (model.lattices.length > 0 ? unstated.lattice : unstated.single);
    say(
      true,
      `No tolerance of this target is known: ±${share} % of its size were taken. Give the certificate’s as feature_tolerance_um, or part_tolerance.`,
    );
  } else if (part_tolerance === undefined && tolerance !== null && tolerance > warn.tolerance) {
    say(
      false,
      `The target’s own tolerance leaves its scale uncertain by ${(100 * tolerance).toFixed(1)} %: measure it and give the size as feature_size_um.`,
    );
  }
  if (wavelength_tolerance_nm === undefined && corrections.z_mm) {
    say(
      false,
      `The distance counts on the wavelength, which was taken to be at most ±${100 * unstated.wavelength} % off: say wavelength_tolerance_nm where you know it better (0.01 of a gas laser, 5 of a laser diode).`,
    );
  }
  return warnings;
}

/** Why a person should look before using the profile. */
function doubtsAbout({
  features,
  prepared,
  model,
  verdict,
  usual,
  settings: { evidence },
}: Grounds): Warning[] {
  const warnings: Warning[] = [];
  const say = (serious: boolean, text: string) => warnings.push({ serious, text });
  if (verdict.explained < usual.clear) {
    say(
      true,
      `The drawing explains ${Math.round(100 * verdict.explained)} % of what the frame shows: look at the overlay for dust, damage or another target.`,
    );
  }
  if (features.found < usual.clear * features.expected) {
    say(true, `${features.found} of ${features.expected} expected parts were found.`);
  }
  if (prepared.saturated > evidence.saturated) {
    say(true, `${(100 * prepared.saturated).toFixed(2)} % of the pixels are saturated.`);
  }
  const light = lightText(model, prepared).trim();
  if (light) say(true, light);
  return warnings;
}
