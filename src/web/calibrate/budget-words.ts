import { COVERAGE, type BudgetLine, type Measured } from '../../core/rig/calibration.ts';
import { withSigma } from './profile-values.ts';
import type { Profile } from '../api/calibration.ts';

/** What a budget's lines are called where people read them. */
const sources: Readonly<Record<string, string>> = {
  scatter: 'Scatter of the fit over parts of the frame',
  split: 'Halves of the frame that disagree',
  layout: 'Parts that lie beside where they are drawn',
  bars: 'Bars wider or longer by their size than drawn',
  orders: 'Orders of the lattice that disagree',
  repeatability: 'Repeatability',
  lens: 'Aberrations of the lens',
  unseen_lens: 'What the lens passes beyond the frame’s detail',
  lens_in_curved_light: 'A lens in light that bends',
  off_centre: 'A disc of the lens that lies aside',
  rim: 'Rim of the disc that the lens passes',
  distortion: 'Distortion of the lens',
  pixels: 'What pixels do to fine fringes',
  stray_light: 'Light and counts that lie on all of the frame',
  reflections: 'Weak reflections',
  oblong: 'A part that is longer one way than drawn',
  light_at_target: 'Uneven light at the target',
  light_at_sensor: 'Uneven light at the sensor',
  edges: 'Edges wider or narrower than drawn',
  refit: 'What one step of a refit leaves',
  curvature: 'Curved light',
  part: 'Tolerance of the part',
  temperature: 'Temperature of the part',
  tilt: 'A part that does not lie square',
  wavelength: 'Tolerance of the wavelength',
  image: 'An image of the pattern that fits as well',
};

const quantities: Readonly<Record<string, string>> = {
  pixel_pitch_um: 'Pixel pitch',
  pixel_pitch_per_mm: 'Pixel pitch, per mm of distance',
  scale_anisotropy: 'Pitch along x over pitch along y',
  shear_rad: 'Angle between the axes, off a right one',
  z_mm: 'Distance',
  rotation_deg: 'Turn of the target',
};

/** One quantity as a certificate has it: ± k standard uncertainties, and what those are made of, the largest first. */
export interface CertifiedQuantity {
  readonly name: string;
  readonly label: string;
  readonly stated: string;
  /** how many standard uncertainties that is, to cover 95 % */
  readonly k: number;
  readonly lines: readonly {
    readonly label: string;
    readonly type: 'A' | 'B';
    /** null: of a profile from before it was said */
    readonly law: 'normal' | 'rectangular' | null;
    readonly u: string;
    /** of the variance, in words */
    readonly share: string;
  }[];
}

export function certifiedQuantities({
  budget,
  corrections,
  coverage,
  fit,
}: Pick<Profile, 'budget' | 'corrections' | 'coverage' | 'fit'>): CertifiedQuantity[] {
  const values: Readonly<Record<string, Measured | null | undefined>> = {
    ...{ pixel_pitch_um: corrections.pixel_pitch_um, scale_anisotropy: corrections.scale_anisotropy },
    pixel_pitch_per_mm: corrections.pixel_pitch_per_mm,
    ...{ shear_rad: corrections.shear_rad, z_mm: corrections.z_mm, rotation_deg: fit.rotation_deg },
  };
  return Object.entries(quantities).flatMap(([name, label]) => {
    const own = budget.filter(({ quantity }) => quantity === name);
    const value = values[name];
    if (own.length === 0 || !value) return [];
    const unit = own[0]!.unit === '1' ? '' : own[0]!.unit;
    const k = coverage?.[name] ?? COVERAGE;
    const stated = withSigma({ value: value.value, sigma: k * value.sigma }, unit);
    return { name, label, stated, k, lines: linesOf(own, unit) };
  });
}

/** In figures alone. */
function twoDigits(u: number): string {
  return u.toFixed(Math.min(12, Math.max(0, 1 - Math.floor(Math.log10(u)))));
}

function linesOf(own: readonly BudgetLine[], unit: string): CertifiedQuantity['lines'] {
  const sum = own.reduce((total, { u }) => total + u * u, 0);
  return [...own]
    .sort((a, b) => b.u - a.u)
    .map(({ source, type, u, distribution = null }) => {
      const share = (100 * u * u) / sum;
      return {
        ...{ label: sources[source] ?? source, type, u: `${twoDigits(u)} ${unit}`.trim(), law: distribution },
        share: share < 1 ? 'under 1 %' : `${Math.round(share)} %`,
      };
    });
}
