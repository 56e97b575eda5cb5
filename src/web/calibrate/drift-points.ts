import { compareProfiles, type QuantityDrift } from '../../core/calibrate-apply/compare-profiles.ts';
import type { MeasuredQuantity } from '../../core/rig/calibration.ts';
import type { Profile } from '../api/calibration.ts';

/** One quantity at one time. */
export interface DriftPoint {
  readonly at: number;
  readonly value: number;
  /** expanded uncertainty (k = 2) of what differs from one calibration to the next */
  readonly expanded: number;
  /** against the profile that is looked at; null: it is this one */
  readonly e_n: number | null;
}

/** A quantity of a rig over time, oldest first. */
export interface RigDrift {
  readonly name: MeasuredQuantity;
  readonly label: string;
  readonly unit: string;
  readonly points: readonly DriftPoint[];
  /** checks that came to nothing, oldest first */
  readonly refusals: readonly DriftRefusal[];
}

/** A check whose frame was refused: a time and a reason, and no value. */
export interface DriftRefusal {
  readonly at: number;
  readonly reason: string;
}

const shown: readonly (readonly [MeasuredQuantity, string, string])[] = [
  ['pixel_pitch_um', 'Pixel pitch', 'µm'],
  ['z_mm', 'Distance', 'mm'],
  ['scale_anisotropy', 'Pitch along x over pitch along y', ''],
];

/** What both must have in common for their difference to be the rig's. */
function rigOf({ target_id, holography_mode, certificate, nominal }: Profile): string {
  const { wavelength_um, pixel_pitch_basis, magnification, refractive_index_immersion = 1 } = nominal;
  const light = [wavelength_um, pixel_pitch_basis, magnification, refractive_index_immersion];
  return JSON.stringify([target_id, holography_mode, certificate, light]);
}

/** Best guesses of one rig differ by no more, a share. */
const ALIKE = 0.06;

function isSameRig(profile: Profile, other: Profile): boolean {
  const off = other.nominal.pixel_pitch_um / profile.nominal.pixel_pitch_um - 1;
  return rigOf(profile) === rigOf(other) && Math.abs(off) < ALIKE;
}

/** A line that `leith calibrate --check` keeps. */
export interface KeptCheck {
  /** what it compared with */
  readonly profile_id?: string | undefined;
  readonly checked_at: string;
  readonly quantities: readonly QuantityDrift[];
  /** absent in records from before refusals were kept */
  readonly refused?: { readonly reason: string } | null;
}

/** @returns null where a text is no record of checks */
export function checksIn(record: string): KeptCheck[] | null {
  try {
    const lines = record.split('\n').filter((line) => line.trim() !== '');
    const checks = lines.map((line) => JSON.parse(line) as KeptCheck);
    const isCheck = ({ checked_at, quantities, refused }: KeptCheck) =>
      Number.isFinite(Date.parse(checked_at)) &&
      (!refused || typeof refused.reason === 'string') &&
      quantities.every(({ name, now, expanded, e_n }) => name && [now, expanded, e_n].every(Number.isFinite));
    return checks.length > 0 && checks.every(isCheck) ? checks : null;
  } catch {
    return null;
  }
}

/** Checks of this profile, and how many are of others: what those compare with is something else. */
export function checksOf(
  { profile_id }: Profile,
  checks: readonly KeptCheck[],
): { readonly own: readonly KeptCheck[]; readonly others: number } {
  const own = checks.filter((one) => one.profile_id === undefined || one.profile_id === profile_id);
  return { own, others: checks.length - own.length };
}

/**
 * How the rig of a profile has changed, as the account's calibrations with the same part tell it.
 * @param checks of this profile, kept elsewhere
 */
export function driftOf(
  profile: Profile,
  all: readonly Profile[],
  checks: readonly KeptCheck[] = [],
): RigDrift[] {
  const others = all.filter((one) => one.profile_id !== profile.profile_id && isSameRig(profile, one));
  const compared: KeptCheck[] = [
    ...others.map((one) => ({ checked_at: one.created_at, quantities: compareProfiles(profile, one) })),
    ...checks,
  ];
  const refusals = checks
    .flatMap(({ checked_at, refused }) =>
      refused ? [{ at: Date.parse(checked_at), reason: refused.reason }] : [],
    )
    .toSorted((a, b) => a.at - b.at);
  return shown.flatMap(([name, label, unit]) => {
    const own = profile.corrections[name];
    if (!own) return [];
    const itself = compareProfiles(profile, profile, true).find((one) => one.name === name)!;
    // of a difference of two that are alike
    const expanded = itself.expanded / Math.SQRT2;
    const here = { at: Date.parse(profile.created_at), value: own.value, expanded, e_n: null };
    const points = compared.flatMap(({ checked_at, quantities }): DriftPoint[] => {
      const found = quantities.find((quantity) => quantity.name === name);
      if (!found) return [];
      const both = found.expanded * found.expanded - expanded * expanded;
      return [
        {
          ...{ at: Date.parse(checked_at), value: found.now, e_n: found.e_n },
          expanded: Math.sqrt(Math.max(0, both)),
        },
      ];
    });
    const sorted = [...points, here].toSorted((a, b) => a.at - b.at);
    return [{ ...{ name, label, unit, refusals }, points: sorted }];
  });
}

/** Whether a calibration agrees with the one that is looked at (ISO 13528, 9.7). */
export function agrees({ e_n }: DriftPoint): boolean {
  return e_n === null || e_n <= 1;
}
