import type { Measured } from '../../core/rig/calibration.ts';
import type { Profile } from '../api/calibration.ts';
import type { FieldName, Values } from '../fields/fields.ts';
import type { FormState } from '../form/form-state.ts';
import { formatWithSigma } from '../viewer/format-value.ts';

export interface CorrectionRow {
  readonly label: string;
  readonly given: string;
  readonly measured: string;
}

const known: Readonly<Record<string, readonly [string, string]>> = {
  pixel_pitch_um: ['Pixel pitch', 'µm'],
  pixel_pitch_per_mm: ['Pixel pitch, per mm of distance', 'µm/mm'],
  pixel_pitch_x_um: ['Pixel pitch along x', 'µm'],
  pixel_pitch_y_um: ['Pixel pitch along y', 'µm'],
  scale_anisotropy: ['Pitch along x over pitch along y', ''],
  shear_rad: ['Angle between the axes, off a right one', 'rad'],
  z_mm: ['Distance', 'mm'],
  z_offset_mm: ['Added to every distance', 'mm'],
  phase_scale: ['True phase over measured phase', ''],
};

/** What the target told, beside what was believed. */
export function correctionRows({ corrections, nominal }: Profile): CorrectionRow[] {
  const rows = Object.entries(known).flatMap(([name, [label, unit]]) => {
    const measured = (corrections as unknown as Record<string, unknown>)[name];
    if (!isMeasured(measured)) return [];
    const given = (nominal as unknown as Record<string, number | null>)[name];
    return [{ label, given: given == null ? '' : `${given} ${unit}`, measured: withSigma(measured, unit) }];
  });
  const aberration = corrections.phase_aberration;
  if (!aberration) return rows;
  const terms = aberration.coefficients_rad.length;
  return [
    ...rows,
    { label: 'Aberration', given: '', measured: `${terms} Legendre terms, taken out of the phase` },
  ];
}

function isMeasured(value: unknown): value is Measured {
  return typeof value === 'object' && value !== null && 'value' in value && 'sigma' in value;
}

/** A value with as many decimals as its uncertainty, of which two digits are shown: 3.4512 ± 0.0017 µm. */
export function withSigma({ value, sigma }: Measured, unit: string): string {
  if (!(sigma > 0)) return `${Number(value.toPrecision(6))} ${unit}`.trim();
  return formatWithSigma(value, sigma, unit);
}

const NOMINAL: readonly FieldName[] = [
  'holography_mode',
  'wavelength_um',
  'pixel_pitch_um',
  'refractive_index_immersion',
  'z_mm',
  'z_min_mm',
  'z_max_mm',
];

/** The form with this profile chosen, and the same best guesses as in the calibration: the profile corrects them. */
export function formOf({ profile_id, nominal }: Profile, typed: Values): Partial<FormState> {
  const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
  const rig = Object.fromEntries(NOMINAL.map((name) => [name, text(nominal[name as keyof typeof nominal])]));
  const optics = {
    magnification: nominal.magnification === 1 ? '' : String(nominal.magnification),
    pixel_pitch_basis: nominal.pixel_pitch_basis === 'object_space' ? 'object_space' : '',
  };
  const distance = nominal.z_mm !== null ? 'known' : nominal.z_min_mm !== null ? 'range' : 'unknown';
  return { values: { ...typed, ...rig, ...optics }, distance, profileId: profile_id };
}
